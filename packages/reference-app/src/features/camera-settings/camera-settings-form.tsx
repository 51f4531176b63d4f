import { systemClock } from '@watchpost/sdk-core';
import type { Camera, CameraSettings, DetectionType, MotionDetection, UpdateCameraSettingsBody } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { conflictsOf } from '../../shared/settings/detection-conflicts.ts';
import { useLeaveGuard } from '../../shared/settings/leave-guard.ts';
import { useSaving } from '../../shared/settings/saving.ts';
import { SettingsStage } from '../../shared/settings/settings-stage.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { AreaEditor } from './camera-settings-areas.tsx';
import { MotionConflictDialog } from './camera-settings-conflict-dialog.tsx';
import { changeOf, isRecording, nameProblem, savable, shownOf, untouched } from './camera-settings-draft.ts';
import type { SettingsChange } from './camera-settings-draft.ts';
import { DeviceSection } from './device/camera-settings-device-section.tsx';
import { LeaveSettingsDialog } from './camera-settings-leave-dialog.tsx';
import { MotionSection } from './camera-settings-motion.tsx';
import { useChangeMotion, useChangeName, useChangeRecording } from './camera-settings-queries.ts';
import { RecordingSection } from './camera-settings-recording.tsx';
import { SaveBar } from './camera-settings-save-bar.tsx';
import { StopRecordingDialog } from './camera-settings-stop-dialog.tsx';
import { text } from './camera-settings-texts.ts';

export interface CameraSettingsFormProps {
  readonly camera: Camera;
  readonly recording: CameraSettings;
  readonly motion: MotionDetection;
  /** Other detections than motion, shown below it. */
  readonly detections?: ReactNode;
  /** Settings of other features, shown below. */
  readonly more?: ReactNode;
}

/** Delay after the last change of an area or slider before it is saved, ms. */
const saveDelayMs = 500;

/** Settings form whose controls save by themselves and show the server's values; the name is saved on blur. */
export function CameraSettingsForm({ camera, recording, motion, detections, more }: CameraSettingsFormProps): ReactNode {
  const [draft, setDraft] = useState(untouched);
  const [selected, setSelected] = useState<number | null>(null);
  /** A requested change that would stop recording. */
  const [stopping, setStopping] = useState<(() => void) | null>(null);
  /** What cannot run beside motion detection, after the server has refused it. */
  const [conflicts, setConflicts] = useState<readonly DetectionType[]>([]);
  const saving = useSaving();
  const { hash } = useLocation();
  useEffect(() => {
    // A link to a part of the settings.
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  const { mutateAsync: saveName } = useChangeName(camera.id);
  const changeMotion = useChangeMotion(camera.id);
  const { mutateAsync: saveMotion } = changeMotion;
  const changeRecording = useChangeRecording(camera.id);
  const shown = shownOf(draft, camera.title, motion);
  const change = changeOf(shown, camera.title, motion);
  const problem = nameProblem(shown.name);
  const ready = savable(change, shown);
  const isBusy = saving.state.kind === 'saving';
  const isFine =
    ready !== null && change !== null && Object.keys(ready).length === Object.keys(change).length && saving.state.kind !== 'failed';

  /** Saves a change; edits made meanwhile stay. */
  const saveDraft = (what: SettingsChange): Promise<boolean> =>
    saving.save(async () => {
      if (what.name !== undefined) await saveName(what.name);
      if (what.motion) await saveMotion(what.motion);
      setDraft((before) => ({
        name: before.name === draft.name && what.name !== undefined ? null : before.name,
        ...(before.areas === draft.areas && before.sensitivity === draft.sensitivity && what.motion
          ? { areas: null, sensitivity: null }
          : { areas: before.areas, sensitivity: before.sensitivity }),
      }));
    });
  useEffect(() => {
    const { motion: drawn } = ready ?? {};
    // A failed change is saved again only on request or when it is edited.
    if (!drawn || isBusy || saving.state.kind === 'failed') return;
    return systemClock.after(saveDelayMs, () => void saveDraft({ motion: drawn }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when what is drawn has rested, whatever else is rendered
  }, [draft.areas, draft.sensitivity, isBusy, saving.state.kind === 'failed']);
  const edit = (next: Partial<typeof draft>): void => {
    if (saving.state.kind === 'failed') saving.forget();
    setDraft((before) => ({ ...before, ...next }));
  };
  const commitName = (): void => {
    if (ready?.name !== undefined) void saveDraft({ name: ready.name });
  };
  const discard = (): void => {
    setDraft(untouched);
    setSelected(null);
    saving.forget();
  };
  const blocker = useLeaveGuard(change !== null);
  const isAsked = blocker.state === 'blocked';
  useEffect(() => {
    // Changes that can still be saved are saved without asking.
    if (isAsked && ready && isFine) void saveDraft(ready).then((isSaved) => isSaved && blocker.proceed?.());
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each way out
  }, [isAsked]);

  const record = (update: UpdateCameraSettingsBody): void => void saving.save(() => changeRecording.mutateAsync(update));
  const detect = (isEnabled: boolean, turnOff: readonly DetectionType[] = []): void => {
    let others: readonly DetectionType[] = [];
    const attempt = async (): Promise<void> => {
      try {
        await saveMotion({ isEnabled, ...(turnOff.length > 0 && { turnOff: [...turnOff] }) });
      } catch (error) {
        others = conflictsOf(error).filter((other) => other !== 'motion');
        if (others.length === 0) throw error;
      }
    };
    void saving.save(attempt).then(() => {
      if (others.length === 0) return;
      saving.forget();
      setConflicts(others);
    });
  };
  /** Asks first when a change would stop all recording. */
  const carefully = (next: { readonly recording?: CameraSettings; readonly motion?: MotionDetection }, deed: () => void): void => {
    if (isRecording(recording, motion) && !isRecording(next.recording ?? recording, next.motion ?? motion)) setStopping(() => deed);
    else deed();
  };

  return (
    <div className="settings-body">
      <div className="settings-main">
        <SettingsStage cameraId={camera.id}>
          {motion.isEnabled ? (
            <AreaEditor areas={shown.areas} onAreas={(areas) => edit({ areas })} selected={selected} onSelect={setSelected} />
          ) : null}
        </SettingsStage>
      </div>
      <form
        className="settings-side"
        aria-label={text('title')}
        onSubmit={(event) => {
          event.preventDefault();
          commitName();
        }}
      >
        <section className="settings-part" aria-labelledby="settings-camera">
          <h2 id="settings-camera">{text('camera')}</h2>
          <Field
            label={text('name')}
            hint={text('nameHint')}
            value={shown.name}
            onValue={(name) => edit({ name })}
            onBlur={commitName}
            error={problem === null ? undefined : text(problem)}
            autoComplete="off"
          />
        </section>
        <RecordingSection
          settings={recording}
          isMotionOff={!motion.isEnabled}
          isBusy={changeRecording.isPending}
          onSound={(isSoundRecorded) => record({ isSoundRecorded })}
          onArchive={(archiveRecording) => carefully({ recording: { ...recording, archiveRecording } }, () => record({ archiveRecording }))}
        />
        <MotionSection
          motion={motion}
          sensitivity={shown.sensitivity}
          areas={shown.areas}
          selected={selected}
          isSwitching={changeMotion.isPending}
          onEnabled={(isEnabled) => carefully({ motion: { ...motion, isEnabled } }, () => detect(isEnabled))}
          onSensitivity={(sensitivity) => edit({ sensitivity })}
          onAreas={(areas) => edit({ areas })}
          onSelect={setSelected}
        />
        {detections}
        <DeviceSection camera={camera} />
        {more}
        <SaveBar state={saving.state} onDiscard={discard} />
      </form>
      {stopping ? (
        <StopRecordingDialog
          camera={camera}
          onClose={() => setStopping(null)}
          onStop={() => {
            setStopping(null);
            stopping();
          }}
        />
      ) : null}
      {conflicts.length > 0 ? (
        <MotionConflictDialog
          others={conflicts}
          onClose={() => setConflicts([])}
          onTurnOff={() => {
            setConflicts([]);
            detect(true, conflicts);
          }}
        />
      ) : null}
      {isAsked && !isBusy && !isFine ? <LeaveSettingsDialog onLeave={() => blocker.proceed()} onStay={() => blocker.reset()} /> : null}
    </div>
  );
}
