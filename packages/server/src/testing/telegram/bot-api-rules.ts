import { isRecord, type BotApiCall } from './bot-api-requests.ts';

/** What the Bot API refuses in a message, by its published limits. */

const maxText = 4096;
const maxCaption = 1024;
const maxData = 64;

/** Returns the description of a refusal; null for a message that is accepted. */
export function faultOf({ method, parameters, files }: BotApiCall): string | null {
  const isPhoto = method === 'sendPhoto';
  const text = parameters[isPhoto ? 'caption' : 'text'] ?? '';
  if (typeof text !== 'string') return 'Bad Request: text must be a string';
  if (!isPhoto && text === '') return 'Bad Request: message text is empty';
  if (!isPhoto && text.length > maxText) return 'Bad Request: message is too long';
  if (isPhoto && text.length > maxCaption) return 'Bad Request: message caption is too long';
  if (isPhoto && !isJpeg(photoOf({ method, parameters, files }))) return 'Bad Request: IMAGE_PROCESS_FAILED';
  return entityFault(parameters[isPhoto ? 'caption_entities' : 'entities'], text) ?? keyboardFault(parameters['reply_markup']);
}

/** Returns the uploaded picture; null without one. */
export function photoOf({ parameters, files }: BotApiCall): Uint8Array | null {
  const { photo } = parameters;
  const name = typeof photo === 'string' && photo.startsWith('attach://') ? photo.slice('attach://'.length) : 'photo';
  return files.get(name) ?? null;
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
