import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/app-error.ts';

/** Largest form, bytes: four thousand characters of any alphabet fit. */
const maximumFormBytes = 16 * 1024;

/**
 * Lets the routes of this scope take multipart forms of text fields, and nothing else: no JSON, no files.
 * The platform's own parser will do, because Fastify stops reading at 16 KiB: nothing is streamed and nothing is written to disk.
 */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: maximumFormBytes }, (request: FastifyRequest, body: Buffer<ArrayBuffer>) =>
    readFields(request.headers['content-type'] ?? '', body),
  );
}

/** @throws {AppError} invalid-request for what is no form, a file, or a field that stands twice */
export async function readFields(contentType: string, body: Uint8Array<ArrayBuffer>): Promise<Record<string, string>> {
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData().catch((error: unknown) => {
    throw new AppError('invalid-request', { cause: error });
  });
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value !== 'string' || fields.has(name)) throw new AppError('invalid-request');
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}
