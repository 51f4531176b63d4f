import { cameraCapabilities, errorText } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow } from '../../shared/live/now.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useServerNow } from '../../shared/live/capabilities.ts';
import { to } from '../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/status.tsx';
import { useCameras } from './developers-queries.ts';
import { text } from './developers-texts.ts';
import { Embeds } from './embeds/developers-embeds.tsx';
import { Keys } from './keys/developers-keys.tsx';
import { Paste } from './paste/developers-paste.tsx';
import { Streams } from './streams/developers-streams.tsx';
import { Webhooks } from './webhooks/developers-webhooks.tsx';
import './developers.css';

/** For partners: the code to paste, keys, embeds, streams and webhooks (/settings/developers). */
export function DevelopersScreen(): ReactNode {
  useTranslation();
  const query = useCameras();
  const serverNow = useServerNow();
  useNow(30_000);
  const now = serverNow();
  const [ownTokenIds, setOwnTokenIds] = useState<readonly string[]>([]);
  const managed = query.data?.filter((camera) => cameraCapabilities(camera, now).canManageAccess);
  if (managed === undefined)
    return query.error ? (
      <EmptyState broken level="h2" title={text('failed')} text={errorText(query.error, currentLocale())}>
        <Button look="primary" busy={query.isFetching} onClick={() => void query.refetch()}>
          {text('retry')}
        </Button>
      </EmptyState>
    ) : (
      <Waiting />
    );
  return (
    <div className="developers">
      {isAny(managed) ? (
        <Paste cameras={managed} now={now} onTokens={setOwnTokenIds} />
      ) : (
        <EmptyState level="h2" title={text('noCamerasTitle')} text={text('noCamerasText')}>
          <Link to={to.AddCamera()} className={buttonClass({ look: 'primary' })}>
            {text('addCamera')}
          </Link>
        </EmptyState>
      )}
      <Keys cameras={managed} now={now} />
      <Embeds cameras={managed} now={now} ownTokenIds={ownTokenIds} />
      <Streams cameras={managed} now={now} />
      <Webhooks cameras={managed} now={now} />
    </div>
  );
}

function isAny(cameras: readonly Camera[]): cameras is readonly [Camera, ...Camera[]] {
  return cameras.length > 0;
}

/** The page's outline, as tall as what follows. */
function Waiting(): ReactNode {
  return (
    <div className="developers" aria-busy="true">
      <span className="visually-hidden" role="status">
        {text('loading')}
      </span>
      <div className="dev-hero">
        <div className="dev-paste">
          <div className="dev-head">
            <Skeleton width="30%" />
          </div>
          <div className="dev-code-waiting" />
        </div>
        <Skeleton kind="picture" />
      </div>
      {[0, 1].map((section) => (
        <div key={section} className="dev-section">
          <div className="dev-head">
            <Skeleton width="160px" />
          </div>
          {[0, 1, 2].map((row) => (
            <div key={row} className="dev-waiting">
              <Skeleton width="24%" />
              <Skeleton width="38%" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
