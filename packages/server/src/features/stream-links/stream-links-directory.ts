import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { StreamLinks } from '../../kernel/access/stream-link.ts';
import { formatsOf, linkOptionsOf, readActiveLink } from './stream-links-rows.ts';

/** Looks up stream links as they are now: one that was revoked has no effect from the next call on. */
export function createStreamLinkDirectory({ db, clock }: { readonly db: Db; readonly clock: Pick<Clock, 'now'> }): StreamLinks {
  return {
    find: async (id) => {
      const row = await readActiveLink(db, id, clock.now());
      // A link that only opens what this version does not have.
      if (!row || formatsOf(row).length === 0) return null;
      const { name, formats, withAudio, withOnvif, withEvents, withPtz } = linkOptionsOf(row);
      return { id, name, customerId: row.customer_id, cameraId: row.camera_id, formats, withAudio, withOnvif, withEvents, withPtz };
    },
  };
}
