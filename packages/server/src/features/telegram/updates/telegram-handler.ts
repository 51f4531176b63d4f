import { pickLocale, type Locale } from '@watchpost/contract/kernel';
import type { Presence } from '@watchpost/contract/schemas/locations';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { TelegramMessage } from '../../../adapters/telegram/port.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { formatClock, formatDay } from '../../../kernel/email-messages/email-message-dates.ts';
import { createWindowLimit } from '../../../kernel/limits/window-limit.ts';
import type { ChatOwner, ChatPlace, TelegramChats } from '../telegram-chats.ts';
import { readCode, type TelegramCodes } from '../telegram-codes.ts';
import { clipData, falseAlarmData, plainMessage, shorten, snoozeData, turnOnData } from '../telegram-message.ts';
import { telegramTexts } from '../telegram-texts.ts';
import { readQuiet, type Quiet } from './telegram-quiet.ts';
import type { TelegramMoments } from './telegram-moments.ts';
import type { SendSnapshot } from './telegram-snapshot.ts';
import type { TelegramChatData, TelegramMembership, TelegramPress, TelegramText, TelegramUpdate } from './telegram-update.ts';

/** What the bot says in return; sent once what it says is stored. */
export type TelegramReply =
  | { readonly kind: 'message'; readonly chatId: string; readonly message: TelegramMessage }
  /** Written after the transaction: it reads more than that. */
  | { readonly kind: 'later'; readonly chatId: string; readonly compose: () => Promise<TelegramMessage> }
  /** Ends the waiting state of a button. */
  | { readonly kind: 'answer'; readonly queryId: string; readonly text: string };

/** Applies an update to the database, in the transaction that notes it as handled. */
export type HandleUpdate = (transaction: Db, update: TelegramUpdate) => Promise<readonly TelegramReply[]>;

export interface TelegramHandlerDeps {
  readonly clock: Clock;
  readonly codes: TelegramCodes;
  readonly chats: TelegramChats;
  /** Returns the bot's name; null until Telegram has answered. */
  readonly botName: () => string | null;
  /** Returns the titles of the cameras that a customer can see now. */
  readonly cameraTitles: (customerId: string) => Promise<readonly string[]>;
  readonly sendSnapshot: SendSnapshot;
  readonly moments: TelegramMoments;
  /** Notes for an account whether anybody is home, at all of its locations. */
  readonly setPresence: (customerId: string, presence: Presence) => Promise<void>;
}

/** For chats whose messages the bot does not answer. */
const silent: readonly TelegramReply[] = [];
const wrongCodeLimit = { windowMs: 10 * 60_000, maxCount: 10 };
/** Limits of Telegram: a message, and a name as it is stored. */
const maxText = 4000;
const maxName = 128;
const dayMs = 24 * 60 * 60_000;

/** Creates what the bot does in chats: linking, pausing, and noting where it is blocked. */
export function createTelegramHandler({
  clock,
  codes,
  chats,
  botName,
  cameraTitles,
  sendSnapshot,
  moments,
  setPresence,
}: TelegramHandlerDeps): HandleUpdate {
  const limitWrongCodes = createWindowLimit({ clock, ...wrongCodeLimit });

  const link = async (
    transaction: Db,
    place: ChatPlace,
    senderId: number,
    code: string,
    locale: Locale,
  ): Promise<readonly TelegramReply[]> => {
    const customerId = await codes.take(transaction, code);
    if (customerId !== null) {
      await chats.link(transaction, customerId, place);
      const [owner] = (await chats.owners(transaction, place.chatId)).filter((one) => one.customerId === customerId);
      return say(place, telegramTexts[owner ? pickLocale(owner.locale) : locale].linked(place.name));
    }
    try {
      limitWrongCodes(String(senderId));
      return say(place, telegramTexts[locale].wrongCode);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return say(place, telegramTexts[locale].tooManyCodes);
    }
  };

  const pause = async (transaction: Db, place: ChatPlace, { until }: Quiet, owner: ChatOwner): Promise<readonly TelegramReply[]> => {
    await chats.setQuiet(transaction, place.chatId, until);
    const locale = pickLocale(owner.locale);
    const texts = telegramTexts[locale];
    if (until === null) return say(place, texts.quietOver);
    const message = plainMessage(texts.quietUntil(momentOf(until, clock.now(), locale, owner.timeZone)), [
      { text: texts.turnOn, data: turnOnData },
    ]);
    return [{ kind: 'message', chatId: place.chatId, message }];
  };

  const listCameras = async (owners: readonly ChatOwner[], locale: Locale): Promise<TelegramMessage> => {
    const titles = new Set((await Promise.all(owners.map(({ customerId }) => cameraTitles(customerId)))).flat());
    const { cameras, noCameras } = telegramTexts[locale];
    return plainMessage(titles.size === 0 ? noCameras : shorten([cameras, ...titles].join('\n'), maxText));
  };

  const notePresence = async (owners: readonly ChatOwner[], presence: Presence, locale: Locale): Promise<TelegramMessage> => {
    for (const { customerId } of owners) await setPresence(customerId, presence);
    return plainMessage(telegramTexts[locale].presence[presence]);
  };

  const onText = async (
    transaction: Db,
    { chat, from, text = '', migrate_to_chat_id: movedTo }: TelegramText,
  ): Promise<readonly TelegramReply[]> => {
    const place = placeOf(chat);
    if (movedTo !== undefined) {
      await chats.move(transaction, place.chatId, String(movedTo));
      return silent;
    }
    // A user who writes has not blocked the bot, or no longer does.
    await chats.setReach(transaction, place.chatId, 'open');
    const command = readCommand(text);
    // Meant for another bot of the group.
    if (command?.bot !== undefined && command.bot.toLowerCase() !== botName()?.toLowerCase()) return silent;
    const senderLocale = pickLocale(from?.language_code);
    const code = command?.name === 'start' || command?.name === 'link' ? readCode(command.rest) : command ? null : readCode(text);
    if (code !== null) return link(transaction, place, from?.id ?? chat.id, code, senderLocale);
    // In a group, people talk to each other.
    if (!command && place.kind === 'group') return silent;
    const owners = await chats.owners(transaction, place.chatId);
    const [owner] = owners;
    const locale = owner ? pickLocale(owner.locale) : senderLocale;
    const texts = telegramTexts[locale];
    if (!owner) {
      const isWrongCode = command?.name === 'start' && command.rest !== '';
      return say(place, isWrongCode ? texts.wrongCode : texts.notLinked);
    }
    if (command?.name === 'quiet') {
      const quiet = readQuiet(command.rest, clock.now(), owner.timeZone);
      return quiet ? pause(transaction, place, quiet, owner) : say(place, texts.quietUsage);
    }
    if (command?.name === 'cameras') return [{ kind: 'later', chatId: place.chatId, compose: () => listCameras(owners, locale) }];
    if (command?.name === 'snapshot')
      return [{ kind: 'later', chatId: place.chatId, compose: () => sendSnapshot(owners, command.rest, locale) }];
    if (command?.name === 'home' || command?.name === 'away') {
      const presence = command.name;
      return [{ kind: 'later', chatId: place.chatId, compose: () => notePresence(owners, presence, locale) }];
    }
    return say(place, texts.help);
  };

  const onPress = async (transaction: Db, { id, data, message, from }: TelegramPress): Promise<readonly TelegramReply[]> => {
    const answer = (text: string): TelegramReply => ({ kind: 'answer', queryId: id, text });
    const place = message ? placeOf(message.chat) : null;
    const owners = place ? await chats.owners(transaction, place.chatId) : [];
    const [owner] = owners;
    // The button of an old message, in a chat that was deactivated since.
    if (!place || !owner) return [answer(telegramTexts[pickLocale(from.language_code)].notLinked)];
    const texts = telegramTexts[pickLocale(owner.locale)];
    const later = (compose: () => Promise<TelegramMessage>): TelegramReply => ({ kind: 'later', chatId: place.chatId, compose });
    const locale = pickLocale(owner.locale);
    if (data?.startsWith(clipData))
      return [answer(texts.clipComing), later(() => moments.clip(owners, data.slice(clipData.length), locale))];
    if (data?.startsWith(falseAlarmData))
      return [answer(texts.falseAlarmNoted), later(() => moments.markFalse(owners, data.slice(falseAlarmData.length), locale))];
    if (data !== snoozeData && data !== turnOnData) return [answer(texts.oldButton)];
    const until = data === snoozeData ? clock.now() + 60 * 60_000 : null;
    // The pressed button waits for its answer: that goes first.
    const replies = await pause(transaction, place, { until }, owner);
    return [answer(until === null ? texts.quietOver : texts.snooze), ...replies];
  };

  const onMembership = async (
    transaction: Db,
    { chat, new_chat_member: member }: TelegramMembership,
  ): Promise<readonly TelegramReply[]> => {
    const place = placeOf(chat);
    const isOut = member.status === 'kicked' || member.status === 'left';
    await chats.setReach(transaction, place.chatId, isOut ? (place.kind === 'private' ? 'blocked' : 'kicked') : 'open');
    return silent;
  };

  return async (transaction, { message, callback_query: press, my_chat_member: membership }) => {
    if (message) return onText(transaction, message);
    if (press) return onPress(transaction, press);
    return membership ? onMembership(transaction, membership) : silent;
  };
}

function say({ chatId }: ChatPlace, text: string): readonly TelegramReply[] {
  return [{ kind: 'message', chatId, message: plainMessage(text) }];
}

function placeOf({ id, type, title, first_name: firstName, last_name: lastName }: TelegramChatData): ChatPlace {
  const name = title ?? [firstName, lastName].filter((part) => part !== undefined).join(' ');
  return { chatId: String(id), kind: type === 'private' ? 'private' : 'group', name: shorten(name === '' ? String(id) : name, maxName) };
}

/** Reads `/quiet@watchpost_bot 2h`. */
function readCommand(text: string): { readonly name: string; readonly bot: string | undefined; readonly rest: string } | null {
  const [, name, bot, rest = ''] = /^\/([a-z]{1,32})(?:@(\w{1,64}))?(?:\s([^]{0,200}))?$/.exec(text) ?? [];
  return name === undefined ? null : { name, bot, rest: rest.trim() };
}

/** `16:36`, with its day when that is not within the next 24 hours. */
function momentOf(at: number, now: number, locale: Locale, timeZone: string | null): string {
  const time = formatClock(at, { locale, timeZone }, false);
  return at - now < dayMs ? time : `${formatDay(at, { locale, timeZone })}, ${time}`;
}
