import { errorText } from '@watchpost/sdk-core';
import type { Camera, CameraSettings, MotionDetection } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { AreaEditor } from './camera-settings-areas.tsx';
import { changeOf, nameProblem, shownOf, tooLargeArea, untouched } from './camera-settings-draft.ts';
import { DeviceSection } from './device/camera-settings-device-section.tsx';
import { LeaveSettingsDialog } from './camera-settings-leave-dialog.tsx';
import { MotionSection } from './camera-settings-motion.tsx';
import { useChangeMotion, useChangeName, useChangeRecording } from './camera-settings-queries.ts';
import { RecordingSection } from './camera-settings-recording.tsx';
import { SettingsStage } from './camera-settings-stage.tsx';
import { text } from './camera-settings-texts.ts';

export interface CameraSettingsFormProps {
  readonly camera: Camera;
  readonly recording: CameraSettings;
  readonly motion: MotionDetection;
  /** Of other features, below. */
  readonly more?: ReactNode;
}

/** Switches act at once; name, sensitivity and areas are tried out and then saved. */
export function CameraSettingsForm({ camera, recording, motion, more }: CameraSettingsFormProps): ReactNode {
  const [draft, setDraft] = useState(untouched);
  const [selected, setSelected] = useState<number | null>(null);
  const changeName = useChangeName(camera.id);
  const changeMotion = useChangeMotion(camera.id);
  const changeRecording = useChangeRecording(camera.id);
  const shown = shownOf(draft, camera.title, motion);
  const change = changeOf(shown, camera.title, motion);
  const problem = nameProblem(shown.name);
  const isSaving = changeName.isPending || (changeMotion.isPending && changeMotion.variables.isEnabled === undefined);
  const canSave = change !== null && problem === null && tooLargeArea(shown.areas) < 0;
  const blocker = useLeaveGuard(change !== null);

  const tell = (error: Error): void => showToast('error', text('failed'), { id: 'camera-settings', text: errorText(error, currentLocale()) });
  const save = async (): Promise<void> => {
    try {
      if (change?.name !== undefined) await changeName.mutateAsync(change.name);
      if (change?.motion) await changeMotion.mutateAsync(change.motion);
      setDraft(untouched);
      showToast('success', text('saved'), { id: 'camera-settings' });
    } catch (error) {
      // What was typed and drawn stays.
      if (error instanceof Error) tell(error);
    }
  };
  const discard = (): void => {
    setDraft(untouched);
    setSelected(null);
  };

  return (
    <div className="settings-body">
      <div className="settings-main">
        <SettingsStage cameraId={camera.id}>
          {motion.isEnabled ? <AreaEditor areas={shown.areas} onAreas={(areas) => setDraft((before) => ({ ...before, areas }))} selected={selected} onSelect={setSelected} /> : null}
        </SettingsStage>
      </div>
      <form
        className="settings-side"
        aria-label={text('title')}
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave && !isSaving) void save();
        }}
      >
        <section className="settings-part" aria-labelledby="settings-camera">
          <h2 id="settings-camera">{text('camera')}</h2>
          <Field label={text('name')} hint={text('nameHint')} value={shown.name} onValue={(name) => setDraft((before) => ({ ...before, name }))} error={problem === null ? undefined : text(problem)} autoComplete="off" />
        </section>
        <RecordingSection
          settings={recording}
          isMotionOff={!motion.isEnabled}
          isBusy={changeRecording.isPending}
          onSound={(isSoundRecorded) => changeRecording.mutate({ isSoundRecorded }, { onError: tell })}
          onArchive={(archiveRecording) => changeRecording.mutate({ archiveRecording }, { onError: tell })}
        />
        <MotionSection
          motion={motion}
          sensitivity={shown.sensitivity}
          areas={shown.areas}
          selected={selected}
          isSwitching={changeMotion.isPending}
          onEnabled={(isEnabled) => changeMotion.mutate({ isEnabled }, { onError: tell })}
          onSensitivity={(sensitivity) => setDraft((before) => ({ ...before, sensitivity }))}
          onAreas={(areas) => setDraft((before) => ({ ...before, areas }))}
          onSelect={setSelected}
        />
        <DeviceSection camera={camera} />
        {more}
        {change === null ? null : (
          <div className="settings-dock">
            <Button look="primary" type="submit" wide busy={isSaving} disabled={!canSave}>
              {text('save')}
            </Button>
            <Button look="quiet" disabled={isSaving} onClick={discard}>
              {text('discard')}
            </Button>
          </div>
        )}
      </form>
      {blocker.state === 'blocked' ? <LeaveSettingsDialog onLeave={() => blocker.proceed()} onStay={() => blocker.reset()} /> : null}
    </div>
  );
}

/** Asks before what is not saved is left: within the app by a dialog, for the whole page by the browser. */
function useLeaveGuard(isChanged: boolean): ReturnType<typeof useBlocker> {
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);
  return useBlocker(({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname);
}
