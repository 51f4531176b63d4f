import { errorText, WatchpostError } from '@watchpost/sdk-core';
import type { Camera, CameraDetections } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useCapabilities } from '../../shared/live/capabilities.ts';
import { to } from '../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { useDetectionCamera, useDetections } from './smart-events-queries.ts';
import { text } from './smart-events-texts.ts';

export interface WithDetectionsProps {
  readonly cameraId: string;
  /** Shown while they load. */
  readonly placeholder: ReactNode;
  readonly children: (camera: Camera, detections: CameraDetections) => ReactNode;
}

/** Loads a camera's detections for users who can change them; all others see why not. */
export function WithDetections({ cameraId, placeholder, children }: WithDetectionsProps): ReactNode {
  useTranslation();
  const camera = useDetectionCamera(cameraId);
  const capabilities = useCapabilities(camera.data);
  const isAllowed = capabilities?.isManaged === true;
  const detections = useDetections(cameraId, isAllowed);
  const error = camera.error ?? detections.error;
  if (camera.data && capabilities && !isAllowed) {
    const isPhone = capabilities.canChangeSettings;
    return (
      <EmptyState title={text(isPhone ? 'phone' : 'noAccess')} text={text(isPhone ? 'phoneText' : 'noAccessText')}>
        <Link to={to.Camera(cameraId)} className={buttonClass({ look: 'primary' })}>
          {text('toCamera')}
        </Link>
      </EmptyState>
    );
  }
  if (camera.data && detections.data) return children(camera.data, detections.data);
  if (!error) return placeholder;
  const isForbidden = error instanceof WatchpostError && (error.code === 'forbidden' || error.code === 'not-found');
  const retry = (): void => {
    for (const query of [camera, detections]) if (query.error) void query.refetch();
  };
  return (
    <EmptyState broken title={text('loadFailed')} text={errorText(error, currentLocale())}>
      {isForbidden ? (
        <Link to={to.Dashboard()} className={buttonClass({ look: 'primary' })}>
          {text('toCamera')}
        </Link>
      ) : (
        <Button look="primary" onClick={retry}>
          {text('retry')}
        </Button>
      )}
    </EmptyState>
  );
}
