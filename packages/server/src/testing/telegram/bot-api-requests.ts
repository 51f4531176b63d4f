import { Busboy } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** A call of the Bot API with its parameters, whichever of its two forms it was sent in. */
export interface BotApiCall {
  readonly method: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Uploaded files by the name of their part. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Reads a call: JSON, or multipart form data, whose `attach://name` values refer to its files. */
export async function readCall(method: string, request: IncomingMessage): Promise<BotApiCall> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) {
    const body = await text(request);
    const parsed: unknown = body === '' ? {} : JSON.parse(body);
    return { method, parameters: isRecord(parsed) ? parsed : {}, files: new Map() };
  }
  const parameters: Record<string, unknown> = {};
  const files = new Map<string, Uint8Array>();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const form = new Busboy({ headers: { ...request.headers, 'content-type': type } });
  form.on('field', (name, value) => {
    // Everything but plain texts is JSON within a form.
    parameters[name] = /^[[{]/.test(value) ? JSON.parse(value) : value;
  });
  form.on('file', (name, stream) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
    stream.on('end', () => void files.set(name, Buffer.concat(chunks)));
  });
  form.on('finish', resolve);
  form.on('error', reject);
  request.pipe(form);
  await promise;
  return { method, parameters, files };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
