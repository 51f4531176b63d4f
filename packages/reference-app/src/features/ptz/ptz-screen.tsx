import { errorText } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useCapabilities } from '../../shared/live/capabilities.ts';
import { to } from '../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PtzControls } from './ptz-controls.tsx';
import { isMissing, usePtz, usePtzCamera } from './ptz-queries.ts';
import { PtzSkeleton } from './ptz-skeleton.tsx';
import { text } from './ptz-texts.ts';
import './ptz.css';

/** PTZ control of one camera, for users who can move it. */
export function PtzScreen({ cameraId }: { readonly cameraId: string }): ReactNode {
  useTranslation();
  const camera = usePtzCamera(cameraId);
  const capabilities = useCapabilities(camera.data);
  const isAllowed = capabilities?.canMove === true;
  const ptz = usePtz(cameraId, isAllowed);
  const toCamera = (
    <Link to={to.Camera(cameraId)} className={buttonClass({ look: 'primary' })}>
      {text('toCamera')}
    </Link>
  );

  if (isMissing(camera.error)) {
    return (
      <EmptyState broken title={text('missing')} text={text('missingText')}>
        <Link to={to.Dashboard()} className={buttonClass({ look: 'primary' })}>
          {text('toCameras')}
        </Link>
      </EmptyState>
    );
  }
  if (camera.data && !isAllowed)
    return (
      <EmptyState title={text('noAccess')} text={text('noAccessText')}>
        {toCamera}
      </EmptyState>
    );
  if (ptz.data?.abilities === null)
    return (
      <EmptyState title={text('unable')} text={text('unableText')}>
        {toCamera}
      </EmptyState>
    );
  // Known controls stay while a response is late, because the picture may still work.
  if (ptz.data?.abilities)
    return (
      <PtzControls
        cameraId={cameraId}
        ptz={ptz.data}
        abilities={ptz.data.abilities}
        canConfigure={capabilities?.canChangeSettings === true}
      />
    );
  const failed = camera.error ? camera : ptz.error ? ptz : null;
  if (failed) {
    return (
      <EmptyState broken title={text('loadFailed')} text={errorText(failed.error, currentLocale())}>
        <Button look="primary" busy={failed.isFetching} onClick={() => void failed.refetch()}>
          {text('retry')}
        </Button>
      </EmptyState>
    );
  }
  return <PtzSkeleton />;
}
