import { errorText } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { to } from '../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PtzControls } from './ptz-controls.tsx';
import { isMissing, usePtz, usePtzCamera } from './ptz-queries.ts';
import { PtzSkeleton } from './ptz-skeleton.tsx';
import { text } from './ptz-texts.ts';
import './ptz.css';

/** One camera, turned and zoomed: for its owner and for full access. */
export function PtzScreen({ cameraId }: { readonly cameraId: string }): ReactNode {
  useTranslation();
  const camera = usePtzCamera(cameraId);
  const isAllowed = camera.data?.isFullAccess === true;
  const ptz = usePtz(cameraId, isAllowed);
  const toCamera = <Link to={to.Camera(cameraId)} className={buttonClass({ look: 'primary' })}>{text('toCamera')}</Link>;

  if (isMissing(camera.error)) {
    return (
      <EmptyState broken title={text('missing')} text={text('missingText')}>
        <Link to={to.Dashboard()} className={buttonClass({ look: 'primary' })}>{text('toCameras')}</Link>
      </EmptyState>
    );
  }
  if (camera.data && !isAllowed) return <EmptyState title={text('noAccess')} text={text('noAccessText')}>{toCamera}</EmptyState>;
  if (ptz.data?.abilities === null) return <EmptyState title={text('unable')} text={text('unableText')}>{toCamera}</EmptyState>;
  // What was known stays while an answer is late: the picture may still be there.
  if (ptz.data?.abilities) return <PtzControls cameraId={cameraId} ptz={ptz.data} abilities={ptz.data.abilities} />;
  const failed = camera.error ? camera : ptz.error ? ptz : null;
  if (failed) {
    return (
      <EmptyState broken title={text('loadFailed')} text={errorText(failed.error, currentLocale())}>
        <Button look="primary" busy={failed.isFetching} onClick={() => void failed.refetch()}>{text('retry')}</Button>
      </EmptyState>
    );
  }
  return <PtzSkeleton />;
}
