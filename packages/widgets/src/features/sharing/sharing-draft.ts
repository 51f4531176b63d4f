import { isGrantWithin, momentAt, zoneOffset } from '@watchpost/sdk-core';
import type { ArchiveRange, Grant, Invite, InviteOptions } from '@watchpost/sdk-core';

/** `current`: when the link that is edited ends already; `moment`: a date and a time. */
export type ExpiryChoice = 'current' | 'hour' | 'day' | 'week' | 'month' | 'moment' | 'never';

/** What the user has entered: times of day and dates are still texts, in the cameras' time zone. */
export interface ShareDraft extends Omit<InviteOptions, 'archiveRange' | 'dailyWindow' | 'expiresAt'> {
  readonly archive: ArchiveRange['kind'];
  /** `2026-11-28T16:38`, as the fields of the period have it. */
  readonly archiveFrom: string;
  readonly archiveUntil: string;
  readonly expiry: ExpiryChoice;
  /** As `archiveFrom`. */
  readonly expiryMoment: string;
  readonly hasHours: boolean;
  /** `08:00` */
  readonly hoursFrom: string;
  readonly hoursUntil: string;
}

/** Why a draft can't be a link yet, by the field that says so. */
export interface ShareProblems {
  readonly archive?: 'period-missing' | 'period-empty' | 'period-exceeds' | undefined;
  readonly expiry?: 'moment-missing' | 'moment-past' | 'expiry-exceeds' | undefined;
  readonly hours?: 'hours-missing' | 'hours-empty' | 'hours-exceed' | undefined;
}

export interface DraftContext {
  /** Unix milliseconds by the server's clock. */
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
  /** When the link ends that is edited; null for never, or without one. */
  readonly currentExpiresAt: number | null;
  /** What the user was granted on the chosen cameras that are not their own: a link can't give more. */
  readonly own: readonly Grant[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Longest first. */
const durations = { month: 30 * dayMs, week: 7 * dayMs, day: dayMs, hour: hourMs } as const;

/** A new link shows as little as is useful: live pictures without sound, no recordings of the past, a few people, and a week. */
export const firstDraft: ShareDraft = {
  label: '',
  access: 'view',
  withAudio: false,
  withArchive: true,
  archive: 'from-acceptance',
  archiveFrom: '',
  archiveUntil: '',
  withPtz: false,
  hasHours: false,
  hoursFrom: '08:00',
  hoursUntil: '18:00',
  hasWatermark: false,
  expiry: 'week',
  expiryMoment: '',
  maxUsers: 5,
  maxViewers: null,
  allowsGuests: false,
  hasPicture: false,
};

/** The draft that an existing link would have been. */
export function draftOf(invite: Invite, timeZone: string): ShareDraft {
  const { archiveRange, dailyWindow, expiresAt } = invite;
  const period = archiveRange.kind === 'period' ? archiveRange : null;
  return {
    label: invite.label,
    access: invite.access,
    withAudio: invite.withAudio,
    withArchive: invite.withArchive,
    archive: archiveRange.kind,
    archiveFrom: period ? toFieldText(period.from, timeZone) : '',
    archiveUntil: period ? toFieldText(period.until, timeZone) : '',
    withPtz: invite.withPtz,
    hasHours: dailyWindow !== null,
    hoursFrom: dailyWindow ? toClockText(dailyWindow.fromMinutes) : firstDraft.hoursFrom,
    hoursUntil: dailyWindow ? toClockText(dailyWindow.untilMinutes) : firstDraft.hoursUntil,
    hasWatermark: invite.hasWatermark,
    expiry: expiresAt === null ? 'never' : 'current',
    expiryMoment: '',
    maxUsers: invite.maxUsers,
    maxViewers: invite.maxViewers,
    allowsGuests: invite.allowsGuests,
    hasPicture: invite.hasPicture,
  };
}

/** Whether a user with these grants can give the change to others: nobody can give more than they have. */
export function canGive(own: readonly Grant[], change: Partial<Grant>): boolean {
  return own.every((grant) => isGrantWithin({ ...grant, ...change }, grant));
}

/** Takes out of a draft what the user can't give, and adds what their own access demands. */
export function fitDraft(draft: ShareDraft, { own, now, timeZone, currentExpiresAt }: DraftContext): ShareDraft {
  if (own.length === 0) return draft;
  const withArchive = draft.withArchive && canGive(own, { withArchive: true });
  const givesPast = canGive(own, { archiveFrom: null, archiveUntil: null });
  const givesFuture = canGive(own, { archiveFrom: now, archiveUntil: null });
  const forced = canGive(own, { dailyWindow: null }) ? null : own.find(({ dailyWindow }) => dailyWindow)?.dailyWindow;
  const ends = endOf(draft, { now, timeZone, currentExpiresAt });
  const mustEnd =
    ends === undefined || canGive(own, { expiresAt: ends }) || draft.expiry === 'moment' ? {} : longestEnd(own, now, timeZone);
  return {
    ...draft,
    withAudio: draft.withAudio && canGive(own, { withAudio: true }),
    withArchive,
    archive: draft.archive === 'all' && !givesPast ? 'from-acceptance' : draft.archive,
    ...(!givesFuture && draft.archive !== 'period' && { archive: 'period' as const }),
    hasWatermark: draft.hasWatermark || !canGive(own, { hasWatermark: false }),
    ...(forced &&
      !draft.hasHours && { hasHours: true, hoursFrom: toClockText(forced.fromMinutes), hoursUntil: toClockText(forced.untilMinutes) }),
    ...mustEnd,
  };
}

/** Reads a draft as the options of a link, and says what is missing or contradicts itself. */
export function readDraft(draft: ShareDraft, context: DraftContext): { readonly options: InviteOptions; readonly problems: ShareProblems } {
  const { own, timeZone } = context;
  const archiveRange = readArchive(draft, timeZone);
  const dailyWindow = readHours(draft);
  const expiresAt = endOf(draft, context);
  const problems: ShareProblems = {
    archive: archiveProblem(draft, archiveRange, own),
    expiry: expiryProblem(expiresAt, context),
    hours: hoursProblem(dailyWindow, own),
  };
  const { archive: _archive, archiveFrom: _from, archiveUntil: _until, expiry: _expiry, ...rest } = draft;
  const { expiryMoment: _moment, hasHours: _hours, hoursFrom: _hoursFrom, hoursUntil: _hoursUntil, ...options } = rest;
  return {
    options: {
      ...options,
      label: draft.label.trim(),
      archiveRange: archiveRange ?? { kind: 'from-acceptance' },
      withPtz: draft.withPtz && draft.access === 'view',
      dailyWindow: dailyWindow ?? null,
      expiresAt: expiresAt ?? null,
    },
    problems,
  };
}

/** The grant that accepting a link now would give. */
export function grantOf(options: InviteOptions, now: number): Grant {
  const { archiveRange: range } = options;
  return {
    access: options.access,
    withAudio: options.withAudio,
    withArchive: options.withArchive,
    archiveFrom: range.kind === 'all' ? null : range.kind === 'period' ? range.from : now,
    archiveUntil: range.kind === 'period' ? range.until : null,
    withPtz: options.withPtz,
    dailyWindow: options.dailyWindow,
    hasWatermark: options.hasWatermark,
    expiresAt: options.expiresAt,
  };
}

/** Formats a moment for a field of date and time. @param time Unix milliseconds */
export function toFieldText(time: number, timeZone: string): string {
  return new Date(time + zoneOffset(time, timeZone)).toISOString().slice(0, 16);
}

/** @returns Unix milliseconds; null for an incomplete text */
function fromFieldText(text: string, timeZone: string): number | null {
  const asUtc = text === '' ? Number.NaN : Date.parse(`${text}Z`);
  return Number.isNaN(asUtc) ? null : momentAt(asUtc, timeZone);
}

function toClockText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function fromClockText(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

function readArchive(draft: ShareDraft, timeZone: string): ArchiveRange | null {
  if (draft.archive !== 'period') return { kind: draft.archive };
  const [from, until] = [draft.archiveFrom, draft.archiveUntil].map((text) => fromFieldText(text, timeZone));
  return typeof from === 'number' && typeof until === 'number' ? { kind: 'period', from, until } : null;
}

function archiveProblem(draft: ShareDraft, range: ArchiveRange | null, own: readonly Grant[]): ShareProblems['archive'] {
  if (!draft.withArchive) return undefined;
  if (!range) return 'period-missing';
  if (range.kind !== 'period') return undefined;
  if (range.from >= range.until) return 'period-empty';
  return canGive(own, { archiveFrom: range.from, archiveUntil: range.until }) ? undefined : 'period-exceeds';
}

/** @returns null for never, undefined while the moment is not complete */
function endOf(draft: ShareDraft, { now, timeZone, currentExpiresAt }: Omit<DraftContext, 'own'>): number | null | undefined {
  if (draft.expiry === 'never') return null;
  if (draft.expiry === 'current') return currentExpiresAt;
  if (draft.expiry === 'moment') return fromFieldText(draft.expiryMoment, timeZone) ?? undefined;
  // The server’s clock, as estimated here, has fractions of a millisecond; the contract has none.
  return Math.floor(now + durations[draft.expiry]);
}

function expiryProblem(expiresAt: number | null | undefined, { now, own }: DraftContext): ShareProblems['expiry'] {
  if (expiresAt === undefined) return 'moment-missing';
  if (expiresAt !== null && expiresAt <= now) return 'moment-past';
  return canGive(own, { expiresAt }) ? undefined : 'expiry-exceeds';
}

/** @returns null for all day, undefined while the hours are not complete */
function readHours({ hasHours, hoursFrom, hoursUntil }: ShareDraft): InviteOptions['dailyWindow'] | undefined {
  if (!hasHours) return null;
  const [fromMinutes, untilMinutes] = [fromClockText(hoursFrom), fromClockText(hoursUntil)];
  return fromMinutes === null || untilMinutes === null ? undefined : { fromMinutes, untilMinutes };
}

function hoursProblem(window: InviteOptions['dailyWindow'] | undefined, own: readonly Grant[]): ShareProblems['hours'] {
  if (window === undefined) return 'hours-missing';
  if (window && window.fromMinutes === window.untilMinutes) return 'hours-empty';
  return canGive(own, { dailyWindow: window }) ? undefined : 'hours-exceed';
}

/** The longest of the offered durations that the user can give, else the end of their own access. */
function longestEnd(own: readonly Grant[], now: number, timeZone: string): Pick<ShareDraft, 'expiry'> & Partial<ShareDraft> {
  for (const expiry of ['month', 'week', 'day', 'hour'] as const) {
    if (canGive(own, { expiresAt: now + durations[expiry] })) return { expiry };
  }
  const last = Math.min(...own.flatMap(({ expiresAt }) => expiresAt ?? []));
  return { expiry: 'moment', expiryMoment: toFieldText(last, timeZone) };
}

/** Whether the user can give access until one of the offered ends. */
export function canEnd(own: readonly Grant[], expiry: ExpiryChoice, now: number): boolean {
  if (expiry === 'current' || expiry === 'moment') return true;
  return canGive(own, { expiresAt: expiry === 'never' ? null : now + durations[expiry] });
}
