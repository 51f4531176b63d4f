import type { DetectionType } from '@watchpost/contract/protocols/detection';
import {
  detectionSettingsSchema,
  updateDetectionBodies,
  type DetectionDraftBody,
  type DetectionReplayMessage,
  type DetectionSettings,
  type DetectionTestMessage,
} from '@watchpost/contract/schemas/smart-events';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { CameraAccess, Viewer } from '../../../kernel/access/access.ts';
import { openArchive, openPart } from '../../../kernel/access/open-archive.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { LineStream } from './smart-events-line-stream.ts';
import { inBackground } from '../../../kernel/limits/database-wait.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { Db } from '../../../db/database.ts';
import type { AccessWatch } from '../../cameras/index.ts';
import { invalidSettings } from '../smart-events-fields.ts';
import type { ObjectDrafts, ObjectRecognition } from '../smart-events-port.ts';
import { createDetectionsRepository } from '../smart-events-repository.ts';
import { readFiles, readStretches, type RecordingsDeps } from './smart-events-recordings.ts';

export interface TrialsDeps extends RecordingsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly objects: Pick<ObjectRecognition, 'status'>;
  readonly drafts: ObjectDrafts;
  readonly watchAccess: AccessWatch;
  /** Makes a JPEG of the last picture; null when no decoder is installed. */
  readonly decode: (video: Uint8Array, options: { readonly isLast: true; readonly width: number }) => Promise<Uint8Array | null>;
}

/** Tries unsaved settings for a viewer, until it has ended or the viewer leaves. */
export interface Trials {
  /** @throws {AppError} invalid-request, unavailable without an engine, too-many-requests */
  test(trial: Trial, lines: LineStream<DetectionTestMessage>): Promise<void>;
  /** @throws {AppError} as `test`, and no-archive-access */
  replay(trial: Trial, range: { readonly from: number; readonly to: number }, lines: LineStream<DetectionReplayMessage>): Promise<void>;
  /** Ends all of a camera. */
  stop(cameraId: string): void;
  close(): void;
}

interface Trial {
  readonly camera: CameraAccess;
  readonly viewer: Viewer;
  readonly type: DetectionType;
  readonly draft: DetectionDraftBody;
}

type EndReason = Extract<DetectionTestMessage, { readonly kind: 'ended' }>['reason'];

const maxTestMs = 10 * 60_000;
/** Less than the silence after which proxies cut a connection, and often enough to notice that it was cut. */
const aliveMs = 5000;
/** Limit for the whole server: each trial takes processor time from the others. */
const maxTrials = 4;
const pictureWidth = 640;

export function createTrials(deps: TrialsDeps): Trials {
  const { db, clock, log, objects, drafts, watchAccess, decode } = deps;
  /** What ends each trial, by its kind, camera and viewer. */
  const running = new Map<string, { readonly cameraId: string; readonly end: (reason: EndReason) => void }>();

  const settingsOf = async ({ camera, type, draft }: Trial): Promise<DetectionSettings> => {
    if (Object.keys(draft).length > 0) {
      const parsed = updateDetectionBodies[type].safeParse(draft);
      if (!parsed.success) throw invalidSettings(parsed.error);
    }
    const saved = await createDetectionsRepository(db).read(camera.cameraId);
    return detectionSettingsSchema.parse({ ...saved.find((one) => one.type === type), ...draft });
  };

  /** Registers a trial in the place of an older one of this viewer. */
  const admit = (kind: 'test' | 'replay', { camera, viewer }: Trial, signal: AbortSignal, end: (reason: EndReason) => void): void => {
    if (objects.status().engine.state === 'unavailable') throw new AppError('unavailable');
    const key = `${kind} ${camera.cameraId} ${viewer.customerId}`;
    const known = running.get(key);
    if (!known && running.size >= maxTrials) throw new AppError('too-many-requests', { retryAfter: 30 });
    known?.end('replaced');
    const entry = { cameraId: camera.cameraId, end };
    running.set(key, entry);
    const stopWatch = watchAccess(camera, 'settings', viewer.familyId, () => end('access-ended'));
    const leave = (): void => {
      stopWatch();
      if (running.get(key) === entry) running.delete(key);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  };

  return {
    test: async (trial, lines) => {
      const settings = await settingsOf(trial);
      const end = (reason: EndReason): void => {
        lines.send({ kind: 'ended', reason });
        lines.end();
      };
      admit('test', trial, lines.signal, end);
      const alive = (): void => void lines.send({ kind: 'alive', isOverBudget: drafts.isOverBudget() });
      alive();
      let keepsUp = true;
      lines.body.on('drain', () => (keepsUp = true));
      const ends = [
        callEvery(clock, aliveMs, alive),
        clock.after(maxTestMs, () => end('time-limit')),
        drafts.test({
          cameraId: trial.camera.cameraId,
          settings,
          // A viewer with a slow network sees fewer pictures, not later ones.
          onFrame: (frame) => void (keepsUp &&= lines.send(frame)),
          onOffline: () => end('camera-offline'),
        }),
      ];
      const stop = (): void => ends.forEach((one) => one());
      if (lines.signal.aborted) stop();
      else lines.signal.addEventListener('abort', stop, { once: true });
    },
    replay: async (trial, range, lines) => {
      const { camera } = trial;
      const settings = await settingsOf(trial);
      const open = openArchive(camera.capabilities);
      const part = openPart(open, range);
      admit('replay', trial, lines.signal, (reason) => {
        if (reason === 'access-ended' || reason === 'server-stopping') lines.send({ kind: 'ended', reason });
        lines.end();
      });
      const messages = drafts.replay({
        settings,
        range: part,
        signal: lines.signal,
        readStretches: () => readStretches(deps, camera.cameraId, part, open),
        readFiles: (stretch) => readFiles(deps, camera.cameraId, stretch, open),
        decode: (video) => decode(video, { isLast: true, width: pictureWidth }),
      });
      void inBackground(async () => {
        try {
          for await (const message of messages) lines.send(message);
        } catch (error) {
          log.warn({ err: error, cameraId: camera.cameraId }, 'Recordings could not be looked at');
        }
        lines.end();
      });
    },
    stop: (cameraId) => {
      for (const trial of [...running.values()]) if (trial.cameraId === cameraId) trial.end('camera-offline');
    },
    close: () => {
      for (const { end } of [...running.values()]) end('server-stopping');
    },
  };
}
