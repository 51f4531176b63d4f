import { errorText } from '@watchpost/sdk-core';
import type { Camera, DeviceSettings, UpdateDeviceSettingsBody } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Segmented, Switch } from '../../../shared/ui/choice.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Banner, Spinner } from '../../../shared/ui/status.tsx';
import { SettingsStage } from '../../../shared/settings/settings-stage.tsx';
import { headingOf, useChangeDevice, useDeviceSettings } from './camera-settings-device-queries.ts';
import { deviceText } from './camera-settings-device-texts.ts';
import './camera-settings-device.css';

/** Settings of a phone used as a camera: lens, flashlight, Wi-Fi only (specification 2, section 2). */
export function PhoneSettings({ camera, more }: { readonly camera: Camera; readonly more?: ReactNode }): ReactNode {
  const query = useDeviceSettings(camera.id);
  return (
    <div className="settings-body">
      <div className="settings-main">
        <SettingsStage cameraId={camera.id}>{null}</SettingsStage>
      </div>
      <div className="settings-side">
        <section className="settings-part" aria-labelledby="settings-phone">
          <h2 id="settings-phone">{deviceText('section')}</h2>
          {query.data ? (
            <PhoneControls cameraId={camera.id} device={query.data} />
          ) : query.isFetching ? (
            <Spinner label={deviceText('loading')} />
          ) : query.error ? (
            <Failed error={query.error} onRetry={() => void query.refetch()} />
          ) : null}
        </section>
        {more}
      </div>
    </div>
  );
}

function Failed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }): ReactNode {
  return (
    <EmptyState broken title={deviceText(headingOf(error))} text={errorText(error, currentLocale())}>
      <Button look="primary" onClick={onRetry}>
        {deviceText('retry')}
      </Button>
    </EmptyState>
  );
}

function PhoneControls({ cameraId, device: { settings } }: { readonly cameraId: string; readonly device: DeviceSettings }): ReactNode {
  const change = useChangeDevice(cameraId);
  const isBusy = change.isPending;
  const set = (next: UpdateDeviceSettingsBody): void => change.mutate(next);
  const { lens, isFlashlightOn, isWiFiOnly } = settings;
  const hasNone = lens === undefined && isFlashlightOn === undefined && isWiFiOnly === undefined;
  return (
    <>
      {change.error && !isBusy ? (
        <Banner kind="danger" announce>
          <b>{deviceText(headingOf(change.error))}.</b> {errorText(change.error, currentLocale())}
        </Banner>
      ) : null}
      {hasNone ? <p className="dim">{deviceText('phoneLittle')}</p> : null}
      {lens === undefined ? null : (
        <div className="device-line">
          <span aria-hidden="true">{deviceText('lens')}</span>
          <Segmented
            small
            label={deviceText('lens')}
            value={lens}
            disabled={isBusy}
            onValue={(next) => set({ lens: next })}
            options={[
              { value: 'rear', label: deviceText('rear') },
              { value: 'front', label: deviceText('front') },
            ]}
          />
        </div>
      )}
      {isFlashlightOn === undefined ? null : (
        <Switch
          end
          label={deviceText('flashlight')}
          checked={isFlashlightOn}
          disabled={isBusy}
          onChange={(next) => set({ isFlashlightOn: next })}
        />
      )}
      {isWiFiOnly === undefined ? null : (
        <Switch
          end
          label={deviceText('wiFiOnly')}
          description={deviceText('wiFiOnlyText')}
          checked={isWiFiOnly}
          disabled={isBusy}
          onChange={(next) => set({ isWiFiOnly: next })}
        />
      )}
      <p className="device-status" role="status">
        {isBusy ? deviceText('changing') : ''}
      </p>
    </>
  );
}
