import type { TelegramFailure } from './port.ts';

/** An answer of the Bot API that is not ok. */
export interface TelegramRefusal {
  readonly code: number;
  readonly description: string;
  readonly retryAfterSeconds: number | undefined;
  readonly movedTo: number | undefined;
}

/** Texts of the Bot API, which has no other codes. Compared in lower case. */
const blocked = ['bot was blocked by the user', 'user is deactivated', "bot can't initiate conversation"];
const kicked = [
  'bot was kicked',
  'bot is not a member',
  'chat not found',
  'group chat was deactivated',
  'chat_write_forbidden',
  'have no rights to send',
  'not enough rights to send',
  'peer_id_invalid',
];
/** Without a time in the answer. */
const defaultRetryMs = 5000;
/** A longer time is asked for again. */
const maxRetryMs = 60 * 60_000;

/**
 * Says what a refusal means.
 * @example failureOf({ code: 403, description: 'Forbidden: bot was blocked by the user', … }) // { kind: 'blocked' }
 */
export function failureOf({ code, description, retryAfterSeconds, movedTo }: TelegramRefusal): TelegramFailure {
  const text = description.toLowerCase();
  if (movedTo !== undefined) return { kind: 'moved', chatId: String(movedTo) };
  if (code === 429) {
    const retryAfterMs = retryAfterSeconds === undefined ? defaultRetryMs : retryAfterSeconds * 1000;
    return { kind: 'too-many', retryAfterMs: Math.min(maxRetryMs, Math.max(0, retryAfterMs)) };
  }
  // A wrong token has 401, one that is not even well formed 404.
  if (code === 401 || (code === 404 && text === 'not found')) return { kind: 'unauthorized' };
  if (code === 409) return { kind: 'conflict' };
  if (code >= 500) return { kind: 'unreachable' };
  if (text.includes('message is not modified')) return { kind: 'unchanged' };
  if (blocked.some((part) => text.includes(part))) return { kind: 'blocked' };
  if (kicked.some((part) => text.includes(part))) return { kind: 'kicked' };
  // Any other 403 is about the chat too, such as the texts of later versions.
  return code === 403 ? { kind: 'kicked' } : { kind: 'refused' };
}
