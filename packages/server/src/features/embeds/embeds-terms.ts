import { embedArchiveSchema, type EmbedArchive } from '@watchpost/contract/schemas/embeds';
import { z } from 'zod';
import type { EmbedTerms } from '../../kernel/access/embed.ts';
import { AppError } from '../../kernel/app-error.ts';

/** What a token opens, as it is stored. */
export interface StoredTerms {
  readonly cameraIds: readonly string[];
  readonly origins: readonly string[];
  readonly live: boolean;
  readonly archive: EmbedArchive | null;
  readonly withAudio: boolean;
  readonly withPtz: boolean;
  readonly withTalk: boolean;
  readonly viewerId: string | null;
  readonly hasWatermark: boolean;
}
/** A part of the archive that only a newer version can limit is closed here. */
export const knownArchive: z.ZodType<EmbedArchive | null> = embedArchiveSchema.nullable().catch(null);
const storedTerms: z.ZodType<StoredTerms> = z.object({
  cameraIds: z.array(z.string()),
  origins: z.array(z.string()),
  live: z.boolean(),
  archive: knownArchive,
  withAudio: z.boolean(),
  withPtz: z.boolean(),
  withTalk: z.boolean(),
  viewerId: z.string().nullable(),
  hasWatermark: z.boolean(),
});

export function readTerms(json: string): StoredTerms {
  return storedTerms.parse(JSON.parse(json));
}

type ArchiveTerms = Pick<EmbedTerms, 'withArchive' | 'archiveFrom' | 'archiveUntil'>;

const hourMs = 3_600_000;

/** @param openedAt from which the last hours are counted, Unix milliseconds */
export function archiveTermsOf(archive: EmbedArchive | null, openedAt: number): ArchiveTerms {
  switch (archive?.kind) {
    case undefined:
      return { withArchive: false, archiveFrom: null, archiveUntil: null };
    case 'all':
      return { withArchive: true, archiveFrom: null, archiveUntil: null };
    case 'last-hours':
      return { withArchive: true, archiveFrom: openedAt - archive.hours * hourMs, archiveUntil: null };
    case 'period':
      return { withArchive: true, archiveFrom: archive.from, archiveUntil: archive.until };
  }
}

/** @throws {AppError} invalid-request */
export function checkArchive(archive: EmbedArchive | null): void {
  if (archive?.kind === 'period' && archive.from >= archive.until)
    throw new AppError('invalid-request', { details: { fields: [{ field: 'archive.until', message: 'Must be after "from"' }] } });
}
