import type { ArchiveRecording, CameraSettings } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { RadioGroup, Switch } from '../../shared/ui/choice.tsx';
import { Banner } from '../../shared/ui/status.tsx';
import { text } from './camera-settings-texts.ts';

export interface RecordingSectionProps {
  readonly settings: CameraSettings;
  readonly isMotionOff: boolean;
  readonly isBusy: boolean;
  readonly onSound: (isRecorded: boolean) => void;
  readonly onArchive: (mode: ArchiveRecording) => void;
}

/** Settings of recording. A change applies immediately and is shown once the server has confirmed it. */
export function RecordingSection({ settings, isMotionOff, isBusy, onSound, onArchive }: RecordingSectionProps): ReactNode {
  return (
    <section className="settings-part" aria-labelledby="settings-recording">
      <h2 id="settings-recording">{text('recording')}</h2>
      <RadioGroup
        label={text('archive')}
        value={settings.archiveRecording}
        disabled={isBusy}
        onValue={onArchive}
        options={[
          { value: 'always', label: text('always'), description: text('alwaysText') },
          { value: 'motion', label: text('motionOnly'), description: text('motionOnlyText') },
          { value: 'disabled', label: text('disabled'), description: text('disabledText') },
        ]}
      />
      {settings.archiveRecording === 'motion' && isMotionOff ? <Banner kind="warning">{text('motionOffWarning')}</Banner> : null}
      <Switch
        end
        label={text('sound')}
        description={text('soundText')}
        checked={settings.isSoundRecorded}
        disabled={isBusy || settings.archiveRecording === 'disabled'}
        onChange={onSound}
      />
    </section>
  );
}
