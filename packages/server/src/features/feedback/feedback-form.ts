import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/app-error.ts';

/** Largest form in bytes: four thousand characters of any alphabet fit. */
const maximumFormBytes = 16 * 1024;

/**
 * Lets the routes of this scope accept multipart forms of text fields, and nothing else: no JSON, no files. Fastify stops reading at 16
 * KiB, so a form is parsed as a whole, without streaming or files on disk.
 */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: maximumFormBytes },
    (request: FastifyRequest, body: Buffer) => readFields(request.headers['content-type'] ?? '', body),
  );
}

/** Parses a form. @throws {AppError} invalid-request for an invalid form, a file, or a repeated field */
export function readFields(contentType: string, body: Uint8Array): Promise<Record<string, string>> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, string>>();
  const refuse = (cause?: unknown): void => reject(new AppError('invalid-request', { cause }));
  const fields = new Map<string, string>();
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: maximumFormBytes, parts: 20, headerPairs: 20 },
    });
    parser.on('field', (name, value) => {
      if (fields.has(name)) refuse();
      fields.set(name, value);
    });
    parser.on('file', (_name, stream) => {
      // A truncated form emits an error; without a listener it would end the process.
      stream.on('error', refuse).resume();
      refuse();
    });
    parser.on('partsLimit', refuse);
    parser.on('error', refuse);
    parser.on('finish', () => resolve(Object.fromEntries(fields)));
    parser.end(body);
  } catch (error) {
    // Thrown when the header names no boundary.
    refuse(error);
  }
  return promise;
}
