import { cameraIdSchema } from '@watchpost/contract/schemas/cameras';
import { encodeLiveMedia, type LiveClientMessage } from '@watchpost/contract/protocols/live';
import { z } from 'zod';

const channel = z.int().min(0).max(0xffff);
const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authorize'), token: z.string().min(1).max(4096) }),
  z.object({
    type: z.literal('subscribe'),
    channel,
    cameraId: cameraIdSchema,
    quality: z.enum(['auto', 'low', 'high']).default('auto'),
    audio: z.boolean().default(false),
    frames: z.enum(['all', 'key']).default('all'),
    hevc: z.boolean().default(false),
  }),
  z.object({ type: z.literal('unsubscribe'), channel }),
  z.object({ type: z.literal('talk'), channel, mimeType: z.string().regex(/^audio\/[\w.+-]{1,40}(;\s?codecs="?[\w.,-]{1,40}"?)?$/) }),
  z.object({ type: z.literal('talk-end'), channel }),
  z.object({ type: z.literal('ping'), id: z.number() }),
]);

export type LiveSubscribe = Extract<LiveClientMessage, { type: 'subscribe' }>;

/** Parses a client's message; null for anything that the protocol does not define. */
export function parseClientMessage(text: string): LiveClientMessage | null {
  try {
    return clientMessage.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export type MessageMemo = (
  fragment: Uint8Array,
  header: { readonly channel: number; readonly keyFrame: boolean; readonly discontinuity: boolean; readonly time: number },
) => Uint8Array;

/**
 * Adds the header to a fragment at most once for all viewers on the same channel number. A stream serves its subscribers one
 * after another with the same fragment, so it is enough to cache the newest one.
 */
export function createMessageMemo(): MessageMemo {
  let newest: Uint8Array | null = null;
  const messages = new Map<number, Uint8Array>();
  return (fragment, { channel: number, keyFrame, discontinuity, time }) => {
    if (fragment !== newest) {
      messages.clear();
      newest = fragment;
    }
    const key = number * 2 + (discontinuity ? 1 : 0);
    const message =
      messages.get(key) ?? encodeLiveMedia({ kind: 'fragment', keyFrame, discontinuity, channel: number, time, payload: fragment });
    messages.set(key, message);
    return message;
  };
}
