import { pickLocale } from '@watchpost/contract/kernel';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { MailQueue } from '../../../adapters/mail/port.ts';
import type { Db } from '../../../db/database.ts';
import type { AlertStretchesTable } from '../../../db/notification-tables.ts';
import { isOpenAt, openArchive } from '../../../kernel/access/open-archive.ts';
import { inBackground } from '../../../kernel/limits/database-wait.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { CameraAccessResolver } from '../../cameras/index.ts';
import type { EventWish } from '../event-settings/notifications-event-choice.ts';
import { stateOf } from '../event-settings/notifications-stretch-store.ts';
import { alertEmailMessage } from './notifications-email-message.ts';

/** Sends the e-mail messages of stretches that are due: one each, whichever server finds it. */
interface AlertEmails {
  /** Sends what is due, now and every few seconds. */
  start(): void;
  close(): Promise<void>;
}

export interface AlertEmailsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mail: Pick<MailQueue, 'addWithin' | 'wake'>;
  readonly resolveAccess: CameraAccessResolver['resolve'];
  /** Returns an event's JPEG; null when it has none. */
  readonly readPicture: (cameraId: string, eventId: string) => Promise<Uint8Array | null>;
  readonly wish: (customerId: string, about: Pick<AlertStretchesTable, 'camera_id' | 'event_type' | 'event_at'>) => Promise<EventWish>;
  /** Where the app is reached; null when unknown. */
  readonly publicUrl: string | null;
}

const intervalMs = 5000;
const maxPerRound = 100;
const day = 24 * 60 * 60_000;

export function createAlertEmails(deps: AlertEmailsDeps): AlertEmails {
  const { db, clock, log, mail, resolveAccess, readPicture, wish, publicUrl } = deps;
  let sending: Promise<void> | null = null;
  let isAskedAgain = false;
  let stop = (): void => undefined;

  /** Decides again what may have changed since the event. @returns null for a message that is not to be sent */
  const compose = async (row: AlertStretchesTable) => {
    const state = stateOf(row);
    const account = await db
      .selectFrom('customers')
      .select(['email', 'locale', 'time_zone'])
      .where('id', '=', row.customer_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const camera = await db.selectFrom('cameras').select('time_zone').where('id', '=', row.camera_id).executeTakeFirst();
    const { isEmailEnabled, isTimely } = await wish(row.customer_id, row);
    const capabilities = (await resolveAccess(row.customer_id, row.camera_id))?.capabilities;
    if (!state || !account || !camera || !isEmailEnabled || !isTimely || !capabilities?.canWatch) return null;
    // The picture is part of the archive, as in the list of events.
    const canSeePicture = capabilities.isVisible && capabilities.canSeeEvents && isOpenAt(openArchive(capabilities), row.event_at);
    const picture = canSeePicture && row.event_id !== null ? await readPicture(row.camera_id, row.event_id) : null;
    const reader = { locale: pickLocale(account.locale), timeZone: account.time_zone ?? camera.time_zone };
    return alertEmailMessage(account.email, { shown: state.shown, count: state.count, picture, publicUrl, reader });
  };

  const send = async (row: AlertStretchesTable): Promise<void> => {
    const message = await compose(row);
    await db.transaction().execute(async (transaction) => {
      const taken = await transaction
        .updateTable('alert_stretches')
        .set({ due_at: null })
        .where('customer_id', '=', row.customer_id)
        .where('channel', '=', row.channel)
        .where('place', '=', row.place)
        .where('due_at', '=', row.due_at)
        .returning('id')
        .executeTakeFirst();
      // Another server may have been faster.
      if (taken && message) await mail.addWithin(transaction, message, { expiresAfterMs: day });
    });
    if (message) mail.wake();
  };

  const sendDue = async (): Promise<void> => {
    const rows = await db
      .selectFrom('alert_stretches')
      .selectAll()
      .where('due_at', '<=', clock.now())
      .orderBy('due_at')
      .limit(maxPerRound)
      .execute();
    for (const row of rows) {
      const { camera_id: cameraId } = row;
      await send(row).catch((error: unknown) => log.warn({ err: error, cameraId }, 'An alert by e-mail is delayed; retrying'));
    }
  };
  const run = (): void => {
    isAskedAgain = sending !== null;
    sending ??= inBackground(sendDue)
      .catch((error: unknown) => log.warn({ err: error }, 'Alerts that wait for an e-mail message could not be read; retrying'))
      .finally(() => {
        sending = null;
        if (isAskedAgain) run();
      });
  };

  return {
    start: () => {
      run();
      stop = callEvery(clock, intervalMs, run);
    },
    close: async () => {
      stop();
      while (sending) await sending;
    },
  };
}
