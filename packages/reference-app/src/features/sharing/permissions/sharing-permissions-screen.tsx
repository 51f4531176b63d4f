import { useQuery } from '@tanstack/react-query';
import { cameraCapabilities, errorText } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import { Link2, Share2, VolumeX, CalendarClock } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow } from '../../../shared/live/now.ts';
import { useIsLarge } from '../../../shared/browser/media.ts';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../../shared/ui/status.tsx';
import { noFilters } from '../log/sharing-log-filters.tsx';
import { LogSection } from '../log/sharing-log-section.tsx';
import { Say } from '../manage/sharing-manage-say.tsx';
import { useAllPeople, useOwnInvites, useSharingCameras } from '../manage/sharing-queries.ts';
import { ShareDialogLoader } from '../manage/sharing-share.tsx';
import { LinksDialog } from './sharing-links-dialog.tsx';
import { MatrixDialogs } from './sharing-matrix-dialogs.tsx';
import { useFolds } from './sharing-matrix-folds.ts';
import { MatrixList } from './sharing-matrix-list.tsx';
import { MatrixPager, pageSizeFor, useMatrixPage } from './sharing-matrix-pages.tsx';
import type { MatrixAction } from './sharing-matrix-person.tsx';
import { MatrixTable } from './sharing-matrix-table.tsx';
import { groupCameras, matrixPeople, matrixRow } from './sharing-matrix.ts';
import { permissionSentences } from './sharing-permissions-say.ts';
import { text } from './sharing-permissions-texts.ts';
import '../manage/sharing-manage.css';
import './sharing-permissions.css';

/** Everyone with access to the cameras that the user manages, and what they did (specification 2, section 2). */
export function PermissionsScreen({
  actions,
}: {
  /** The header's place for actions on large screens. */ readonly actions: HTMLElement | null;
}): ReactNode {
  useTranslation();
  const cameras = useSharingCameras();
  const now = useServerNow();
  const managed = cameras.data?.filter((camera) => cameraCapabilities(camera, now()).canManageAccess);
  if (managed?.length === 0) {
    return (
      <EmptyState level="h2" title={text('noneTitle')} text={text('noneText')}>
        <Link to={to.AddCamera()} className={buttonClass({ look: 'primary' })}>
          {text('addCamera')}
        </Link>
      </EmptyState>
    );
  }
  if (managed) return <Permissions cameras={managed} actions={actions} />;
  return cameras.error ? <Failed error={cameras.error} isBusy={cameras.isFetching} onRetry={() => void cameras.refetch()} /> : <Waiting />;
}

function Permissions({ cameras, actions }: { cameras: readonly Camera[]; actions: HTMLElement | null }): ReactNode {
  const client = useClient();
  const now = useNow(30_000);
  const isLarge = useIsLarge();
  const people = useAllPeople();
  const { data: invites } = useOwnInvites();
  const { data: config } = useQuery({ queryKey: ['locations'], queryFn: ({ signal }) => client.locations.get({ signal }) });
  const [choice, setChoice] = useState(() => noFilters(now));
  const [open, setOpen] = useState<'links' | 'share' | null>(null);
  const [asked, setAsked] = useState<MatrixAction | null>(null);
  const close = (): void => setOpen(null);
  const groups = groupCameras(cameras, config);
  const everyone = people.users && matrixPeople(people.users, people.guests);
  const folds = useFolds(groups);
  // A phone's list has few cameras of each person.
  const page = useMatrixPage(everyone ?? [], people, pageSizeFor(isLarge ? folds.count : 1));
  // Only those who are shown: with hundreds of people all rows would be tens of thousands of cells.
  const rows = page.people.map((person) => matrixRow(person, groups));
  const matrix = useRef<HTMLDivElement>(null);
  const activeCount = invites?.filter(({ state }) => state === 'active').length ?? 0;

  const act = (action: MatrixAction): void => {
    if (action.kind !== 'log' && action.kind !== 'log-person') return setAsked(action);
    setChoice({
      ...noFilters(now),
      days: 90,
      viewerId: action.person.kind === 'user' ? action.person.user.customerId : '',
      cameraId: action.kind === 'log' ? action.cell.camera.id : '',
    });
    const log = document.getElementById('access-log');
    log?.scrollIntoView();
    log?.focus({ preventScroll: true });
  };
  const buttons = (
    <>
      <Button icon={<Link2 size={20} />} onClick={() => setOpen('links')}>
        {text('links')}
        {activeCount > 0 ? <span className="permissions-count n">{activeCount}</span> : null}
      </Button>
      <Button look="primary" icon={<Share2 size={20} />} onClick={() => setOpen('share')}>
        {text('share')}
      </Button>
    </>
  );
  return (
    <div className="permissions">
      {isLarge && actions ? createPortal(buttons, actions) : null}
      {people.users && everyone ? (
        <>
          <Say
            sentences={permissionSentences(
              { cameras, users: people.users, total: people.total, guests: people.guests, invites: invites ?? [] },
              now,
            )}
          />
          {isLarge ? null : <div className="share-actions">{buttons}</div>}
          <div ref={matrix} className="matrix-place">
            {isLarge ? <MatrixTable {...{ groups, folds, rows, now }} onAction={act} /> : <MatrixList {...{ rows, now }} onAction={act} />}
            <MatrixPager page={page} onTurn={() => matrix.current?.scrollIntoView()} />
            {everyone.length === 1 ? <p className="dim matrix-alone">{text('alone')}</p> : <Key />}
          </div>
        </>
      ) : people.error ? (
        <Failed error={people.error} isBusy={people.isBusy} onRetry={people.retry} />
      ) : (
        <Waiting />
      )}
      <LogSection
        choice={choice}
        onChoice={(next) => setChoice({ ...next, since: now })}
        people={people.users ?? []}
        cameras={cameras}
        now={now}
      />
      {open === 'links' ? <LinksDialog now={now} onClose={close} /> : null}
      {open === 'share' ? <ShareDialogLoader cameraIds={[]} onClose={close} /> : null}
      {asked ? <MatrixDialogs action={asked} cameras={cameras} onClose={() => setAsked(null)} /> : null}
    </div>
  );
}

/** What the words and icons mean. */
function Key(): ReactNode {
  return (
    <ul className="matrix-key">
      {(['full', 'view', 'live'] as const).map((word) => (
        <li key={word}>
          <b className="strong">{text(word)}</b> {text(`${word}Key`)}
        </li>
      ))}
      <li>
        <VolumeX size={16} />
        {text('noSoundKey')}
      </li>
      <li>
        <CalendarClock size={16} />
        {text('timeKey')}
      </li>
    </ul>
  );
}

function Failed({ error, isBusy, onRetry }: { error: Error; isBusy: boolean; onRetry: () => void }): ReactNode {
  return (
    <EmptyState broken level="h2" title={text('failed')} text={errorText(error, currentLocale())}>
      <Button look="primary" busy={isBusy} onClick={onRetry}>
        {text('retry')}
      </Button>
    </EmptyState>
  );
}

function Waiting(): ReactNode {
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {text('loading')}
      </span>
      <Say sentences={[]} waiting />
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} kind="row" />
      ))}
    </div>
  );
}
