import type { Camera } from '@watchpost/sdk-core';
import { errorText } from '@watchpost/sdk-core';
import { CircleCheck, CloudOff, LoaderCircle, Plus, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow, usePageTitle } from '../../shared/browser/hooks.ts';
import { keepCameraCount, lastCameraCount } from '../../shared/browser/preferences.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useLatestEvents } from '../../shared/live/latest-events.ts';
import { to } from '../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { OfflineHelp } from './cameras-offline-help.tsx';
import { useCameras } from './cameras-queries.ts';
import { CameraTile, TileSkeleton } from './cameras-tile.tsx';
import './cameras-dashboard.css';

/** So many cameras get larger pictures: they fill the screen as two rows of two. */
const few = 4;

export interface DashboardScreenProps {
  /** The shell's parts of this screen's header. */
  readonly logo: ReactNode;
  readonly profile: ReactNode;
  readonly onShare: () => void;
  /** What the title says and leads to: which location is shown. */
  readonly title: ReactNode;
  /** Chooses among rooms, over the pictures. */
  readonly filters: ReactNode;
  /** The cameras of the chosen place, in its order; undefined until they are known. */
  readonly shown: readonly Camera[] | undefined;
  /** Stands in the pictures' place when there are cameras, but not here. */
  readonly noneHere: ReactNode;
}

/** Is everything all right? */
export function DashboardScreen({ logo, profile, onShare, title, filters, shown, noneHere }: DashboardScreenProps): ReactNode {
  const { t } = useTranslation();
  usePageTitle(t('cameras.title'));
  const { data: cameras, error, refetch, isFetching } = useCameras();
  const hasCameras = cameras !== undefined && cameras.length > 0;
  const add = (
    <Link to={to.AddCamera()} className={buttonClass({ look: 'primary' })}>
      <Plus size={20} />
      {t('cameras.add')}
    </Link>
  );
  const share = (
    <Button icon={<Share2 size={20} />} onClick={onShare} aria-haspopup="dialog">
      {t('cameras.share')}
    </Button>
  );
  return (
    <>
      <header className="head">
        {logo}
        <h1 className="dashboard-title cut">{title}</h1>
        <div className="grow summary only-l" role="status">
          {hasCameras ? <Summary cameras={shown ?? cameras} /> : null}
        </div>
        {hasCameras ? (
          <div className="head-actions only-l">
            {share}
            {add}
          </div>
        ) : null}
        {profile}
      </header>
      {cameras === undefined && error ? (
        <EmptyState broken title={t('cameras.failedTitle')} text={errorText(error, currentLocale())}>
          <Button look="primary" busy={isFetching} onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </EmptyState>
      ) : cameras?.length === 0 ? (
        <EmptyState title={t('cameras.emptyTitle')} text={t('cameras.emptyText')}>
          {add}
        </EmptyState>
      ) : (
        <>
          {filters}
          {hasCameras && shown?.length === 0 ? noneHere : <Tiles cameras={cameras && shown} count={cameras?.length} />}
        </>
      )}
      {hasCameras ? (
        <div className="dock only-s">
          {share}
          {add}
        </div>
      ) : null}
    </>
  );
}

/** @param count of all cameras, here or elsewhere */
function Tiles({ cameras, count: total }: { cameras: readonly Camera[] | undefined; count: number | undefined }): ReactNode {
  const { t } = useTranslation();
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
        {cameras === undefined ? <span className="visually-hidden">{t('common.loading')}</span> : <Summary cameras={cameras} />}
      </div>
      <ul className={count <= few ? 'grid few' : 'grid'} aria-busy={cameras === undefined}>
        {cameras === undefined
          ? Array.from({ length: count }, (_, index) => <TileSkeleton key={index} />)
          : cameras.map((camera) => <CameraTile key={camera.id} camera={camera} event={latest?.get(camera.id)} now={now} onHelp={setHelpFor} />)}
      </ul>
      {helpFor ? <OfflineHelp camera={helpFor} onClose={() => setHelpFor(null)} /> : null}
    </>
  );
}

function Summary({ cameras }: { cameras: readonly Camera[] }): ReactNode {
  const { t } = useTranslation();
  const count = (state: Camera['state']): number => cameras.filter((camera) => camera.state === state).length;
  const [online, connecting, offline] = [count('online'), count('connecting'), count('offline')];
  return (
    <>
      <span className="online">
        <CircleCheck size={16} />
        {t('cameras.online', { count: online })}
      </span>
      {connecting > 0 ? (
        <span>
          <LoaderCircle className="wp-spin" size={16} />
          {t('cameras.connecting', { count: connecting })}
        </span>
      ) : null}
      {offline > 0 ? (
        <span className="offline">
          <CloudOff size={16} />
          {t('cameras.offline', { count: offline })}
        </span>
      ) : null}
    </>
  );
}
