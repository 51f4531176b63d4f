import { lookCommand } from '@watchpost/contract/schemas/smart-events';
import type { Clock } from '@watchpost/contract/timing/clock';
import { CommandError, handles, type CommandHandler } from '../control/command-handler.ts';
import type { MainFeed } from '../link/main-feed.ts';
import { createPictureGroup } from './detection-group.ts';
import type { LookWorker } from './detection-worker.ts';

export interface DetectionHandlersOptions {
  readonly cameraId: string;
  /** Resolves when the camera is open. */
  readonly feed: Promise<Pick<MainFeed, 'tap'>>;
  readonly worker: LookWorker;
  readonly clock: Clock;
}

/** Pictures are no longer kept when nobody has asked for this time: detections are off. */
const idleMs = 60_000;

/** Looks at the newest picture of the main stream when the server asks, and reports what it shows. */
export function createDetectionHandlers({ cameraId, feed, worker, clock }: DetectionHandlersOptions): CommandHandler[] {
  const group = createPictureGroup();
  let release: (() => void) | null = null;
  let cancelIdle = (): void => undefined;

  const open = async (): Promise<void> => {
    cancelIdle();
    cancelIdle = clock.after(idleMs, () => {
      release?.();
      release = null;
    });
    const { tap } = await feed;
    release ??= tap(({ video }, frame) => group.add(video, frame));
  };

  return [
    handles(lookCommand, async ({ sensitivity, isForced, withFaces }) => {
      await open();
      const turn = group.next();
      // The next picture is on its way.
      if (!turn) return { moving: [], objects: [], faces: null };
      const { track, pictures, isStart } = turn;
      const configuration = Buffer.from(track.configuration, 'base64');
      const findings = withFaces ? (['face'] as const) : [];
      const look = await worker.look({ cameraId, codec: 'h264', configuration, pictures, isStart, sensitivity, isForced, findings });
      group.settle(look?.isContinuable ?? false);
      if (!look) throw new CommandError('camera-failed', 'The picture was not looked at.');
      return {
        moving: look.moving,
        objects: look.objects,
        faces: look.findings?.map(({ score, box }) => ({ score, box })) ?? null,
      };
    }),
  ];
}
