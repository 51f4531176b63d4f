import { errorCodes, type ErrorCode } from '@watchpost/contract/kernel';
import { maxControlMessageBytes, type AnswerMessage, type CameraReport } from '@watchpost/contract/protocols/control';
import { z } from 'zod';

const id = z.string().regex(/^[\w-]{8,64}$/);
const fraction = z.number().min(0).max(1);
/** A camera may report its own errors, never those of a session. */
const code = z.custom<ErrorCode>((value) => errorCodes.some((known) => known === value && /^(camera|sd-card)-/.test(known)));

const answerMessage: z.ZodType<AnswerMessage> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), id, fraction: fraction.nullable() }),
  z.object({ type: z.literal('result'), id, result: z.unknown() }),
  z.object({ type: z.literal('failed'), id, code }),
]);
const cameraReport: z.ZodType<CameraReport> = z.object({
  commands: z.array(z.string().regex(/^[\w-]{1,40}\.[\w-]{1,40}$/)).max(100),
  firmwareVersion: z.string().trim().min(1).max(64).nullable(),
  // Older agents do not send it.
  appVersion: z.string().trim().min(1).max(64).nullable().default(null),
  battery: z.object({ level: fraction, isCharging: z.boolean() }).nullable(),
  signal: fraction.nullable(),
});

/** Parses a message from a camera's topic of answers; null when it can't be read. */
export function readAnswer(payload: string): AnswerMessage | null {
  return read(answerMessage, payload);
}

/** Parses a message from a camera's topic of reports; null when it can't be read. */
export function readReport(payload: string): CameraReport | null {
  return read(cameraReport, payload);
}

function read<T>(schema: z.ZodType<T>, payload: string): T | null {
  if (payload.length > maxControlMessageBytes) return null;
  try {
    return schema.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}
