import { dayOf, dayRange, formatTime, isCalendarDate, isGrantWithin, minutesOf, momentAt } from '@watchpost/sdk-core';
import type { Grant, UpdateCameraUserBody } from '@watchpost/sdk-core';

/** A grant as it is being edited. Dates and times are texts of the fields, in the camera's zone. */
export interface GrantDraft {
  readonly access: Grant['access'];
  readonly withAudio: boolean;
  readonly withArchive: boolean;
  /** `2026-11-21`, the first open day; empty for none. */
  readonly archiveFrom: string;
  /** The last open day; empty for none. */
  readonly archiveUntil: string;
  readonly withPtz: boolean;
  readonly hasHours: boolean;
  /** `08:30` */
  readonly hoursFrom: string;
  readonly hoursUntil: string;
  readonly hasWatermark: boolean;
  readonly hasExpiry: boolean;
  /** `2026-11-21T18:00` */
  readonly expiresAt: string;
}

type DraftProblem = 'badDates' | 'badTime' | 'sameHours' | 'pastEnd' | 'noDate' | 'notMore';
export type DraftErrors = Partial<Record<'archiveUntil' | 'hoursFrom' | 'hoursUntil' | 'expiresAt' | 'grant', DraftProblem>>;
export type ReadDraft = { readonly kind: 'grant'; readonly grant: Grant } | { readonly kind: 'invalid'; readonly errors: DraftErrors };

/** Hours that a user who switches them on starts from. */
const usualHours = { from: '08:00', until: '18:00' } as const;

export function draftOf(grant: Grant, timeZone: string): GrantDraft {
  const { dailyWindow, expiresAt, archiveFrom, archiveUntil } = grant;
  return {
    access: grant.access,
    withAudio: grant.withAudio,
    withArchive: grant.withArchive,
    archiveFrom: archiveFrom === null ? '' : dayOf(archiveFrom, timeZone),
    archiveUntil: archiveUntil === null ? '' : dayOf(archiveUntil - 1, timeZone),
    withPtz: grant.withPtz,
    hasHours: dailyWindow !== null,
    hoursFrom: dailyWindow ? clockOf(dailyWindow.fromMinutes) : usualHours.from,
    hoursUntil: dailyWindow ? clockOf(dailyWindow.untilMinutes) : usualHours.until,
    hasWatermark: grant.hasWatermark,
    hasExpiry: expiresAt !== null,
    expiresAt: expiresAt === null ? '' : localText(expiresAt, timeZone),
  };
}

export interface ReadOptions {
  readonly timeZone: string;
  /** Unix milliseconds, by the server's clock. */
  readonly now: number;
  /** The grant before editing: a time whose field was not touched keeps its minutes and seconds. */
  readonly before: Grant;
  /** What it must not exceed; null for the owner, who has no limits. */
  readonly bound: Grant | null;
}

/** Reads the fields. */
export function readDraft(draft: GrantDraft, { timeZone, now, before, bound }: ReadOptions): ReadDraft {
  const errors: { -readonly [Name in keyof DraftErrors]: DraftErrors[Name] } = {};
  const old = draftOf(before, timeZone);
  const archiveFrom = draft.archiveFrom === old.archiveFrom ? before.archiveFrom : startOfDay(draft.archiveFrom, timeZone);
  const archiveUntil = draft.archiveUntil === old.archiveUntil ? before.archiveUntil : endOfDay(draft.archiveUntil, timeZone);
  if (draft.withArchive && archiveFrom !== null && archiveUntil !== null && archiveUntil <= archiveFrom) errors.archiveUntil = 'badDates';
  const [fromMinutes, untilMinutes] = [minutesOfField(draft.hoursFrom), minutesOfField(draft.hoursUntil)];
  if (draft.hasHours) {
    if (fromMinutes === null) errors.hoursFrom = 'badTime';
    if (untilMinutes === null) errors.hoursUntil = 'badTime';
    else if (fromMinutes === untilMinutes) errors.hoursUntil = 'sameHours';
  }
  const expiresAt = draft.expiresAt === old.expiresAt ? before.expiresAt : instantOf(draft.expiresAt, timeZone);
  if (draft.hasExpiry && expiresAt === null) errors.expiresAt = 'noDate';
  else if (draft.hasExpiry && expiresAt !== null && expiresAt <= now) errors.expiresAt = 'pastEnd';
  const grant: Grant = {
    access: draft.access,
    withAudio: draft.withAudio,
    withArchive: draft.withArchive,
    archiveFrom: draft.withArchive ? archiveFrom : null,
    archiveUntil: draft.withArchive ? archiveUntil : null,
    withPtz: draft.withPtz,
    dailyWindow: draft.hasHours && fromMinutes !== null && untilMinutes !== null ? { fromMinutes, untilMinutes } : null,
    hasWatermark: draft.hasWatermark,
    expiresAt: draft.hasExpiry ? expiresAt : null,
  };
  if (Object.keys(errors).length === 0 && bound !== null && !isGrantWithin(grant, bound)) errors.grant = 'notMore';
  return Object.keys(errors).length === 0 ? { kind: 'grant', grant } : { kind: 'invalid', errors };
}

/** Returns the fields that differ; null when none does. */
export function changeOf(before: Grant, after: Grant): UpdateCameraUserBody | null {
  const change: UpdateCameraUserBody = {
    ...(after.access !== before.access && { access: after.access }),
    ...(after.withAudio !== before.withAudio && { withAudio: after.withAudio }),
    ...(after.withArchive !== before.withArchive && { withArchive: after.withArchive }),
    ...(after.archiveFrom !== before.archiveFrom && { archiveFrom: after.archiveFrom }),
    ...(after.archiveUntil !== before.archiveUntil && { archiveUntil: after.archiveUntil }),
    ...(after.withPtz !== before.withPtz && { withPtz: after.withPtz }),
    ...(!isSameWindow(after.dailyWindow, before.dailyWindow) && { dailyWindow: after.dailyWindow }),
    ...(after.hasWatermark !== before.hasWatermark && { hasWatermark: after.hasWatermark }),
    ...(after.expiresAt !== before.expiresAt && { expiresAt: after.expiresAt }),
  };
  return Object.keys(change).length === 0 ? null : change;
}

function isSameWindow(one: Grant['dailyWindow'], other: Grant['dailyWindow']): boolean {
  return one?.fromMinutes === other?.fromMinutes && one?.untilMinutes === other?.untilMinutes;
}

function clockOf(minutes: number): string {
  return formatTime(minutes * 60_000, { locale: 'en', timeZone: 'UTC', seconds: false });
}

function localText(time: number, timeZone: string): string {
  return `${dayOf(time, timeZone)}T${formatTime(time, { locale: 'en', timeZone, seconds: false })}`;
}

/** Accepts `8:30` as well; 24:00 is midnight. */
function minutesOfField(value: string): number | null {
  const minutes = minutesOf(value.padStart(5, '0'));
  return minutes === null ? null : minutes % 1440;
}

function startOfDay(day: string, timeZone: string): number | null {
  return isCalendarDate(day) ? dayRange(day, timeZone).from : null;
}

function endOfDay(day: string, timeZone: string): number | null {
  return isCalendarDate(day) ? dayRange(day, timeZone).to : null;
}

/** Parses `2026-11-21T18:00` of a zone; null for anything else. */
function instantOf(local: string, timeZone: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local)) return null;
  const asUtc = Date.parse(`${local}Z`);
  return Number.isNaN(asUtc) ? null : momentAt(asUtc, timeZone);
}
