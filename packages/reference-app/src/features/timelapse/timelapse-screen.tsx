import { errorText, maxTimelapseSeconds, minTimelapseSeconds } from '@watchpost/sdk-core';
import type { TimelapseChannel, TimelapseSettings, UpdateTimelapseSettingsBody } from '@watchpost/sdk-core';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useCapabilities } from '../../shared/live/capabilities.ts';
import { to } from '../../shared/navigation/targets.ts';
import { useSaving } from '../../shared/settings/saving.ts';
import type { SaveState } from '../../shared/settings/saving.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { Checkbox, Slider, Switch } from '../../shared/ui/choice.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Banner, Skeleton } from '../../shared/ui/status.tsx';
import { TimelapseHoursFields } from './timelapse-hours.tsx';
import { useChangeTimelapse, useTimelapse, useTimelapseCamera } from './timelapse-queries.ts';
import { text } from './timelapse-texts.ts';
import './timelapse.css';

/** The timelapse settings of a camera (specification 2, section 3). Each change is saved at once. */
export function TimelapseScreen({ cameraId }: { readonly cameraId: string }): ReactNode {
  useTranslation();
  const camera = useTimelapseCamera(cameraId);
  const capabilities = useCapabilities(camera.data);
  const isAllowed = capabilities?.isManaged === true;
  const settings = useTimelapse(cameraId, isAllowed);
  const error = camera.error ?? settings.error;
  if (capabilities && !isAllowed) {
    return (
      <EmptyState title={text('noAccess')} text={text('noAccessText')}>
        <Link to={to.Camera(cameraId)} className={buttonClass({ look: 'primary' })}>
          {text('toCamera')}
        </Link>
      </EmptyState>
    );
  }
  if (settings.data) return <Settings cameraId={cameraId} settings={settings.data} />;
  if (!error) {
    return (
      <div className="timelapse" role="status" aria-label={text('loading')}>
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} kind="row" />
        ))}
      </div>
    );
  }
  return (
    <EmptyState broken title={text('loadFailed')} text={errorText(error, currentLocale())}>
      <Button look="primary" onClick={() => void (camera.error ? camera.refetch() : settings.refetch())}>
        {text('retry')}
      </Button>
    </EmptyState>
  );
}

interface SettingsProps {
  readonly cameraId: string;
  readonly settings: TimelapseSettings;
}

function Settings({ cameraId, settings }: SettingsProps): ReactNode {
  const { isAvailable, isEnabled, hours, lengthSeconds, channels, availableChannels } = settings;
  const change = useChangeTimelapse(cameraId);
  const saving = useSaving();
  /** Where the slider is held; null when it is released. */
  const [held, setHeld] = useState<number | null>(null);
  const save = async (body: UpdateTimelapseSettingsBody): Promise<void> => {
    await saving.save(() => change.mutateAsync(body));
    setHeld(null);
  };
  const withChannel = (channel: TimelapseChannel, isIn: boolean): TimelapseChannel[] =>
    isIn ? [...channels, channel] : channels.filter((one) => one !== channel);
  return (
    <div className="timelapse">
      <p className="dim">{text('intro')}</p>
      {isAvailable ? null : (
        <Banner kind="warning">
          <b>{text('unavailable')}</b> {text('unavailableText')}
        </Banner>
      )}
      <Switch label={text('enable')} checked={isEnabled} disabled={change.isPending} onChange={(isOn) => void save({ isEnabled: isOn })} />
      <TimelapseHoursFields hours={hours} onHours={(next) => void save({ hours: next })} />
      <section className="detection-part">
        <Slider
          label={text('length')}
          value={held ?? lengthSeconds}
          minimum={minTimelapseSeconds}
          maximum={maxTimelapseSeconds}
          step={5}
          format={(count) => text('seconds', { count })}
          onValue={setHeld}
          onCommit={(next) => void save({ lengthSeconds: next })}
        />
        <p className="small dim">{text('lengthText')}</p>
      </section>
      <section className="detection-part" aria-labelledby="timelapse-channels">
        <h2 id="timelapse-channels">{text('channels')}</h2>
        <div className="timelapse-channels" role="group" aria-labelledby="timelapse-channels">
          {availableChannels.map((channel) => (
            <Checkbox
              key={channel}
              label={text(channel)}
              checked={channels.includes(channel)}
              disabled={change.isPending}
              onChange={(isIn) => void save({ channels: withChannel(channel, isIn) })}
            />
          ))}
        </div>
        <p className="small dim">{text('channelsText')}</p>
      </section>
      <SaveNotice state={saving.state} />
    </div>
  );
}

function SaveNotice({ state }: { readonly state: SaveState }): ReactNode {
  return (
    <div className="timelapse-saving" role="status">
      {state.kind === 'failed' ? (
        <>
          <p>
            <b>{text('failed')}.</b> {state.problem}
          </p>
          <Button size="s" onClick={state.retry}>
            {text('retry')}
          </Button>
        </>
      ) : state.kind === 'saved' ? (
        <p className="row">
          <Check size={20} aria-hidden="true" />
          {text('saved')}
        </p>
      ) : state.kind === 'saving' ? (
        text('saving')
      ) : null}
    </div>
  );
}
