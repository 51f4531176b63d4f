import { pickLocale } from '@watchpost/contract/kernel';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { MailQueue } from '../../adapters/mail/port.ts';
import type { Db } from '../../db/database.ts';
import type { CamerasTable } from '../../db/schema.ts';
import { isOpenRange, openArchive } from '../../kernel/access/open-archive.ts';
import type { Logger } from '../../kernel/log.ts';
import type { CameraAccessResolver, CameraAudience } from '../cameras/index.ts';
import type { EventsService, StoredEvent } from '../events/index.ts';
import type { NotificationsService } from '../notifications/index.ts';
import type { TelegramModule } from '../telegram/index.ts';
import type { WebhooksModule } from '../webhooks/index.ts';
import { timelapseEmailMessage } from './timelapse-email-message.ts';
import type { TimelapseFiles } from './timelapse-files.ts';
import { createTimelapseRepository, type TimelapseFilm } from './timelapse-repository.ts';

export interface TimelapseAnnounceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly files: Pick<TimelapseFiles, 'readPoster'>;
  readonly events: Pick<EventsService, 'report'>;
  readonly notifications: Pick<NotificationsService, 'notify' | 'wish'>;
  readonly telegram: Pick<TelegramModule, 'recorder' | 'wake'>;
  readonly webhooks: Pick<WebhooksModule['recorder'], 'event'>;
  readonly mail: Pick<MailQueue, 'addWithin' | 'wake'>;
  readonly audience: CameraAudience;
  readonly resolveAccess: CameraAccessResolver['resolve'];
  /** Where the app is reached; null when unknown. */
  readonly publicUrl: string | null;
}

/** Stands for the whole picture. */
const wholePicture = { x: 0, y: 0, width: 1, height: 1 };

/**
 * Announces a film, or that there is none: as an event, and by the chosen channels. The event, the chat messages and the e-mail message are
 * written in one transaction; push messages follow, and again after a crash in between, when each replaces the first.
 */
export function createTimelapseAnnouncer(
  deps: TimelapseAnnounceDeps,
): (film: TimelapseFilm & { readonly isPublished: boolean }) => Promise<void> {
  const { db, clock, log, files, events, notifications, telegram, webhooks, mail, audience, resolveAccess, publicUrl } = deps;
  const repository = createTimelapseRepository(db);

  const publish = async (film: TimelapseFilm, camera: Pick<CamerasTable, 'title' | 'owner_id' | 'time_zone'>): Promise<void> => {
    const { cameraId, eventId, span, channels, state } = film;
    const event: Omit<StoredEvent, 'hasPicture'> = {
      id: eventId,
      cameraId,
      type: 'timelapse',
      startAt: span.from,
      endAt: span.to,
      area: wholePicture,
      score: null,
      label: state === 'empty' || state === 'failed' ? state : null,
    };
    const poster = state === 'made' ? await files.readPoster(cameraId, eventId) : null;
    await events.report(event, poster, async (transaction) => {
      if (!(await createTimelapseRepository(transaction).publish(film, clock.now()))) return false;
      // Programs hear of every film, as of every other event.
      await webhooks.event(transaction, 'began', event);
      if (channels.includes('telegram')) await telegram.recorder?.began(transaction, event);
      if (channels.includes('email')) {
        const owner = await transaction
          .selectFrom('customers')
          .select(['email', 'locale'])
          .where('id', '=', camera.owner_id)
          .executeTakeFirst();
        // A film is of a day where its camera is, wherever its reader is.
        const reader = owner && { locale: pickLocale(owner.locale), timeZone: camera.time_zone };
        if (owner && reader)
          await mail.addWithin(
            transaction,
            timelapseEmailMessage(owner.email, { cameraTitle: camera.title, at: span.from, state, poster, publicUrl, reader }),
          );
      }
      return true;
    });
    mail.wake();
    await telegram.recorder?.complete(eventId);
    telegram.wake();
  };

  /** Returns the users who can see all of the film and have not turned these messages off. */
  const readersOf = async ({ cameraId, span }: TimelapseFilm): Promise<string[]> => {
    const readers: string[] = [];
    for (const customerId of await audience(cameraId, 'watch')) {
      const access = await resolveAccess(customerId, cameraId);
      const canSee = access?.capabilities.canPlayArchive === true && isOpenRange(openArchive(access.capabilities), span);
      if (canSee && (await notifications.wish(customerId, cameraId, 'timelapse', clock.now())).isEnabled) readers.push(customerId);
    }
    return readers;
  };

  return async (film) => {
    const { cameraId, channels, state } = film;
    try {
      const camera = await db
        .selectFrom('cameras')
        .select(['title', 'owner_id', 'time_zone'])
        .where('id', '=', cameraId)
        .executeTakeFirst();
      if (!camera) return;
      if (!film.isPublished) await publish(film, camera);
      if (channels.includes('push')) {
        const type = state === 'made' ? 'timelapse' : state === 'empty' ? 'timelapseEmpty' : 'timelapseFailed';
        await notifications.notify({ cameraId, type, cameraTitle: camera.title, at: film.span.from, onlyFor: await readersOf(film) });
      }
      await repository.pushed(film, clock.now());
    } catch (error) {
      log.warn({ err: error, cameraId }, 'A timelapse could not be announced; trying again in a minute');
    }
  };
}
