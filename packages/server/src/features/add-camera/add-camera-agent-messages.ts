import type { AgentMessage } from '@watchpost/contract/protocols/agent';
import { z } from 'zod';

const codec = z.string().regex(/^[\w.]{3,40}$/);
const stream = z.enum(['main', 'low']);
const video = z.object({
  kind: z.literal('video'),
  codec,
  width: z.int().min(16).max(16_384),
  height: z.int().min(16).max(16_384),
  configuration: z.base64().min(8).max(16_384),
});
const audio = z.object({
  kind: z.literal('audio'),
  codec,
  sampleRate: z.int().min(7000).max(96_000),
  channels: z.int().min(1).max(8),
  configuration: z.base64().max(1024),
});
const authorizeMessage = z.strictObject({ type: z.literal('authorize'), token: z.string().regex(/^[\w-]{16,256}$/) });
const agentMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('capabilities'), speaker: z.boolean(), low: z.boolean() }),
  z.object({
    type: z.literal('tracks'),
    stream,
    video,
    audio: audio.nullable(),
    timeline: z
      .string()
      .regex(/^[\w-]{8,64}$/)
      .optional(),
    late: z.boolean().optional(),
  }),
  z.object({ type: z.literal('ended'), stream }),
  z.object({ type: z.literal('caught-up') }),
]);

/** Reads the token from a page's first message; null for any other message. */
export function readAuthorizeMessage(text: string): string | null {
  try {
    return authorizeMessage.safeParse(JSON.parse(text)).data?.token ?? null;
  } catch {
    return null;
  }
}

/** Reads an agent's control message; null when invalid. */
export function readAgentMessage(text: string): AgentMessage | null {
  try {
    return agentMessage.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
