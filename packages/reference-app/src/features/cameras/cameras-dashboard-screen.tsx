import type { Camera } from '@watchpost/sdk-core';
import { generalErrorText, formatMoment } from '@watchpost/sdk-core';
import { CircleCheck, CloudOff, LoaderCircle, Plus, Share2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { useNow } from '../../shared/live/now.ts';
import { loadCode } from '../../shared/browser/load-code.ts';
import { keepCameraCount, lastCameraCount } from '../../shared/browser/preferences.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useServerNow } from '../../shared/live/capabilities.ts';
import { useKnownUntil } from '../../shared/live/known-until.ts';
import { useLatestEvents } from '../../shared/live/latest-events.ts';
import { to } from '../../shared/navigation/targets.ts';
import { Button, buttonClass, IconButton } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { useCameras } from './cameras-queries.ts';
import { CameraTile, TileSkeleton } from './cameras-tile.tsx';
import { camerasTexts } from './cameras-texts.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';
import './cameras-dashboard.css';

// Loads on request: it needs the texts of all errors.
const OfflineHelp = lazy(async () => ({ default: (await loadCode(() => import('./cameras-offline-help.tsx'))).OfflineHelp }));

/** Up to this many cameras get larger pictures, which fill the screen as two rows of two. */
const few = 4;

export interface DashboardScreenProps {
  /** The shell's part of this screen's header. */
  readonly profile: ReactNode;
  /** The title: shows and switches the location. */
  readonly title: ReactNode;
  /** The room filter above the pictures. */
  readonly filters: ReactNode;
  /** The cameras of the chosen place, in its order; undefined until they are known. */
  readonly shown: readonly Camera[] | undefined;
  /** Replaces the pictures when the chosen place has no cameras. */
  readonly noneHere: ReactNode;
  /** Opens the dialog that shares cameras. */
  readonly onShare: () => void;
}

/** The dashboard: shows at a glance whether everything is all right. */
export function DashboardScreen({ profile, title, filters, shown, noneHere, onShare }: DashboardScreenProps): ReactNode {
  const { t } = useTranslation([camerasTexts, commonTexts]);
  usePageTitle(t('title'));
  const query = useCameras();
  const { data: cameras, error, refetch, isFetching } = query;
  const until = useKnownUntil(query);
  const hasCameras = cameras !== undefined && cameras.length > 0;
  const add = (
    <Link to={to.AddCamera()} className={buttonClass({ look: 'primary' })}>
      <Plus size={20} />
      {t('add')}
    </Link>
  );
  return (
    <>
      <header className="head">
        <h1 className="dashboard-title cut">{title}</h1>
        <div className="grow summary only-l" role="status">
          {hasCameras ? <Summary cameras={shown ?? cameras} until={until} /> : null}
        </div>
        {hasCameras ? (
          <>
            <span className="only-l">
              <Button icon={<Share2 size={20} />} onClick={onShare}>
                {t('share')}
              </Button>
            </span>
            <span className="only-s">
              <IconButton label={t('share')} onClick={onShare}>
                <Share2 size={24} />
              </IconButton>
            </span>
            <span className="only-l">{add}</span>
            <Link
              to={to.AddCamera()}
              className={`${buttonClass({ look: 'primary' })} only-s dashboard-add`}
              aria-label={t('add')}
              title={t('add')}
            >
              <Plus size={24} />
            </Link>
          </>
        ) : null}
        {profile}
      </header>
      {cameras === undefined && error ? (
        <EmptyState broken title={t('failedTitle')} text={generalErrorText(error, currentLocale())}>
          <Button look="primary" busy={isFetching} onClick={() => void refetch()}>
            {t('common:retry')}
          </Button>
        </EmptyState>
      ) : cameras?.length === 0 ? (
        <EmptyState title={t('emptyTitle')} text={t('emptyText')}>
          {add}
        </EmptyState>
      ) : (
        <>
          {filters}
          {hasCameras && shown?.length === 0 ? noneHere : <Tiles cameras={cameras && shown} count={cameras?.length} until={until} />}
        </>
      )}
    </>
  );
}

/** @param count of all cameras, in any place */
function Tiles({
  cameras,
  count: total,
  until,
}: {
  cameras: readonly Camera[] | undefined;
  count: number | undefined;
  until: number | null;
}): ReactNode {
  const { t } = useTranslation([camerasTexts, commonTexts]);
  const now = useNow(1000);
  const latest = useLatestEvents();
  const [expected] = useState(lastCameraCount);
  const count = cameras?.length ?? expected;
  useEffect(() => {
    if (total !== undefined) keepCameraCount(total);
  }, [total]);
  const [helpFor, setHelpFor] = useState<Camera | null>(null);
  return (
    <>
      <div className="summary only-s" role="status">
        {cameras === undefined ? (
          <span className="visually-hidden">{t('common:loading')}</span>
        ) : (
          <Summary cameras={cameras} until={until} />
        )}
      </div>
      <ul className={count <= few ? 'grid few' : 'grid'} aria-busy={cameras === undefined}>
        {cameras === undefined
          ? Array.from({ length: count }, (_, index) => <TileSkeleton key={index} />)
          : cameras.map((camera) => (
              <CameraTile key={camera.id} camera={camera} event={latest?.get(camera.id)} until={until} now={now} onHelp={setHelpFor} />
            ))}
      </ul>
      <Suspense>{helpFor ? <OfflineHelp camera={helpFor} onClose={() => setHelpFor(null)} /> : null}</Suspense>
    </>
  );
}

/** @param until when the known states were last true, Unix milliseconds; null while they are */
function Summary({ cameras, until }: { cameras: readonly Camera[]; until: number | null }): ReactNode {
  const { t } = useTranslation([camerasTexts, commonTexts]);
  const now = useServerNow();
  const count = (state: Camera['state']): number => cameras.filter((camera) => camera.state === state).length;
  const [online, connecting, offline] = [count('online'), count('connecting'), count('offline')];
  if (until !== null) {
    return (
      <>
        <span className="offline">
          <CloudOff size={16} />
          {t('noConnection')}
        </span>
        <span>{t('onlineAt', { count: online, time: formatMoment(until, now(), { locale: currentLocale() }) })}</span>
      </>
    );
  }
  return (
    <>
      <span className="online">
        <CircleCheck size={16} />
        {t('online', { count: online })}
      </span>
      {connecting > 0 ? (
        <span>
          <LoaderCircle className="wp-spin" size={16} />
          {t('connecting', { count: connecting })}
        </span>
      ) : null}
      {offline > 0 ? (
        <span className="offline">
          <CloudOff size={16} />
          {t('offline', { count: offline })}
        </span>
      ) : null}
    </>
  );
}
