import { isRecord, type BotApiCall } from './bot-api-requests.ts';

/** What the Bot API refuses in a message, by its published limits. */

const maxText = 4096;
const maxCaption = 1024;
const maxData = 64;
/** Of what is shown for a moment after a button was pressed. */
const maxAnswer = 200;

/** Returns the description of a refusal; null for a message that is accepted. */
export function faultOf(call: BotApiCall): string | null {
  const { text, entities, picture } = contentOf(call);
  const hasCaption = call.method !== 'sendMessage' && call.method !== 'editMessageText';
  const hasMedia = call.method === 'sendPhoto' || call.method === 'editMessageMedia';
  if (typeof text !== 'string') return 'Bad Request: text must be a string';
  if (!hasCaption && text === '') return 'Bad Request: message text is empty';
  if (!hasCaption && text.length > maxText) return 'Bad Request: message is too long';
  if (hasCaption && text.length > maxCaption) return 'Bad Request: message caption is too long';
  if (hasMedia && !isJpeg(picture)) return 'Bad Request: IMAGE_PROCESS_FAILED';
  return entityFault(entities, text) ?? keyboardFault(call.parameters['reply_markup']);
}

/** Returns the description of a refusal; null for an answer to a button that is accepted. */
export function answerFaultOf({ parameters }: BotApiCall): string | null {
  const { text } = parameters;
  return typeof text === 'string' && text.length > maxAnswer ? 'Bad Request: MESSAGE_TOO_LONG' : null;
}

/** What a message says, whichever call says it. */
export function contentOf({ method, parameters, files }: BotApiCall): {
  readonly text: unknown;
  readonly entities: unknown;
  readonly picture: Uint8Array | null;
} {
  const fileOf = (reference: unknown, name: string): Uint8Array | null =>
    files.get(typeof reference === 'string' && reference.startsWith('attach://') ? reference.slice('attach://'.length) : name) ?? null;
  const { media } = parameters;
  if (method === 'editMessageMedia' && isRecord(media))
    return { text: media['caption'] ?? '', entities: media['caption_entities'], picture: fileOf(media['media'], 'media') };
  if (method === 'sendMessage' || method === 'editMessageText')
    return { text: parameters['text'] ?? '', entities: parameters['entities'], picture: null };
  return {
    text: parameters['caption'] ?? '',
    entities: parameters['caption_entities'],
    picture:
      method === 'sendPhoto' ? fileOf(parameters['photo'], 'photo') : method === 'sendVideo' ? fileOf(parameters['video'], 'video') : null,
  };
}

function isJpeg(picture: Uint8Array | null): boolean {
  return picture !== null && picture[0] === 0xff && picture[1] === 0xd8;
}

function entityFault(entities: unknown, text: string): string | null {
  if (entities === undefined) return null;
  const isRight =
    Array.isArray(entities) &&
    entities.every((entity: unknown) => {
      if (!isRecord(entity)) return false;
      const { offset, length } = entity;
      return typeof offset === 'number' && typeof length === 'number' && offset >= 0 && length > 0 && offset + length <= text.length;
    });
  return isRight ? null : 'Bad Request: ENTITY_BOUNDS_INVALID';
}

function keyboardFault(markup: unknown): string | null {
  if (!isRecord(markup)) return null;
  const rows: unknown = markup['inline_keyboard'];
  for (const button of Array.isArray(rows) ? rows.flat() : []) {
    if (!isRecord(button)) return 'Bad Request: object expected as reply markup';
    const { url, callback_data: data } = button;
    if (typeof data === 'string' && (data === '' || Buffer.byteLength(data) > maxData)) return 'Bad Request: BUTTON_DATA_INVALID';
    if (typeof url === 'string' && !(URL.canParse(url) && new URL(url).hostname.includes('.')))
      return `Bad Request: inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`;
  }
  return null;
}
