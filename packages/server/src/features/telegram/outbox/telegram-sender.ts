import type { Capabilities } from '@watchpost/contract/access/capabilities';
import type { EventType } from '@watchpost/contract/schemas/events';
import { backOffDelay } from '@watchpost/contract/timing/back-off';
import type { Clock } from '@watchpost/contract/timing/clock';
import { TelegramError, type TelegramApi, type TelegramMessage } from '../../../adapters/telegram/port.ts';
import type { Db } from '../../../db/database.ts';
import { isOpenAt, openArchive } from '../../../kernel/access/open-archive.ts';
import type { Logger } from '../../../kernel/log.ts';
import { createLanes, type Lanes } from '../../../kernel/module/lanes.ts';
import type { CameraAccessResolver } from '../../cameras/index.ts';
import type { TelegramChats } from '../telegram-chats.ts';
import { eventMessage } from '../telegram-message.ts';
import { stepOf, type NextStretch, type StretchStep } from './telegram-stretch.ts';
import type { Destination, LeasedMessage, TelegramOutbox } from './telegram-outbox.ts';

/** What a user chose for the events of one type of one camera. */
interface TelegramWish {
  /** Within the user's hours and, if they chose that, only while nobody is home. */
  readonly isTimely: boolean;
  /** From the last message that was really sent: a busy street must not ring a phone every minute. */
  readonly cooldownMs: number;
  /** Events of one place are one message, which is updated; null for a message for each. */
  readonly place: string | null;
}

/** @param at when it happened: hours are compared with that, however late the message is */
type ReadTelegramWish = (customerId: string, cameraId: string, type: EventType, at: number) => Promise<TelegramWish>;

export interface TelegramSenderDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly api: Pick<TelegramApi, 'send' | 'edit'>;
  readonly outbox: TelegramOutbox;
  readonly chats: Pick<TelegramChats, 'setReach' | 'move'>;
  readonly resolveAccess: CameraAccessResolver['resolve'];
  /** Returns an event's JPEG; null when it has none. */
  readonly readPicture: (cameraId: string, eventId: string) => Promise<Uint8Array | null>;
  readonly wish: ReadTelegramWish;
  /** Where the app is reached; null when unknown. */
  readonly publicUrl: string | null;
  /** 0 to 1. */
  readonly random: () => number;
}

/** Chats that are written to at the same time: Telegram accepts 30 messages a second in all. */
const concurrency = 8;
const attemptTimeoutMs = 60_000;
const retries = { minMs: 2000, maxMs: 5 * 60_000, floorMs: 1000 };

/** A report comes once a day, in the morning, and joins no events. */
const always: TelegramWish = { isTimely: true, cooldownMs: 0, place: null };

type ShownEvent = Pick<NextStretch, 'camera_id' | 'event_id' | 'event_type' | 'event_at' | 'event_count' | 'last_at'>;

/** Sends the messages that are due: those of one chat one after the other. */
export function createTelegramSender(deps: TelegramSenderDeps): Lanes {
  const { db, clock, log, api, outbox, chats, resolveAccess, readPicture, wish, publicUrl, random } = deps;

  /** @param write makes one attempt with a message; a picture that Telegram does not accept is left out of a second one */
  const attempt = async <T>(message: TelegramMessage, write: (message: TelegramMessage, signal: AbortSignal) => Promise<T>) => {
    const limit = new AbortController();
    const abort = (): void => limit.abort();
    const cancel = clock.after(attemptTimeoutMs, abort);
    lanes.stopping.addEventListener('abort', abort);
    try {
      return { result: await write(message, limit.signal), hasPicture: message.picture !== null };
    } catch (error) {
      if (!isRefusal(error) || message.picture === null) throw error;
      return { result: await write({ ...message, picture: null }, limit.signal), hasPicture: false };
    } finally {
      cancel();
      lanes.stopping.removeEventListener('abort', abort);
    }
  };

  /** Decides again what may have changed since the event. @returns null for a message that is not to be sent */
  const compose = async (
    shown: ShownEvent,
    destination: Destination,
    { needsPicture, isKnown }: { readonly needsPicture: boolean; readonly isKnown: boolean },
  ): Promise<TelegramMessage | null> => {
    const { camera_id: cameraId, event_id: eventId, event_type: type, event_at: at, event_count: count, last_at: lastAt } = shown;
    const access = await resolveAccess(destination.customerId, cameraId);
    const rights = access ? rightsOf(access.capabilities, at) : null;
    const camera = isKnown ? destination.camera : await outbox.cameraOf(cameraId);
    if (!rights?.canKnow || !camera || (type === 'timelapse' && !rights.canSeePicture)) return null;
    const picture = needsPicture && rights.canSeePicture ? await readPicture(cameraId, eventId) : null;
    const { canPlay, canMark } = rights;
    const label = await outbox.labelOf(eventId);
    const about = { cameraId, cameraTitle: camera.title, cameraTimeZone: camera.timeZone, label, at, count, lastAt };
    return eventMessage({ eventId, type, ...about, canPlay, canMark }, destination, picture, publicUrl);
  };

  const fail = async (message: LeasedMessage, chatId: string, error: TelegramError): Promise<void> => {
    const { failure } = error;
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

  /** Sends a message of its own. @param next null when events are not grouped */
  const announce = async (message: LeasedMessage, destination: Destination, next: NextStretch | null): Promise<void> => {
    const shown = next ?? { ...message, event_count: 1, last_at: message.event_at };
    const composed = await compose(shown, destination, { needsPicture: true, isKnown: true });
    if (!composed) return outbox.drop(message);
    // The Bot API has no key by which it would know a message again: what may be a repetition makes no sound.
    const isSilent = message.wasCutOff;
    const { result, hasPicture } = await attempt({ ...composed, isSilent }, (content, signal) =>
      api.send(destination.chatId, content, signal),
    );
    await outbox.sent(message, next && { ...next, message_id: result, has_picture: hasPicture ? 1 : 0 });
  };

  /** Changes the latest message; one that is gone is followed by a new one. */
  const update = async (
    message: LeasedMessage,
    destination: Destination,
    step: StretchStep & { readonly kind: 'update' },
  ): Promise<void> => {
    const { next, before, isShown } = step;
    const { chatId } = destination;
    const earlier = { id: before.message_id, hasPicture: before.has_picture === 1 };
    const isKnown = next.camera_id === message.camera_id;
    const composed = await compose(next, destination, { needsPicture: isShown && earlier.hasPicture, isKnown });
    // Its camera is out of reach, and so is what the message shows.
    if (!composed) return announce(message, destination, next.camera_id === message.camera_id ? next : ofEvent(next, message));
    try {
      await attempt(composed, (content, signal) => api.edit(chatId, earlier, content, signal));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return announce(message, destination, isShown ? next : ofEvent(next, message));
    }
    await outbox.joined(message, { ...next, message_id: before.message_id, has_picture: before.has_picture });
  };

  const serve = async (message: LeasedMessage): Promise<void> => {
    const { chat, camera_id: cameraId, event_type: type, event_at: at } = message;
    const destination = await outbox.destination(message);
    if (!destination || !isDueFor(message, destination, clock.now())) return outbox.drop(message);
    const { isTimely, cooldownMs, place } = type === 'timelapse' ? always : await wish(destination.customerId, cameraId, type, at);
    const { chatId, sentAt } = destination;
    const isDue = sentAt === null || clock.now() - sentAt >= cooldownMs;
    const before = place === null ? null : await outbox.stretch(chat, place);
    const step = isTimely ? stepOf(message, place ?? cameraId, before, isDue) : null;
    if (!step) return outbox.drop(message);
    if (step.kind === 'count') return outbox.joined(message, step.next);
    const write =
      step.kind === 'update' ? update(message, destination, step) : announce(message, destination, place === null ? null : step.next);
    await write.catch((error: unknown) => {
      // The database failed, perhaps after Telegram took the message: not an answer of Telegram's.
      if (!(error instanceof TelegramError)) throw error;
      return fail(message, chatId, error);
    });
  };

  const lanes: Lanes = createLanes({
    clock,
    concurrency,
    claim: async (busy) => {
      const message = await outbox.claim(busy);
      return message && { id: message.chat, run: () => serve(message) };
    },
    nextDueAt: outbox.nextDueAt,
    onInterrupted: (error) => log.warn({ err: error }, 'A Telegram message was interrupted; it is sent again in two minutes'),
    onUnreadable: (error) => log.warn({ err: error }, 'Waiting Telegram messages could not be read; retrying'),
  });
  return lanes;
}

function isDueFor({ expires_at: expiresAt }: LeasedMessage, { isReachable, isWanted, quietUntil }: Destination, now: number): boolean {
  const isQuiet = quietUntil !== null && now < quietUntil;
  return isReachable && isWanted && !isQuiet && now < expiresAt;
}

/** The stretch with this event as what its message shows. */
function ofEvent(next: NextStretch, { camera_id, event_id, event_type, event_at, event_score }: LeasedMessage): NextStretch {
  return { ...next, camera_id, event_id, event_type, event_at, event_score };
}

function isRefusal(error: unknown): boolean {
  return error instanceof TelegramError && error.failure.kind === 'refused';
}

/** A user who can watch now may know that something happens there; its picture is part of the archive, as in the list of events. */
function rightsOf(capabilities: Capabilities, at: number): Readonly<Record<'canKnow' | 'canSeePicture' | 'canPlay' | 'canMark', boolean>> {
  const { isVisible, canWatch, canSeeEvents, canPlayArchive, canChangeSettings } = capabilities;
  const isOpen = isVisible && isOpenAt(openArchive(capabilities), at);
  const canSeePicture = isOpen && canSeeEvents;
  return {
    canSeePicture,
    canKnow: canSeePicture || (isVisible && canWatch),
    canPlay: isOpen && canPlayArchive,
    canMark: isVisible && canChangeSettings,
  };
}
