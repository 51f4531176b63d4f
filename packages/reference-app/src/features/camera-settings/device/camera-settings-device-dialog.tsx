import { errorText, formatDuration } from '@watchpost/sdk-core';
import type { Camera, DeviceSettings } from '@watchpost/sdk-core';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useNow } from '../../../shared/live/now.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Progress } from '../../../shared/ui/status.tsx';
import { DeviceControls } from './camera-settings-device-controls.tsx';
import type { DeviceView } from './camera-settings-device-controls.tsx';
import { headingOf, useDeviceSettings } from './camera-settings-device-queries.ts';
import { deviceText } from './camera-settings-device-texts.ts';
import { NetworkView } from './camera-settings-network.tsx';
import { TimeZoneView } from './camera-settings-time-zone.tsx';
import './camera-settings-device.css';

/** Specification 2, section 9, ms. */
const timeoutMs = 2 * 60_000;

/** Shows the camera's own settings, read from the camera each time the dialog opens. */
export function DeviceDialog({ camera, onClose }: { readonly camera: Pick<Camera, 'id'>; readonly onClose: () => void }): ReactNode {
  const query = useDeviceSettings(camera.id);
  const [view, setView] = useState<DeviceView>('settings');
  const [cameFrom, setCameFrom] = useState<DeviceView>('settings');
  const show = (next: DeviceView): void => {
    setCameFrom(view);
    setView(next);
  };
  const isLoading = query.isFetching && !query.data;
  return (
    <Dialog
      title={deviceText(view === 'settings' ? 'title' : view)}
      size="m"
      onClose={onClose}
      footer={
        isLoading ? (
          <Button look="quiet" onClick={onClose}>
            {deviceText('cancel')}
          </Button>
        ) : null
      }
    >
      {isLoading ? (
        <Loading />
      ) : query.data ? (
        <Ready cameraId={camera.id} device={query.data} view={view} cameFrom={cameFrom} onView={show} />
      ) : query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
    </Dialog>
  );
}

function Loading(): ReactNode {
  const [startedAt] = useState(useServerNow());
  const passed = Math.max(0, useNow(1000) - startedAt);
  return (
    <Progress
      label={deviceText('loading')}
      value={passed / timeoutMs}
      left={deviceText('timeLeft', { time: formatDuration(Math.max(0, timeoutMs - passed)) })}
    >
      {deviceText('loadingText')}
    </Progress>
  );
}

function Failed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }): ReactNode {
  return (
    <div role="alert">
      <EmptyState broken title={deviceText(headingOf(error))} text={errorText(error, currentLocale())}>
        <Button look="primary" onClick={onRetry}>
          {deviceText('retry')}
        </Button>
      </EmptyState>
    </div>
  );
}

interface ReadyProps {
  readonly cameraId: string;
  readonly device: DeviceSettings;
  readonly view: DeviceView;
  readonly cameFrom: DeviceView;
  readonly onView: (view: DeviceView) => void;
}

function Ready({ cameraId, device, view, cameFrom, onView }: ReadyProps): ReactNode {
  const inner = useRef<HTMLDivElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    // The focused element is gone with the previous view: focus returns to where the user was, or to the start.
    const target =
      inner.current?.querySelector<HTMLElement>(view === 'settings' ? `[data-view="${cameFrom}"] button` : '.device-back') ?? inner.current;
    if (shown.current !== view || !inner.current?.contains(document.activeElement)) target?.focus();
    shown.current = view;
  }, [view, cameFrom]);
  return (
    <div ref={inner} tabIndex={-1} className="device">
      {view === 'settings' ? (
        <DeviceControls cameraId={cameraId} device={device} onView={onView} />
      ) : (
        <>
          <button type="button" className="device-back" onClick={() => onView('settings')}>
            <ChevronLeft size={16} aria-hidden="true" />
            {deviceText('back')}
          </button>
          {view === 'network' ? (
            <NetworkView cameraId={cameraId} interfaces={device.network} canChange={device.canChangeNetwork} />
          ) : (
            <TimeZoneView cameraId={cameraId} value={device.settings.timeZone ?? null} onDone={() => onView('settings')} />
          )}
        </>
      )}
    </div>
  );
}
