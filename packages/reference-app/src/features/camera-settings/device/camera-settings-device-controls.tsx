import { errorText } from '@watchpost/sdk-core';
import type { DeviceSettings, NightVision, PictureRotation, UpdateDeviceSettingsBody } from '@watchpost/sdk-core';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Segmented, Select, Slider, Switch } from '../../../shared/ui/choice.tsx';
import { Banner, ListRow } from '../../../shared/ui/status.tsx';
import { headingOf, useChangeDevice } from './camera-settings-device-queries.ts';
import { deviceText } from './camera-settings-device-texts.ts';
import { RestartRow } from './camera-settings-restart.tsx';
import { zoneLabel } from './camera-settings-zone-names.ts';

const rotationNames = { 0: 'landscape', 90: 'portrait', 180: 'upsideDown', 270: 'portraitLeft' } as const satisfies Record<
  PictureRotation,
  string
>;

/** Pages of the dialog. */
export type DeviceView = 'settings' | 'network' | 'timeZone';

export interface DeviceControlsProps {
  readonly cameraId: string;
  readonly device: DeviceSettings;
  readonly onView: (view: DeviceView) => void;
}

/** Renders a control for each setting of this camera; a change applies immediately and is shown once the camera has confirmed it. */
export function DeviceControls({ cameraId, device, onView }: DeviceControlsProps): ReactNode {
  const change = useChangeDevice(cameraId);
  const { settings, network, canRestart } = device;
  const isBusy = change.isPending;
  const set = (next: UpdateDeviceSettingsBody): void => change.mutate(next);
  const isLittle = Object.keys(settings).every((name) => name === 'timeZone') && network.length === 0;
  return (
    <>
      {change.error && !isBusy ? (
        <Banner kind="danger" announce>
          <b>{deviceText(headingOf(change.error))}.</b> {errorText(change.error, currentLocale())}
        </Banner>
      ) : null}
      {isLittle ? <p className="dim">{deviceText('little')}</p> : null}
      <PictureControls device={device} isBusy={isBusy} onChange={set} />
      <SoundControls device={device} isBusy={isBusy} onChange={set} />
      <section className="device-part" aria-label={deviceText('more')}>
        <ul className="device-rows">
          {network.length === 0 ? null : (
            <li data-view="network">
              <ListRow
                title={deviceText('network')}
                text={network.find(({ isActive }) => isActive)?.ip ?? undefined}
                after={<ChevronRight size={16} aria-hidden="true" />}
                onPress={() => onView('network')}
              />
            </li>
          )}
          {settings.timeZone === undefined ? null : (
            <li data-view="timeZone">
              <ListRow
                title={deviceText('timeZone')}
                text={settings.timeZone === null ? deviceText('unknownZone') : zoneLabel(settings.timeZone, currentLocale())}
                after={<ChevronRight size={16} aria-hidden="true" />}
                onPress={() => onView('timeZone')}
              />
            </li>
          )}
          {canRestart ? <RestartRow cameraId={cameraId} /> : null}
        </ul>
      </section>
      <p className="device-status" role="status">
        {isBusy ? deviceText('changing') : ''}
      </p>
    </>
  );
}

interface PartProps {
  readonly device: DeviceSettings;
  readonly isBusy: boolean;
  readonly onChange: (change: UpdateDeviceSettingsBody) => void;
}

function PictureControls({ device: { settings, choices }, isBusy, onChange }: PartProps): ReactNode {
  const { rotation, isMirroredHorizontally, isMirroredVertically, nightVision, isFlashlightOn } = settings;
  if ([rotation, isMirroredHorizontally, isMirroredVertically, nightVision, isFlashlightOn].every((value) => value === undefined))
    return null;
  const rotations = choices.rotation ?? [];
  const modes: readonly NightVision[] = choices.nightVision ?? ['on', 'off', 'auto'];
  return (
    <section className="device-part" aria-labelledby="device-picture">
      <h3 id="device-picture">{deviceText('picture')}</h3>
      {nightVision === undefined ? null : (
        <div className="device-line">
          <span aria-hidden="true">{deviceText('nightVision')}</span>
          <Segmented
            small
            label={deviceText('nightVision')}
            value={nightVision}
            disabled={isBusy}
            onValue={(next) => onChange({ nightVision: next })}
            options={modes.map((mode) => ({ value: mode, label: deviceText(mode) }))}
          />
        </div>
      )}
      {isFlashlightOn === undefined ? null : (
        <Switch
          end
          label={deviceText('flashlight')}
          checked={isFlashlightOn}
          disabled={isBusy}
          onChange={(next) => onChange({ isFlashlightOn: next })}
        />
      )}
      {rotation === undefined ? null : (
        <Select
          label={deviceText('orientation')}
          value={String(rotation)}
          disabled={isBusy}
          onValue={(next) => {
            const chosen = rotations.find((degrees) => String(degrees) === next);
            if (chosen !== undefined) onChange({ rotation: chosen });
          }}
          options={rotations.map((degrees) => ({ value: String(degrees), label: deviceText(rotationNames[degrees]) }))}
        />
      )}
      {isMirroredHorizontally === undefined ? null : (
        <Switch
          end
          label={deviceText('mirrorHorizontally')}
          description={deviceText('mirrorHorizontallyText')}
          checked={isMirroredHorizontally}
          disabled={isBusy}
          onChange={(next) => onChange({ isMirroredHorizontally: next })}
        />
      )}
      {isMirroredVertically === undefined ? null : (
        <Switch
          end
          label={deviceText('mirrorVertically')}
          description={deviceText('mirrorVerticallyText')}
          checked={isMirroredVertically}
          disabled={isBusy}
          onChange={(next) => onChange({ isMirroredVertically: next })}
        />
      )}
    </section>
  );
}

function SoundControls({ device: { settings }, isBusy, onChange }: PartProps): ReactNode {
  const { isMicrophoneOn, microphoneSensitivity } = settings;
  /** The value while the thumb moves; the camera receives it on release. */
  const [moved, setMoved] = useState<number | null>(null);
  if (isMicrophoneOn === undefined && microphoneSensitivity === undefined) return null;
  return (
    <section className="device-part" aria-labelledby="device-sound">
      <h3 id="device-sound">{deviceText('sound')}</h3>
      {isMicrophoneOn === undefined ? null : (
        <Switch
          end
          label={deviceText('microphone')}
          description={deviceText('microphoneText')}
          checked={isMicrophoneOn}
          disabled={isBusy}
          onChange={(next) => onChange({ isMicrophoneOn: next })}
        />
      )}
      {microphoneSensitivity === undefined ? null : (
        <Slider
          label={deviceText('sensitivity')}
          value={moved ?? microphoneSensitivity}
          minimum={0}
          maximum={100}
          step={5}
          format={(value) => deviceText('percent', { value })}
          disabled={isBusy || isMicrophoneOn === false}
          onValue={setMoved}
          onCommit={(value) => {
            setMoved(null);
            if (value !== microphoneSensitivity) onChange({ microphoneSensitivity: value });
          }}
        />
      )}
    </section>
  );
}
