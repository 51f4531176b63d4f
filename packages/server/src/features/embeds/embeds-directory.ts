import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { Embeds } from '../../kernel/access/embed.ts';
import { archiveTermsOf, readTerms } from './embeds-terms.ts';
import { linkOptionsOf, readActiveLink } from './links/embeds-links-rows.ts';

/** Looks up what embed tokens open, as it is now: a token or a link that was revoked has no effect from the next call on. */
export function createEmbedDirectory({ db, clock }: { readonly db: Db; readonly clock: Pick<Clock, 'now'> }): Embeds {
  return {
    find: async ({ id, iat, link }) => {
      if (link) {
        const row = await readActiveLink(db, link.id, clock.now());
        if (!row) return null;
        const { name, cameraIds, archive, withAudio, maxViewers } = linkOptionsOf(row);
        return {
          customerId: row.customer_id,
          familyId: null,
          apiKeyId: null,
          link: { id: row.id, name, maxViewers },
          cameraIds,
          origins: [],
          withLive: true,
          ...archiveTermsOf(archive, iat),
          withAudio,
          withPtz: false,
          withTalk: false,
          viewerId: null,
          hasWatermark: false,
        };
      }
      const row = await db.selectFrom('embed_tokens').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) return null;
      const { live, archive, ...terms } = readTerms(row.terms);
      return {
        customerId: row.customer_id,
        familyId: row.family_id,
        apiKeyId: row.api_key_id,
        link: null,
        withLive: live,
        ...archiveTermsOf(archive, row.created_at),
        ...terms,
      };
    },
  };
}
