import { useSignals } from '@preact/signals-react/runtime';
import type { PhoneCamera } from '@watchpost/sdk-core';
import { BatteryCharging, BatteryMedium, Flashlight, FlashlightOff, Mic, MicOff, Settings, SwitchCamera } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Switch } from '../../shared/ui/choice.tsx';
import { text } from './phone-camera-page-texts.ts';

/** Controls within reach of the thumb: lens, light, microphone, and settings. */
export function PhoneControls({ camera }: { readonly camera: PhoneCamera }): ReactNode {
  useSignals();
  const { lens, withSound, withTorch } = camera.settings.value;
  const abilities = camera.abilities.value;
  const [isOpen, setIsOpen] = useState(false);
  const another = lens === 'front' ? 'rear' : 'front';
  return (
    <div className="phone-page-foot">
      {isOpen ? <PhoneSettingsPanel camera={camera} /> : null}
      {withSound && abilities?.hasSound === false ? <p className="phone-page-small">{text('noSound')}</p> : null}
      <div className="phone-page-bar">
        <Control
          label={text(another === 'front' ? 'lensFront' : 'lensRear')}
          icon={<SwitchCamera size={24} />}
          onPress={() => camera.set({ lens: another })}
        />
        {abilities?.hasTorch ? (
          <Control
            label={text(withTorch ? 'torchOff' : 'torchOn')}
            icon={withTorch ? <Flashlight size={24} /> : <FlashlightOff size={24} />}
            isOn={withTorch}
            onPress={() => camera.set({ withTorch: !withTorch })}
          />
        ) : null}
        <Control
          label={text(withSound ? 'soundOff' : 'soundOn')}
          icon={withSound ? <Mic size={24} /> : <MicOff size={24} />}
          onPress={() => camera.set({ withSound: !withSound })}
        />
        <Control label={text(isOpen ? 'less' : 'more')} icon={<Settings size={24} />} isOn={isOpen} onPress={() => setIsOpen(!isOpen)} />
      </div>
      <Button size="l" wide onClick={camera.stop}>
        {text('stop')}
      </Button>
    </div>
  );
}

function Control({
  label,
  icon,
  isOn = false,
  onPress,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isOn?: boolean;
  readonly onPress: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      className={isOn ? 'phone-page-control on' : 'phone-page-control'}
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      {icon}
    </button>
  );
}

function PhoneSettingsPanel({ camera }: { readonly camera: PhoneCamera }): ReactNode {
  useSignals();
  const { wifiOnly } = camera.settings.value;
  const network = camera.network.value;
  const isNetworkKnown = network !== 'unknown';
  return (
    <div className="phone-page-panel">
      <Switch
        end
        label={text('wifiOnly')}
        description={text(isNetworkKnown ? 'wifiHint' : 'wifiUnknown')}
        checked={isNetworkKnown && wifiOnly}
        disabled={!isNetworkKnown}
        onChange={(next) => camera.set({ wifiOnly: next })}
      />
      <Battery camera={camera} />
      <p>{text('screen')}</p>
    </div>
  );
}

function Battery({ camera }: { readonly camera: PhoneCamera }): ReactNode {
  useSignals();
  const battery = camera.battery.value;
  const level = Math.round((battery?.level ?? 0) * 100);
  return (
    <p className="phone-page-battery">
      {battery?.isCharging ? <BatteryCharging size={24} /> : <BatteryMedium size={24} />}
      {battery === null ? text('batteryUnknown') : text(battery.isCharging ? 'batteryCharging' : 'batteryAlone', { level })}
    </p>
  );
}
