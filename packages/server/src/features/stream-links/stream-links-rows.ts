import {
  streamFormatSchema,
  streamLinkOptionsSchema,
  type StreamFormat,
  type StreamLinkOptions,
} from '@watchpost/contract/schemas/stream-links';
import type { Db } from '../../db/database.ts';
import type { StreamLinksTable } from '../../db/developer-tables.ts';
import { knownOf } from '../../kernel/contract/known.ts';

/** A value of `with_onvif`: 0 is no device, 1 one without events. */
const deviceWithEvents = 2;

type OptionColumns = Pick<StreamLinksTable, 'name' | 'formats' | 'with_audio' | 'with_onvif' | 'with_ptz' | 'expires_at'>;

/** The formats of a link that this version knows; a link of a newer one may have no other. */
export function formatsOf({ formats }: Pick<StreamLinksTable, 'formats'>): StreamFormat[] {
  return knownOf(streamFormatSchema, JSON.parse(formats));
}

export function linkOptionsOf(row: OptionColumns): StreamLinkOptions {
  return streamLinkOptionsSchema.parse({
    name: row.name,
    formats: formatsOf(row),
    withAudio: row.with_audio === 1,
    withOnvif: row.with_onvif !== 0,
    withEvents: row.with_onvif === deviceWithEvents,
    withPtz: row.with_ptz === 1,
    expiresAt: row.expires_at,
  });
}

/** The inverse of `linkOptionsOf`; events and PTZ without ONVIF reach nobody, and are not kept. */
export function linkColumnsOf({ name, formats, withAudio, withOnvif, withEvents, withPtz, expiresAt }: StreamLinkOptions): OptionColumns {
  const device = withEvents ? deviceWithEvents : 1;
  return {
    name,
    formats: JSON.stringify(formats),
    with_audio: withAudio ? 1 : 0,
    with_onvif: withOnvif ? device : 0,
    with_ptz: withOnvif && withPtz ? 1 : 0,
    expires_at: expiresAt,
  };
}

/** Reads a link that has not ended; undefined for any other. */
export function readActiveLink(db: Db, id: string, now: number): Promise<StreamLinksTable | undefined> {
  return db
    .selectFrom('stream_links')
    .innerJoin('customers', 'customers.id', 'stream_links.customer_id')
    .selectAll('stream_links')
    .where('stream_links.id', '=', id)
    .where('customers.deleted_at', 'is', null)
    .where('stream_links.revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('stream_links.expires_at', 'is', null), eb('stream_links.expires_at', '>', now)]))
    .executeTakeFirst();
}
