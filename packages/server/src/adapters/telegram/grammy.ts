import { Api, GrammyError, InputFile } from 'grammy';
import { TelegramError, type EarlierMessage, type TelegramApi, type TelegramButton, type TelegramMessage } from './port.ts';
import { failureOf } from './telegram-failures.ts';

export interface GrammyApiOptions {
  readonly token: string;
  /** `https://api.telegram.org`, or the operator's own Bot API server. */
  readonly apiOrigin: string;
}

type GrammySignal = NonNullable<Parameters<Api['getMe']>[0]>;

/** Longer than the wait for updates and than a picture on a slow line; grammY's own limit is 500 s. */
const timeoutSeconds = 100;
const allowedUpdates = ['message', 'callback_query', 'my_chat_member'] as const;

/** Calls the Bot API by grammY. */
export function createGrammyApi({ token, apiOrigin }: GrammyApiOptions): TelegramApi {
  const api = new Api(token, { apiRoot: apiOrigin, timeoutSeconds });

  return {
    identify: async (signal) => {
      const { id, username } = await attempt(() => api.getMe(grammySignal(signal)));
      return { id: String(id), name: username };
    },
    updates: (offset, timeout, signal) =>
      attempt(() => api.getUpdates({ offset, timeout, allowed_updates: allowedUpdates }, grammySignal(signal))),
    setWebhook: async (url, secret, signal) => {
      const options = { secret_token: secret, allowed_updates: allowedUpdates, max_connections: 1 };
      await attempt(() => api.setWebhook(url, options, grammySignal(signal)));
    },
    removeWebhook: async (signal) => void (await attempt(() => api.deleteWebhook({}, grammySignal(signal)))),
    describe: async (commands, locale, signal) => {
      const options = locale === null ? {} : { language_code: locale };
      await attempt(() => api.setMyCommands([...commands], options, grammySignal(signal)));
    },
    send: async (chatId, message, signal) => String((await attempt(() => send(api, chatId, message, signal))).message_id),
    edit: async (chatId, earlier, message, signal) => {
      try {
        await attempt(() => edit(api, chatId, earlier, message, signal));
      } catch (error) {
        // An attempt before this one has done it.
        if (!(error instanceof TelegramError) || error.failure.kind !== 'unchanged') throw error;
      }
    },
    answerButton: async (queryId, text, signal) =>
      void (await attempt(() => api.answerCallbackQuery(queryId, { text }, grammySignal(signal)))),
  };
}

function send(api: Api, chatId: string, message: TelegramMessage, signal: AbortSignal): Promise<{ readonly message_id: number }> {
  const { text, picture, isSilent = false } = message;
  const bold = boldOf(message);
  const common = { ...keyboardOf(message), disable_notification: isSilent };
  if (message.video) {
    const options = { ...common, caption: text, caption_entities: bold, supports_streaming: true };
    return api.sendVideo(chatId, new InputFile(message.video, 'clip.mp4'), options, grammySignal(signal));
  }
  if (!picture) {
    const options = { ...common, entities: bold, link_preview_options: { is_disabled: true } };
    return api.sendMessage(chatId, text, options, grammySignal(signal));
  }
  const options = { ...common, caption: text, caption_entities: bold };
  return api.sendPhoto(chatId, new InputFile(picture, 'picture.jpg'), options, grammySignal(signal));
}

function edit(
  api: Api,
  chatId: string,
  { id, hasPicture }: EarlierMessage,
  message: TelegramMessage,
  signal: AbortSignal,
): Promise<unknown> {
  const { text, picture } = message;
  const bold = boldOf(message);
  const keyboard = keyboardOf(message);
  const messageId = Number(id);
  if (!hasPicture) {
    const options = { ...keyboard, entities: bold, link_preview_options: { is_disabled: true } };
    return api.editMessageText(chatId, messageId, text, options, grammySignal(signal));
  }
  if (!picture)
    return api.editMessageCaption(chatId, messageId, { ...keyboard, caption: text, caption_entities: bold }, grammySignal(signal));
  const media = { type: 'photo' as const, media: new InputFile(picture, 'picture.jpg'), caption: text, caption_entities: bold };
  return api.editMessageMedia(chatId, messageId, media, keyboard, grammySignal(signal));
}

function boldOf({ boldLength }: TelegramMessage) {
  return boldLength > 0 ? [{ type: 'bold' as const, offset: 0, length: boldLength }] : [];
}

function keyboardOf({ buttons }: TelegramMessage) {
  return buttons.length > 0 ? { reply_markup: { inline_keyboard: buttons.map((row) => row.map(grammyButton)) } } : {};
}

function grammyButton(button: TelegramButton) {
  return 'url' in button ? { text: button.text, url: button.url } : { text: button.text, callback_data: button.data };
}

/** Passes on no error of grammY: it holds the address of the call, and so the token. */
async function attempt<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof GrammyError)) throw new TelegramError({ kind: 'unreachable' }, 'Telegram can’t be reached');
    const { error_code: code, description, method, parameters } = error;
    const failure = failureOf({
      code,
      description,
      retryAfterSeconds: parameters.retry_after,
      movedTo: parameters.migrate_to_chat_id,
    });
    throw new TelegramError(failure, `Telegram refused ${method}: ${code} ${description}`);
  }
}

/** grammY's types name the signal of a polyfill; it accepts the platform's, which can do all that it calls. */
function grammySignal(signal: AbortSignal): GrammySignal {
  if (!isGrammySignal(signal)) throw new TypeError('A signal of the platform is expected.');
  return signal;
}

function isGrammySignal(signal: unknown): signal is GrammySignal {
  return signal instanceof AbortSignal;
}
