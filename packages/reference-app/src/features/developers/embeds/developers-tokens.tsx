import { formatAge } from '@watchpost/sdk-core';
import type { EmbedTokens } from '@watchpost/sdk-core';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { RichText } from '../../../shared/i18n/rich-text.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { keys, useEmbedTokens } from '../developers-queries.ts';
import { Confirm } from '../parts/developers-confirm.tsx';
import { text } from './developers-embeds-texts.ts';

/** How many tokens are valid now, and the end of them all. */
export function Tokens({ now, ownTokenIds }: { readonly now: number; readonly ownTokenIds: readonly string[] }): ReactNode {
  const { embeds } = useClient();
  const { data } = useEmbedTokens();
  const [isAsking, setAsking] = useState(false);
  const valid = data && othersOf(data, ownTokenIds);
  return (
    <div className="dev-tokens">
      <Clock size={20} />
      {valid === undefined ? (
        <p className="grow" />
      ) : valid.count === 0 ? (
        <p className="grow dim">{text('noTokens')}</p>
      ) : (
        <>
          <p className="grow dim">
            <RichText
              message={text('tokens', {
                count: valid.count,
                time: formatAge((valid.lastExpiresAt ?? now) - now, { locale: currentLocale() }),
              })}
              parts={{ b: (inner) => <b className="strong">{inner}</b> }}
            />
          </p>
          <Button look="danger-quiet" size="s" onClick={() => setAsking(true)}>
            {text('revokeAll')}
          </Button>
        </>
      )}
      {isAsking && valid ? (
        <Confirm
          title={text('revokeAllTitle', { count: valid.count })}
          paragraphs={[text('revokeAllText')]}
          submitLabel={text('revokeAllSubmit')}
          busyLabel={text('revoking')}
          done={text('allRevoked')}
          change={() => embeds.revokeTokens()}
          renewed={[keys.tokens, keys.links]}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

/** Leaves out the tokens of this page's preview, as far as the newest tokens are listed. */
function othersOf(
  { count, lastExpiresAt, tokens }: EmbedTokens,
  ownTokenIds: readonly string[],
): Pick<EmbedTokens, 'count' | 'lastExpiresAt'> {
  const others = tokens.filter(({ id }) => !ownTokenIds.includes(id));
  if (others.length === tokens.length) return { count, lastExpiresAt };
  const isListed = count === tokens.length;
  const last = Math.max(...others.map(({ expiresAt }) => expiresAt));
  return { count: count - (tokens.length - others.length), lastExpiresAt: isListed && others.length > 0 ? last : lastExpiresAt };
}
