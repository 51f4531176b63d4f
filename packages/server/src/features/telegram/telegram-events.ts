import { wholeArchive } from '../../kernel/access/open-archive.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/log.ts';
import type { EventsService } from '../events/index.ts';
import type { TelegramModule } from './telegram-module.ts';

/** Returns an event's picture for a user who can see it, with what was recognised marked; null when there is none. */
export async function readEventPicture(
  events: Pick<EventsService, 'picture'>,
  cameraId: string,
  eventId: string,
): Promise<Uint8Array | null> {
  try {
    return await events.picture(cameraId, eventId, wholeArchive, true);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return null;
    throw error;
  }
}

/** Sends what cameras saw once its picture is there. */
export function announceByTelegram(
  { recorder, wake }: Pick<TelegramModule, 'recorder' | 'wake'>,
  events: Pick<EventsService, 'onEvent'>,
  log: Logger,
): void {
  if (!recorder) return;
  events.onEvent(({ id, cameraId }) => {
    // Without this, the message is sent a few seconds later.
    recorder.complete(id).then(wake, (error: unknown) => log.warn({ err: error, cameraId }, 'A Telegram message waits for its picture'));
  });
}
