import { errorText, WatchpostError } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useCapabilities } from '../../shared/live/capabilities.ts';
import { to } from '../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { CameraSettingsForm } from './camera-settings-form.tsx';
import { useMotionSettings, useRecordingSettings, useSettingsCamera } from './camera-settings-queries.ts';
import { text } from './camera-settings-texts.ts';
import { PhoneSettings } from './device/camera-settings-phone.tsx';
import '../../shared/settings/settings-layout.css';
import './camera-settings.css';

/** Settings of one camera, for its owner and users with full access; other viewers see a notice. */
export function CameraSettingsScreen({
  cameraId,
  detections,
  more,
}: {
  readonly cameraId: string;
  /** Other detections than motion, of a camera that has them. */
  readonly detections?: ((camera: Camera) => ReactNode) | undefined;
  /** Settings of other features. `isManaged`: false for a phone. */
  readonly more?: ((camera: Camera, isManaged: boolean) => ReactNode) | undefined;
}): ReactNode {
  useTranslation();
  const camera = useSettingsCamera(cameraId);
  const capabilities = useCapabilities(camera.data);
  const isAllowed = capabilities?.canChangeSettings === true;
  const isPhone = isAllowed && !capabilities.isManaged;
  const recording = useRecordingSettings(cameraId, isAllowed && !isPhone);
  const motion = useMotionSettings(cameraId, isAllowed && !isPhone);
  const error = camera.error ?? recording.error ?? motion.error;
  const isForbidden = error instanceof WatchpostError && (error.code === 'forbidden' || error.code === 'not-found');
  if (camera.data && !isAllowed) return <NoAccess camera={camera.data} />;
  if (camera.data && isPhone) return <PhoneSettings key={cameraId} camera={camera.data} more={more?.(camera.data, false)} />;
  if (camera.data && recording.data && motion.data)
    return (
      <CameraSettingsForm
        key={cameraId}
        camera={camera.data}
        recording={recording.data}
        motion={motion.data}
        detections={detections?.(camera.data)}
        more={more?.(camera.data, true)}
      />
    );
  if (error) {
    const retry = (): void => {
      for (const query of [camera, recording, motion]) if (query.error) void query.refetch();
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
  return <Skeleton />;
}

function NoAccess({ camera }: { camera: Camera }): ReactNode {
  return (
    <EmptyState title={text('noAccess')} text={text('noAccessText')}>
      <Link to={to.Camera(camera.id)} className={buttonClass({ look: 'primary' })}>
        {text('toCamera')}
      </Link>
    </EmptyState>
  );
}

/** Placeholders for what is loading. */
function Skeleton(): ReactNode {
  return (
    <div className="settings-body" role="status" aria-label={text('loading')}>
      <div className="settings-stage sk" />
      <div className="settings-side" aria-hidden="true">
        {Array.from({ length: 4 }, (_, index) => (
          <span key={index} className="sk settings-sk" />
        ))}
      </div>
    </div>
  );
}
