import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isRecord, readCall, type BotApiCall } from './bot-api-requests.ts';
import { answerFaultOf, contentOf, faultOf } from './bot-api-rules.ts';

/** A message that the Bot API accepted, as it is now. */
interface SentMessage {
  /** How often it was changed. */
  readonly edits: number;
  readonly chatId: string;
  readonly text: string;
  readonly isSilent: boolean;
  /** Null for a message without one. */
  readonly picture: Uint8Array | null;
  /** Labels of the buttons, with what they open or send. */
  readonly buttons: readonly (readonly [string, string])[];
}

/** An answer instead of the usual one; `lost` breaks the connection before, or after the message was accepted. */
type BotApiAnswer =
  | { readonly status: number; readonly description: string; readonly parameters?: Readonly<Record<string, number>> }
  | { readonly lost: 'before' | 'after' };

/** A chat as Telegram's apps make it. */
export interface DoubleChat {
  readonly id: number;
  readonly title?: string;
  /** The name of a person, in a private chat. */
  readonly name?: string;
  readonly language?: string;
}

/**
 * Telegram's Bot API over HTTP, as far as the server uses it, by https://core.telegram.org/bots/api: both ways of getting updates, texts and
 * pictures with their limits, and its refusals. `telegram-test-api` on npm knows neither pictures nor refusals.
 */
export interface BotApiDouble {
  readonly origin: string;
  readonly sent: readonly SentMessage[];
  /** Texts with which buttons were answered. */
  readonly answered: readonly string[];
  /** Calls by method, refused ones included. */
  calls(method: string): number;
  /** What was wrong with requests that a real Bot API would refuse. */
  readonly faults: string[];
  /** Answers for the next messages, in their order; to one chat, or to any. */
  answerNext(answers: readonly BotApiAnswer[], chatId?: number): void;
  /** Breaks every connection while it is true. */
  setDown(isDown: boolean): void;
  /** Writes a text to the bot. */
  write(chat: DoubleChat, text: string): void;
  press(chat: DoubleChat, data: string): void;
  /** Blocks the bot, or removes it from a group; `member` undoes that. */
  setMember(chat: DoubleChat, status: 'kicked' | 'left' | 'member'): void;
  /** Deletes a message, as people do. @param index in `sent` */
  remove(index: number): void;
  /** Turns a group into a supergroup. @param announces whether the bot hears of it */
  migrate(chat: DoubleChat, id: number, announces: boolean): void;
  /** Repeats the last update, as Telegram does when it is not sure. */
  repeat(): void;
  /** The updates that no call has confirmed. */
  readonly pending: number;
  close(): Promise<void>;
}

export const botToken = '123456789:AAExampleExampleExampleExampleExamp';
export const botName = 'watchpost_test_bot';

interface Update extends Readonly<Record<string, unknown>> {
  readonly update_id: number;
}

export async function startBotApiDouble(): Promise<BotApiDouble> {
  const sent: SentMessage[] = [];
  const answered: string[] = [];
  const faults: string[] = [];
  const counts = new Map<string, number>();
  const planned: { readonly answer: BotApiAnswer; readonly chatId: number | undefined }[] = [];
  const unreachable = new Map<string, string>();
  const moved = new Map<string, number>();
  const deleted = new Set<number>();
  let updates: Update[] = [];
  let lastUpdate: Update | null = null;
  let nextId = 100;
  let isDown = false;
  let webhook: { readonly url: string; readonly secret: string } | null = null;
  let delivering: Promise<void> = Promise.resolve();
  /** Ends the poll that waits; with a conflict when another one begins. */
  let endPoll: ((isConflict: boolean) => void) | null = null;

  const answer = (response: ServerResponse, result: unknown): void => write(response, 200, { ok: true, result });
  const refuse = (response: ServerResponse, status: number, description: string, parameters?: unknown): void =>
    write(response, status, { ok: false, error_code: status, description, ...(parameters !== undefined && { parameters }) });

  const deliver = async (update: Update): Promise<void> => {
    for (let attempt = 0; webhook && attempt < 100; attempt += 1) {
      const { url, secret } = webhook;
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
        body: JSON.stringify(update),
      }).catch(() => null);
      await response?.arrayBuffer();
      if (response?.ok) {
        updates = updates.filter(({ update_id: id }) => id !== update.update_id);
        return;
      }
    }
  };
  const add = (content: Readonly<Record<string, unknown>>): void => {
    const update = { update_id: (nextId += 1), ...content };
    lastUpdate = update;
    queue(update);
  };
  const queue = (update: Update): void => {
    updates.push(update);
    // One at a time, as with max_connections 1.
    if (webhook) delivering = delivering.then(() => deliver(update));
    else endPoll?.(false);
  };

  const poll = async ({ parameters }: BotApiCall, response: ServerResponse): Promise<void> => {
    if (webhook)
      return refuse(
        response,
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    const offset = Number(parameters['offset'] ?? 0);
    // Asking for later ones confirms the earlier ones.
    if (offset > 0) updates = updates.filter(({ update_id: id }) => id >= offset);
    endPoll?.(true);
    if (updates.length === 0 && Number(parameters['timeout'] ?? 0) > 0) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const end = (isConflict: boolean): void => resolve(isConflict);
      endPoll = end;
      response.once('close', () => resolve(false));
      const isConflict = await promise;
      if (endPoll === end) endPoll = null;
      if (isConflict)
        return refuse(response, 409, 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running');
    }
    answer(response, updates.slice(0, 100));
  };

  const read = (call: BotApiCall, chatId: string, edits: number): SentMessage => {
    const markup = call.parameters['reply_markup'];
    const rows: unknown = isRecord(markup) ? markup['inline_keyboard'] : [];
    const buttons = (Array.isArray(rows) ? rows.flat() : []).filter(isRecord);
    const { text, picture } = contentOf(call);
    return {
      edits,
      chatId,
      text: String(text),
      isSilent: String(call.parameters['disable_notification']) === 'true',
      picture,
      buttons: buttons.map(({ text: label, url, callback_data: data }) => [String(label), String(url ?? data)]),
    };
  };
  /** Sends a message, or changes one. @returns its id; a text when that is refused */
  const take = (call: BotApiCall, chatId: string): number | string => {
    if (!call.method.startsWith('edit')) return sent.push(read(call, chatId, 0));
    const id = Number(call.parameters['message_id']);
    const earlier = sent[id - 1];
    if (earlier?.chatId !== chatId || deleted.has(id)) return 'Bad Request: message to edit not found';
    if (call.method === 'editMessageText' && earlier.picture) return 'Bad Request: there is no text in the message to edit';
    if (call.method === 'editMessageCaption' && !earlier.picture) return 'Bad Request: there is no caption in the message to edit';
    const next = read(call, chatId, earlier.edits + 1);
    const picture = next.picture ?? earlier.picture;
    if (next.text === earlier.text && picture === earlier.picture)
      return 'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content';
    sent[id - 1] = { ...next, picture };
    return id;
  };

  const send = (call: BotApiCall, response: ServerResponse): void => {
    const chatId = String(call.parameters['chat_id']);
    const index = planned.findIndex((plan) => plan.chatId === undefined || String(plan.chatId) === chatId);
    const plan = index >= 0 ? planned.splice(index, 1)[0]?.answer : undefined;
    if (plan && 'lost' in plan) {
      if (plan.lost === 'after') void take(call, chatId);
      return void response.destroy();
    }
    if (plan) return refuse(response, plan.status, plan.description, plan.parameters);
    const migratedTo = moved.get(chatId);
    if (migratedTo !== undefined)
      return refuse(response, 400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: migratedTo });
    const reason = unreachable.get(chatId);
    if (reason !== undefined) return refuse(response, 403, reason);
    const fault = faultOf(call);
    if (fault !== null) {
      faults.push(fault);
      return refuse(response, 400, fault);
    }
    const taken = take(call, chatId);
    if (typeof taken === 'string') return refuse(response, 400, taken);
    answer(response, { message_id: taken, date: 0, chat: { id: Number(chatId), type: 'private' } });
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, token = '', method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    const call = await readCall(method, request);
    counts.set(method, (counts.get(method) ?? 0) + 1);
    if (isDown) return void response.destroy();
    if (token !== botToken) return refuse(response, 401, 'Unauthorized');
    switch (method) {
      case 'getMe':
        return answer(response, { id: 123456789, is_bot: true, first_name: 'Watchpost', username: botName });
      case 'getUpdates':
        return poll(call, response);
      case 'setWebhook': {
        const { url, secret_token: secret } = call.parameters;
        webhook = { url: String(url), secret: String(secret) };
        for (const update of updates) delivering = delivering.then(() => deliver(update));
        return answer(response, true);
      }
      case 'deleteWebhook':
        webhook = null;
        return answer(response, true);
      case 'setMyCommands':
        return answer(response, true);
      case 'answerCallbackQuery': {
        const fault = answerFaultOf(call);
        if (fault !== null) {
          faults.push(fault);
          return refuse(response, 400, fault);
        }
        answered.push(String(call.parameters['text']));
        return answer(response, true);
      }
      case 'sendMessage':
      case 'sendPhoto':
      case 'sendVideo':
      case 'editMessageText':
      case 'editMessageCaption':
      case 'editMessageMedia':
        return send(call, response);
      default:
        return refuse(response, 404, 'Not Found');
    }
  };

  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;

  return {
    origin: `http://127.0.0.1:${port}`,
    sent,
    answered,
    faults,
    calls: (method) => counts.get(method) ?? 0,
    answerNext: (answers, chatId) => planned.push(...answers.map((one) => ({ answer: one, chatId }))),
    setDown: (next) => {
      isDown = next;
    },
    write: (chat, text) => add({ message: { message_id: nextId, date: 0, chat: chatData(chat), from: userData(chat), text } }),
    press: (chat, data) =>
      add({
        callback_query: {
          id: `query-${nextId}`,
          from: userData(chat),
          chat_instance: '1',
          data,
          message: { message_id: 1, date: 0, chat: chatData(chat) },
        },
      }),
    setMember: (chat, status) => {
      const isPrivate = chat.title === undefined;
      if (status === 'member') unreachable.delete(String(chat.id));
      else
        unreachable.set(
          String(chat.id),
          isPrivate ? 'Forbidden: bot was blocked by the user' : 'Forbidden: bot was kicked from the group chat',
        );
      add({ my_chat_member: { chat: chatData(chat), from: userData(chat), date: 0, new_chat_member: { status } } });
    },
    migrate: (chat, id, announces) => {
      moved.set(String(chat.id), id);
      if (announces) add({ message: { message_id: 1, date: 0, chat: chatData(chat), migrate_to_chat_id: id } });
    },
    remove: (index) => void deleted.add(index + 1),
    repeat: () => {
      if (lastUpdate) queue(lastUpdate);
    },
    get pending() {
      return updates.length;
    },
    close: async () => {
      endPoll?.(false);
      webhook = null;
      await delivering;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function chatData({ id, title, name }: DoubleChat): Readonly<Record<string, unknown>> {
  return title === undefined ? { id, type: 'private', first_name: name ?? 'Anna' } : { id, type: 'group', title };
}

function userData({ id, name, language = 'en' }: DoubleChat): Readonly<Record<string, unknown>> {
  return { id: Math.abs(id), is_bot: false, first_name: name ?? 'Anna', language_code: language };
}

function write(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
