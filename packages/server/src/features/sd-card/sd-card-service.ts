import type { ScheduleEntry } from '@watchpost/contract/protocols/schedule';
import {
  eraseSdCardCommand,
  formatSdCardCommand,
  listSdCardVideosCommand,
  moveSdCardCommand,
  readSdCardCommand,
  writeSdCardCommand,
  type CameraSdCard,
  type SdCard,
  type SdCardVideoPage,
  type SdCardRecording,
} from '@watchpost/contract/schemas/sd-card';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/log.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';
import { createCardWork } from './sd-card-work.ts';

/** Manages cameras' SD cards. All state is the camera's; the server stores none. */
export interface SdCardService {
  get(cameraId: string): Promise<SdCard>;
  update(cameraId: string, change: SdCardChange): Promise<SdCard>;
  /** Starts formatting; `get` reports the progress. */
  format(cameraId: string): Promise<SdCard>;
  erase(cameraId: string): Promise<SdCard>;
  list(cameraId: string, page: { readonly before?: number | undefined; readonly limit: number }): Promise<SdCardVideoPage>;
  /** Forwards the begin and end of motion: a card that records motion needs it, and the message is repeated while it lasts. */
  onMotion(cameraId: string, isMoving: boolean): void;
  close(): void;
}

interface SdCardChange {
  readonly recording?: SdCardRecording | undefined;
  readonly schedule?: ScheduleEntry[] | undefined;
}

export interface SdCardDeps {
  readonly control: CameraControl;
  readonly isOffline: (cameraId: string) => boolean;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Interval of repeated messages, ms, because a message may be lost, and a camera may restart. */
const motionRepeatIntervalMs = 15_000;

export function createSdCardService({ control, isOffline, clock, log }: SdCardDeps): SdCardService {
  const works = createCardWork({ clock, log });
  const moving = new Map<string, () => void>();
  const read = (cameraId: string): Promise<CameraSdCard> => control.send(cameraId, readSdCardCommand, {});
  const canDo = (cameraId: string, { name }: { readonly name: string }): boolean =>
    control.report(cameraId)?.commands.includes(name) ?? false;
  const sendMotion = (cameraId: string, isMoving: boolean): void => {
    if (!canDo(cameraId, moveSdCardCommand)) return;
    // A camera that does not receive it is cut off, and then records everything.
    control
      .send(cameraId, moveSdCardCommand, { isMoving })
      .catch((error: unknown) => log.debug({ err: error, cameraId }, 'Motion could not be reported to a camera'));
  };
  const get = async (cameraId: string): Promise<SdCard> => {
    if (!canDo(cameraId, readSdCardCommand)) {
      if (isOffline(cameraId)) throw new AppError('camera-offline');
      return { support: 'none' };
    }
    const found = works.find(cameraId);
    // While it is at work, the card itself can't answer.
    if (found?.work.state === 'running') return { support: 'card', ...found.card, work: found.work };
    return { support: 'card', ...(await read(cameraId)), work: found?.work ?? null };
  };
  const refuseMissing = ({ card }: CameraSdCard, isMounted: boolean): void => {
    if (card.state === 'not-installed') throw new AppError('sd-card-not-installed');
    if (isMounted && card.state === 'not-mounted') throw new AppError('sd-card-not-mounted');
  };
  const begin = async (cameraId: string, kind: 'format' | 'erase'): Promise<SdCard> => {
    const command = kind === 'format' ? formatSdCardCommand : eraseSdCardCommand;
    await works.begin(cameraId, kind, {
      prepare: async () => {
        const card = await read(cameraId);
        refuseMissing(card, kind === 'erase');
        return card;
      },
      run: (options) => control.send(cameraId, command, {}, options),
    });
    return get(cameraId);
  };

  return {
    get,
    update: async (cameraId, change) => {
      const card = await control.send(cameraId, writeSdCardCommand, {
        ...(change.recording && { recording: change.recording }),
        ...(change.schedule && { schedule: change.schedule }),
      });
      return { support: 'card', ...card, work: works.find(cameraId)?.work ?? null };
    },
    format: (cameraId) => begin(cameraId, 'format'),
    erase: (cameraId) => begin(cameraId, 'erase'),
    list: (cameraId, { before, limit }) => control.send(cameraId, listSdCardVideosCommand, { before: before ?? null, limit }),
    onMotion: (cameraId, isMoving) => {
      moving.get(cameraId)?.();
      moving.delete(cameraId);
      if (isMoving)
        moving.set(
          cameraId,
          callEvery(clock, motionRepeatIntervalMs, () => sendMotion(cameraId, true)),
        );
      sendMotion(cameraId, isMoving);
    },
    close: () => {
      for (const stop of moving.values()) stop();
    },
  };
}
