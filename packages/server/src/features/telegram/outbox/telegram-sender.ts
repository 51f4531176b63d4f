import type { Capabilities } from '@watchpost/contract/access/capabilities';
import { backOffDelay } from '@watchpost/contract/timing/back-off';
import type { Clock } from '@watchpost/contract/timing/clock';
import { TelegramError, type TelegramApi, type TelegramMessage } from '../../../adapters/telegram/port.ts';
import type { Db } from '../../../db/database.ts';
import { isOpenAt, openArchive } from '../../../kernel/access/open-archive.ts';
import { inBackground } from '../../../kernel/limits/database-wait.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { CameraAccessResolver } from '../../cameras/index.ts';
import type { TelegramChats } from '../telegram-chats.ts';
import { eventMessage } from '../telegram-message.ts';
import type { Destination, LeasedMessage, TelegramOutbox } from './telegram-outbox.ts';

/** Sends the messages that are due. */
export interface TelegramSender {
  /** Looks for something to send; call it after anything was added. */
  wake(): void;
  /** Resolves when nothing is being sent: for tests. */
  idle(): Promise<void>;
  /** Lets the attempts that are running end within a short time; everything else stays queued for the next start. */
  close(): Promise<void>;
}

export interface TelegramSenderDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly api: Pick<TelegramApi, 'send'>;
  readonly outbox: TelegramOutbox;
  readonly chats: Pick<TelegramChats, 'setReach' | 'move'>;
  readonly resolveAccess: CameraAccessResolver['resolve'];
  /** Returns an event's JPEG; null when it has none. */
  readonly readPicture: (cameraId: string, eventId: string) => Promise<Uint8Array | null>;
  /** Where the app is reached; null when unknown. */
  readonly publicUrl: string | null;
  /** 0 to 1. */
  readonly random: () => number;
}

/** Chats that are written to at the same time: Telegram accepts 30 messages a second in all. */
const concurrency = 8;
/** A busy street must not ring a phone every minute; measured from the last message that was really sent, ms. */
const motionIntervalMs = 5 * 60_000;
const attemptTimeoutMs = 60_000;
const retries = { minMs: 2000, maxMs: 5 * 60_000, floorMs: 1000 };
/** Delay after a database failure, ms. */
const databaseRetryMs = 5000;
/** Another process may have crashed meanwhile: this one takes over what it left, ms. */
const maxPauseMs = 10 * 60_000;
const minPauseMs = 50;
/** Time for attempts that are running when the server stops, ms. */
const shutdownTimeoutMs = 3000;

export function createTelegramSender(deps: TelegramSenderDeps): TelegramSender {
  const { db, clock, log, api, outbox, chats, resolveAccess, readPicture, publicUrl, random } = deps;
  const stopping = new AbortController();
  /** The chats that are being written to: messages of one are sent one after the other. */
  const running = new Map<string, Promise<void>>();
  let working: Promise<void> = Promise.resolve();
  let isWorking = false;
  let wasWoken = false;
  let isClosed = false;
  let cancelTimer = (): void => undefined;

  const send = async (chatId: string, message: TelegramMessage): Promise<void> => {
    const attempt = new AbortController();
    const abort = (): void => attempt.abort();
    const cancel = clock.after(attemptTimeoutMs, abort);
    stopping.signal.addEventListener('abort', abort);
    try {
      await api.send(chatId, message, attempt.signal);
    } catch (error) {
      const isRefused = error instanceof TelegramError && error.failure.kind === 'refused';
      if (!isRefused || message.picture === null) throw error;
      // The picture is what Telegram does not accept: what happened is said without it.
      await api.send(chatId, { ...message, picture: null }, attempt.signal);
    } finally {
      cancel();
      stopping.signal.removeEventListener('abort', abort);
    }
  };

  /** Decides again what may have changed since the event. @returns null for a message that is not to be sent */
  const compose = async (message: LeasedMessage, destination: Destination): Promise<TelegramMessage | null> => {
    const { camera_id: cameraId, event_id: eventId, event_type: type, event_at: at } = message;
    const { customerId, cameraTitle } = destination;
    const access = await resolveAccess(customerId, cameraId);
    const rights = access ? rightsOf(access.capabilities, at) : null;
    if (!rights?.canKnow) return null;
    const picture = rights.canSeePicture ? await readPicture(cameraId, eventId) : null;
    return eventMessage({ type, cameraId, cameraTitle, at }, destination, picture, publicUrl);
  };

  const fail = async (message: LeasedMessage, chatId: string, error: unknown): Promise<void> => {
    const failure = error instanceof TelegramError ? error.failure : ({ kind: 'unreachable' } as const);
    switch (failure.kind) {
      case 'blocked':
      case 'kicked':
        // Its messages go with it; others are not affected.
        return chats.setReach(db, chatId, failure.kind);
      case 'moved':
        await db.transaction().execute((transaction) => chats.move(transaction, chatId, failure.chatId));
        return outbox.postpone(message, 0, true);
      case 'too-many':
        await outbox.postpone(message, failure.retryAfterMs, false);
        return outbox.postponeChat(message, failure.retryAfterMs);
      case 'refused':
        log.warn({ err: error }, 'Telegram does not accept a message; it is dropped');
        return outbox.drop(message);
      default: {
        if (message.attempts === 0) log.warn({ err: error }, 'A Telegram message was not delivered; retrying');
        const delayMs = Math.round(backOffDelay(message.attempts, random(), retries));
        return outbox.postpone(message, delayMs, true);
      }
    }
  };

  const serve = async (message: LeasedMessage): Promise<void> => {
    const destination = await outbox.destination(message);
    if (!destination || !isDueFor(message, destination, clock.now())) return outbox.drop(message);
    const composed = await compose(message, destination);
    if (!composed) return outbox.drop(message);
    const failed = await send(destination.chatId, composed).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    await (failed ? fail(message, destination.chatId, failed.error) : outbox.sent(message));
  };

  const start = (message: LeasedMessage): void => {
    const { chat } = message;
    let hasFailed = false;
    const done = serve(message)
      .catch((error: unknown) => {
        hasFailed = true;
        log.warn({ err: error }, 'A Telegram message was interrupted; it is sent again in two minutes');
      })
      .finally(() => {
        running.delete(chat);
        if (hasFailed) later(databaseRetryMs);
        else wake();
      });
    running.set(chat, done);
  };

  /** Sends everything that is due, then waits for the next. */
  const work = async (): Promise<void> => {
    try {
      while (wasWoken && !isClosed) {
        wasWoken = false;
        while (running.size < concurrency && !isClosed) {
          const message = await outbox.claim([...running.keys()]);
          if (!message) break;
          start(message);
        }
        // With all lanes in use, the first to end looks again.
        const dueAt = running.size < concurrency ? await outbox.nextDueAt([...running.keys()]) : null;
        if (!wasWoken) later(Math.max(minPauseMs, (dueAt ?? Number.POSITIVE_INFINITY) - clock.now()));
      }
    } catch (error) {
      log.warn({ err: error }, 'Waiting Telegram messages could not be read; retrying');
      later(databaseRetryMs);
    } finally {
      // In the same step as the last check of wasWoken, so that no wake-up is lost in between.
      isWorking = false;
    }
  };
  const wake = (): void => {
    wasWoken = true;
    if (isWorking || isClosed) return;
    isWorking = true;
    cancelTimer();
    // Not within the time that a request may wait for the database.
    working = inBackground(work);
  };
  const later = (delay: number): void => {
    cancelTimer();
    if (!isClosed) cancelTimer = clock.after(Math.min(delay, maxPauseMs), wake);
  };

  return {
    wake,
    idle: async () => {
      while (isWorking || running.size > 0) await Promise.all([working, ...running.values()]);
    },
    close: async () => {
      isClosed = true;
      cancelTimer();
      await working;
      const cancel = clock.after(shutdownTimeoutMs, () => stopping.abort());
      await Promise.all(running.values());
      cancel();
    },
  };
}

function isDueFor(
  { expires_at: expiresAt, event_type: type }: LeasedMessage,
  { isReachable, isWanted, quietUntil, sentAt }: Destination,
  now: number,
): boolean {
  const isQuiet = quietUntil !== null && now < quietUntil;
  const isRepetition = type === 'motion' && sentAt !== null && now - sentAt < motionIntervalMs;
  return isReachable && isWanted && !isQuiet && !isRepetition && now < expiresAt;
}

/** Whoever can watch now may know that something happens there; its picture is part of the archive, as in the list of events. */
function rightsOf(capabilities: Capabilities, at: number): { readonly canKnow: boolean; readonly canSeePicture: boolean } {
  const { isVisible, canWatch, canSeeEvents } = capabilities;
  const canSeePicture = isVisible && canSeeEvents && isOpenAt(openArchive(capabilities), at);
  return { canSeePicture, canKnow: canSeePicture || (isVisible && canWatch) };
}
