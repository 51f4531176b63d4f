import { dayOf, dayRange, isCalendarDate } from '@watchpost/sdk-core';
import type { EmbedArchive, EmbedLink, EmbedLinkOptions } from '@watchpost/sdk-core';
import { expiryChoiceOf, problemsOf, readChangedExpiry, readName, readOrigins } from '../parts/developers-fields.ts';
import type { ExpiryChoice, Problem, Today } from '../parts/developers-fields.ts';

/** Cameras of one link. */
const maxCameras = 16;
const maxViewersLimit = 1000;
/** Offered lengths of the archive, hours. */
export const archiveHours: readonly number[] = [1, 2, 6, 12, 24, 72, 168, 720];

/** `none`, `all`, `period`, or a number of hours. */
export type ArchiveOption = 'none' | 'all' | 'period' | `${number}`;

/** A link as it is being edited. */
export interface LinkDraft extends ExpiryChoice {
  readonly name: string;
  readonly cameraIds: readonly string[];
  readonly archive: ArchiveOption;
  /** `2026-11-21`, of a period. */
  readonly fromDay: string;
  readonly untilDay: string;
  readonly withAudio: boolean;
  /** One a line. */
  readonly origins: string;
  readonly maxViewers: string;
}

type LinkErrors = Partial<Record<'name' | 'origins' | 'expiresAt' | 'cameraIds', Problem>> & {
  readonly maxViewers?: true;
  readonly period?: true;
};

export function newLinkDraft(cameraIds: readonly string[]): LinkDraft {
  return {
    name: '',
    cameraIds,
    archive: 'none',
    fromDay: '',
    untilDay: '',
    withAudio: false,
    origins: '',
    maxViewers: '',
    expiry: 'never',
    lastDay: '',
  };
}

export function linkDraftOf(link: EmbedLink, timeZone: string): LinkDraft {
  const { archive } = link;
  return {
    name: link.name,
    cameraIds: link.cameraIds,
    archive: archive === null ? 'none' : archive.kind === 'last-hours' ? `${archive.hours}` : archive.kind,
    fromDay: archive?.kind === 'period' ? dayOf(archive.from, timeZone) : '',
    untilDay: archive?.kind === 'period' ? dayOf(archive.until - 1, timeZone) : '',
    withAudio: link.withAudio,
    origins: link.origins.join('\n'),
    maxViewers: link.maxViewers === null ? '' : String(link.maxViewers),
    ...expiryChoiceOf(link.expiresAt, timeZone),
  };
}

export type ReadLink =
  | { readonly kind: 'options'; readonly options: EmbedLinkOptions }
  | { readonly kind: 'invalid'; readonly errors: LinkErrors };

/** Reads the fields. @param before the link that is edited: an end whose field was not touched keeps its time */
export function readLink(draft: LinkDraft, today: Today, before: EmbedLink | null): ReadLink {
  const fields = {
    name: readName(draft.name),
    origins: readOrigins(draft.origins),
    expiresAt: readChangedExpiry(draft, today, before),
  };
  const { name, origins, expiresAt } = fields;
  const archive = readArchive(draft, today.timeZone);
  const maxViewers = draft.maxViewers.trim() === '' ? null : Number(draft.maxViewers);
  const isCount = maxViewers === null || (Number.isInteger(maxViewers) && maxViewers >= 1 && maxViewers <= maxViewersLimit);
  const cameraProblem = cameraProblemOf(draft.cameraIds.length);
  if ('value' in name && 'value' in origins && 'value' in expiresAt && archive !== undefined && isCount && cameraProblem === null) {
    const { cameraIds, withAudio } = draft;
    return {
      kind: 'options',
      options: {
        name: name.value,
        cameraIds: [...cameraIds],
        archive,
        withAudio,
        origins: origins.value,
        maxViewers,
        expiresAt: expiresAt.value,
      },
    };
  }
  return {
    kind: 'invalid',
    errors: {
      ...problemsOf(fields),
      ...(cameraProblem && { cameraIds: cameraProblem }),
      ...(!isCount && { maxViewers: true }),
      ...(archive === undefined && { period: true }),
    },
  };
}

function cameraProblemOf(count: number): Problem | null {
  if (count === 0) return { kind: 'cameras' };
  return count > maxCameras ? { kind: 'tooManyCameras' } : null;
}

/** Returns undefined for days that are no period. */
function readArchive({ archive, fromDay, untilDay }: LinkDraft, timeZone: string): EmbedArchive | null | undefined {
  if (archive === 'none') return null;
  if (archive === 'all') return { kind: 'all' };
  if (archive !== 'period') return { kind: 'last-hours', hours: Number(archive) };
  if (!isCalendarDate(fromDay) || !isCalendarDate(untilDay)) return undefined;
  const [from, until] = [dayRange(fromDay, timeZone).from, dayRange(untilDay, timeZone).to];
  return from < until ? { kind: 'period', from, until } : undefined;
}
