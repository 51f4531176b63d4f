import { maxZoneShareOf } from '@watchpost/sdk-core';
import type { Camera, CameraDetections, DetectionSettings } from '@watchpost/sdk-core';
import type { CameraPlayerHandle } from '@watchpost/widgets/react';
import { Scan } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { leaveOutOf } from '../../shared/settings/leave-out.ts';
import { useLeaveGuard } from '../../shared/settings/leave-guard.ts';
import { useSaving } from '../../shared/settings/saving.ts';
import { SettingsStage } from '../../shared/settings/settings-stage.tsx';
import { knownZone } from '../../shared/time/time-texts.ts';
import { Banner } from '../../shared/ui/status.tsx';
import { DetectionBoard } from './drawing/smart-events-board.tsx';
import { blankShape, draftOf, replacesMotion } from './smart-events-draft.ts';
import { DrawnShapes } from './drawing/smart-events-drawn.tsx';
import { EngineNotice } from './smart-events-engine-notice.tsx';
import { LeaveDetectionDialog } from './smart-events-leave-dialog.tsx';
import { DetectionOptions } from './smart-events-options.tsx';
import { useChangeDetection } from './smart-events-queries.ts';
import { DetectionSaveBar } from './smart-events-save-bar.tsx';
import { maxShapes, placed, problemOf } from './drawing/smart-events-shapes.ts';
import type { Shape } from './drawing/smart-events-shapes.ts';
import { detectionName, text } from './smart-events-texts.ts';
import { DrawingTools } from './drawing/smart-events-tools.tsx';
import { useDetectionDraft } from './smart-events-use-draft.ts';
import { StageLiveTag } from './trial/smart-events-live-tag.tsx';
import { ReplayPanel } from './trial/smart-events-replay.tsx';
import { SeenScores } from './trial/smart-events-scores.tsx';
import { TestList } from './trial/smart-events-test-list.tsx';
import { TestOverlay } from './trial/smart-events-test-overlay.tsx';
import { useDetectionTest } from './trial/smart-events-use-test.ts';
import './trial/smart-events-trial.css';

export interface DetectionEditorProps {
  readonly camera: Camera;
  readonly settings: DetectionSettings;
  readonly all: CameraDetections;
}

/** Draws and sets one detection over the live picture; nothing is saved before Save (specification 2, section 4). */
export function DetectionEditor({ camera, settings, all }: DetectionEditorProps): ReactNode {
  const { type, isEnabled } = settings;
  const [query] = useSearchParams();
  const { shown, drawing, next, leavingOut, change, draw, edit, discard } = useDetectionDraft(settings, leaveOutOf(query));
  const [message, setMessage] = useState('');
  const [player, setPlayer] = useState<CameraPlayerHandle | null>(null);
  const saving = useSaving();
  const { mutateAsync } = useChangeDetection(camera.id, type);
  const blocker = useLeaveGuard(change !== null);

  const { shapes, selected } = drawing;
  const largest = maxZoneShareOf(type);
  const blank = blankShape(type);
  const wrong = shapes.find((shape) => problemOf(shape, largest) !== null);
  const add = (): void => {
    if (shapes.length >= maxShapes) return;
    draw({ kind: 'add', shape: placed(next, shapes.length) });
    setMessage(text('added', { name: next.name }));
  };
  const remove = ({ id, name }: Shape): void => {
    draw({ kind: 'remove', id });
    setMessage(text('deleted', { name }));
  };
  const undo = (): void => {
    draw({ kind: 'undo' });
    setMessage(text('undone'));
  };
  const isFailed = saving.state.kind === 'failed';
  const isPossible = all.engine.state !== 'unavailable';
  const tried = draftOf(
    shown,
    shapes.filter((shape) => problemOf(shape, largest) === null),
  );
  const test = useDetectionTest({ cameraId: camera.id, type, draft: tried, isPossible });
  const discardAll = (): void => {
    discard();
    saving.forget();
  };

  return (
    <div className="settings-body detection-body">
      <div className="settings-main">
        <div className="detection-stage">
          <SettingsStage cameraId={camera.id} onReady={setPlayer}>
            {(ratio) => (
              <>
                <DetectionBoard drawing={drawing} onAction={draw} next={next} largest={largest} ratio={ratio} onAnnounce={setMessage} />
                <StageLiveTag player={player} />
                {test.isOn && isPossible ? <TestOverlay test={test} player={player} /> : null}
              </>
            )}
          </SettingsStage>
          <DrawingTools
            drawing={drawing}
            kind={blank.kind}
            onAdd={add}
            onUndo={undo}
            onRemove={remove}
            onReplace={(shape) => draw({ kind: 'replace', shape })}
          >
            <span className="detection-tools-gap" />
            <button type="button" className="detection-tool wide" aria-pressed={test.isOn} onClick={test.toggle}>
              <Scan size={20} aria-hidden="true" />
              {text('test')}
            </button>
          </DrawingTools>
        </div>
        <p className="visually-hidden" role="status" aria-live="polite">
          {message}
        </p>
      </div>
      <div className="detection-trial">
        <TestList test={test} engine={all.engine} type={type} timeZone={knownZone(camera.timeZone)} />
        <ReplayPanel camera={camera} type={type} draft={tried} isPossible={isPossible} />
      </div>
      <form
        className="settings-side"
        aria-label={detectionName(type)}
        onSubmit={(event) => {
          event.preventDefault();
          if (change && !wrong) void saving.save(() => mutateAsync(change));
        }}
      >
        {all.engine.state !== 'ready' || all.isOverBudget ? (
          <div className="detection-notice">
            <EngineNotice engine={all.engine} isOverBudget={all.isOverBudget} />
          </div>
        ) : null}
        {leavingOut !== null && (leavingOut !== 'drawn' || change !== null) ? (
          <div className="detection-notice">
            <Banner announce>{text(`leaveOut.${leavingOut}`)}</Banner>
          </div>
        ) : null}
        <DrawnShapes drawing={drawing} kind={blank.kind} largest={largest} onAction={draw} onAdd={add} onRemove={remove} />
        <DetectionOptions
          shown={shown}
          line={shapes.find((shape) => shape.kind === 'line' && shape.id === selected)}
          onValues={(values) => {
            if (isFailed) saving.forget();
            edit(values);
          }}
          onLine={(shape) => draw({ kind: 'replace', shape })}
          scores={<SeenScores scores={test.isOn ? test.scores : []} confidence={shown.confidence} />}
        />
        {isEnabled && replacesMotion(type) && !all.isMotionEnabled ? (
          <div className="detection-notice">
            <Banner kind="warning">{text(`motionOff.${type}`)}</Banner>
          </div>
        ) : null}
        <DetectionSaveBar
          state={saving.state}
          canSave={change !== null && wrong === undefined}
          canDiscard={change !== null}
          onDiscard={discardAll}
        />
      </form>
      {blocker.state === 'blocked' ? (
        <LeaveDetectionDialog type={type} onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
      ) : null}
    </div>
  );
}
