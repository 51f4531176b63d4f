import { embedLinkOptionsSchema, type EmbedLinkOptions } from '@watchpost/contract/schemas/embeds';
import type { Db } from '../../../db/database.ts';
import type { EmbedLinksTable } from '../../../db/developer-tables.ts';
import { knownArchive } from '../embeds-terms.ts';

type OptionColumns = Pick<EmbedLinksTable, 'name' | 'camera_ids' | 'archive' | 'with_audio' | 'origins' | 'max_viewers' | 'expires_at'>;

export function linkOptionsOf(row: OptionColumns): EmbedLinkOptions {
  return embedLinkOptionsSchema.parse({
    name: row.name,
    cameraIds: JSON.parse(row.camera_ids),
    archive: row.archive === null ? null : knownArchive.parse(JSON.parse(row.archive)),
    withAudio: row.with_audio === 1,
    origins: JSON.parse(row.origins),
    maxViewers: row.max_viewers,
    expiresAt: row.expires_at,
  });
}

/** The inverse of `linkOptionsOf`. */
export function linkColumnsOf(options: EmbedLinkOptions): OptionColumns {
  return {
    name: options.name,
    camera_ids: JSON.stringify(options.cameraIds),
    archive: options.archive === null ? null : JSON.stringify(options.archive),
    with_audio: options.withAudio ? 1 : 0,
    origins: JSON.stringify(options.origins),
    max_viewers: options.maxViewers,
    expires_at: options.expiresAt,
  };
}

/** Reads a link that has not ended; undefined for any other. */
export function readActiveLink(db: Db, id: string, now: number): Promise<EmbedLinksTable | undefined> {
  return db
    .selectFrom('embed_links')
    .innerJoin('customers', 'customers.id', 'embed_links.customer_id')
    .selectAll('embed_links')
    .where('embed_links.id', '=', id)
    .where('customers.deleted_at', 'is', null)
    .where('embed_links.revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('embed_links.expires_at', 'is', null), eb('embed_links.expires_at', '>', now)]))
    .executeTakeFirst();
}
