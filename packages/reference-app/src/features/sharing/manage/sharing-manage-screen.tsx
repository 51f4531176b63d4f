import { cameraCapabilities, errorText, WatchpostError } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow } from '../../../shared/live/now.ts';
import { useIsLarge } from '../../../shared/browser/media.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useCapabilities } from '../../../shared/live/capabilities.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../../shared/ui/status.tsx';
import { LogColumn } from '../log/sharing-log-column.tsx';
import { Links } from './sharing-links.tsx';
import { Say } from './sharing-manage-say.tsx';
import { text } from './sharing-manage-texts.ts';
import { People } from './sharing-people.tsx';
import { useCameraInvites, useCameraPeople, useSharingCamera } from './sharing-queries.ts';
import { ShareDialogLoader } from './sharing-share.tsx';
import './sharing-manage.css';

export interface ManageAccessScreenProps {
  readonly cameraId: string;
  /** The header's place for actions on large screens; null until it is rendered. */
  readonly actions: HTMLElement | null;
  /** The dialog that removes the camera from the user's own list. */
  readonly leave: (camera: Camera, onClose: () => void) => ReactNode;
}

/** Who can see a camera, by which links, and who did (specification 2, section 2). */
export function ManageAccessScreen({ cameraId, actions, leave }: ManageAccessScreenProps): ReactNode {
  useTranslation();
  const { data: camera, error, isFetching, refetch } = useSharingCamera(cameraId);
  const capabilities = useCapabilities(camera);
  if (error instanceof WatchpostError && error.code === 'not-found') {
    return (
      <EmptyState broken level="h2" title={text('missing')} text={text('missingText')}>
        <Link to={to.Dashboard()} className={buttonClass({ look: 'primary' })}>
          {text('toCameras')}
        </Link>
      </EmptyState>
    );
  }
  if (!camera && error) {
    return (
      <EmptyState broken level="h2" title={text('failed')} text={errorText(error, currentLocale())}>
        <Button look="primary" busy={isFetching} onClick={() => void refetch()}>
          {text('retry')}
        </Button>
      </EmptyState>
    );
  }
  if (camera && capabilities && !capabilities.canManageAccess) {
    return (
      <EmptyState
        level="h2"
        title={text('noAccess')}
        text={camera.sharedBy === null ? text('noAccessText') : text('noAccessAsk', { email: camera.sharedBy })}
      >
        <Link to={to.Camera(cameraId)} className={buttonClass({ look: 'primary' })}>
          {text('toCamera')}
        </Link>
      </EmptyState>
    );
  }
  if (!camera) return <Waiting />;
  return <Managed camera={camera} actions={actions} leave={(onClose) => leave(camera, onClose)} />;
}

function Managed({
  camera,
  actions,
  leave,
}: {
  camera: Camera;
  actions: HTMLElement | null;
  leave: (onClose: () => void) => ReactNode;
}): ReactNode {
  const now = useNow(30_000);
  const isLarge = useIsLarge();
  const people = useCameraPeople(camera.id, true);
  const invites = useCameraInvites(camera.id, true);
  const [isSharing, setSharing] = useState(false);
  const error = people.error ?? invites.error;
  const create = (
    <Button look="primary" icon={<Plus size={20} />} onClick={() => setSharing(true)}>
      {text('createLink')}
    </Button>
  );
  return (
    <div className="share-manage">
      {isLarge && actions ? createPortal(create, actions) : null}
      <div className="share-main">
        {people.users && invites.data ? (
          <>
            <Say
              sentences={sentences(
                people.total,
                people.users.filter((user) => cameraCapabilities({ ...camera, ...user }, now).canChangeSettings).length,
                people.guests.reduce((sum, { count }) => sum + count, 0),
                invites.data.filter(({ state }) => state === 'active').length,
              )}
            />
            {isLarge ? null : <div className="share-actions">{create}</div>}
            <People camera={camera} people={people} now={now} leave={leave} />
            <Links invites={invites.data} now={now} />
          </>
        ) : error ? (
          <EmptyState broken compact level="h2" title={text('failed')} text={errorText(error, currentLocale())}>
            <Button
              look="primary"
              busy={people.isBusy || invites.isFetching}
              onClick={() => {
                people.retry();
                void invites.refetch();
              }}
            >
              {text('retry')}
            </Button>
          </EmptyState>
        ) : (
          <WaitingLists />
        )}
      </div>
      <LogColumn cameraId={camera.id} now={now} />
      {isSharing ? <ShareDialogLoader cameraIds={[camera.id]} onClose={() => setSharing(false)} /> : null}
    </div>
  );
}

function sentences(people: number, changers: number, guests: number, links: number): readonly string[] {
  return [
    people === 1 ? text('onlyYou') : text('people', { count: people }) + text('changers', { count: changers }),
    ...(guests > 0 ? [text('guestsToo', { count: guests })] : []),
    text('activeLinks', { count: links }),
  ];
}

function Waiting(): ReactNode {
  return (
    <div className="share-manage">
      <div className="share-main">
        <WaitingLists />
      </div>
    </div>
  );
}

/** Placeholders of the lists. */
function WaitingLists(): ReactNode {
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {text('loading')}
      </span>
      <Say sentences={[]} waiting />
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} kind="row" />
      ))}
    </div>
  );
}
