import { createHash } from 'node:crypto';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AwsV4Signer } from 'aws4fetch';
import { AppError } from '../../kernel/app-error.ts';
import type { S3Settings } from '../../kernel/settings/s3-settings.ts';
import { checkKey, type ObjectStore, type StoredObject } from './port.ts';
import { readS3Answer, writeRemoval } from './s3-xml.ts';

export interface S3ObjectsDeps {
  readonly settings: S3Settings;
  readonly clock: Pick<Clock, 'now'>;
  /** Sends requests; the platform's own by default. */
  readonly fetch?: typeof fetch;
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST';
  /** Null for the bucket itself. */
  readonly key: string | null;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly timeoutMs: number;
}

const readTimeoutMs = 20_000;
/** 32 MB through an uplink of 2 Mbit/s. */
const putTimeoutMs = 130_000;
/** S3's own limit for one request. */
const maxRemovals = 1000;
/** 1000 keys with everything that stores say about them. */
const maxAnswerBytes = 4_000_000;
const emptyHash = createHash('sha256').digest('hex');

/**
 * Keeps objects in a bucket of any S3-compatible store, addressed as `endpoint/bucket/key`. Sends only what every store has: signature 4,
 * ranges, version 2 of the list, removal of many. No checksum headers: stores refuse those that they don't know.
 */
export function createS3Objects({ settings, clock, fetch: send = fetch }: S3ObjectsDeps): ObjectStore {
  const { endpoint, bucket, region, accessKey, secretKey, prefix } = settings;
  const keyCache = new Map<string, ArrayBuffer>();
  const nameOf = (key: string): string => prefix + checkKey(key);

  const request = async (
    { method, key, query = {}, headers = {}, body, timeoutMs }: S3Request,
    signal?: AbortSignal,
  ): Promise<Response> => {
    signal?.throwIfAborted();
    // A signing key is good for a day.
    if (keyCache.size > 1) keyCache.clear();
    const url = new URL(`${endpoint}/${bucket}${key === null ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      // Signed, so that the store refuses bytes that were changed on their way.
      headers: { ...headers, 'x-amz-content-sha256': body ? createHash('sha256').update(body).digest('hex') : emptyHash },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
      cache: keyCache,
      datetime: new Date(clock.now()).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
    }).sign();
    const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
    return send(signed.url, {
      method,
      headers: signed.headers,
      // A redirect means another region, whose signature would be another.
      redirect: 'manual',
      signal: AbortSignal.any(limits),
      ...(body && { body }),
    });
  };
  /** Runs one call and names its failure. */
  const call = async <T>(what: S3Request, use: (response: Response) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    try {
      const response = await request(what, signal);
      if (!response.ok) throw await failureOf(response, settings);
      return await use(response);
    } catch (error) {
      if (error instanceof AppError) throw error;
      signal?.throwIfAborted();
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      const message = `${new URL(endpoint).host} ${isLate ? 'does not answer in time' : `can't be reached (${reasonOf(error)})`}.`;
      throw new AppError('unavailable', { message, cause: error });
    }
  };

  return {
    put: async (key, bytes, signal) =>
      call({ method: 'PUT', key: nameOf(key), body: viewOf(bytes), timeoutMs: putTimeoutMs }, (response) => drain(response), signal),
    read: async (key, { start, end }, signal) =>
      call(
        { method: 'GET', key: nameOf(key), headers: { range: `bytes=${start}-${end}` }, timeoutMs: readTimeoutMs },
        async (response) => {
          const length = end + 1 - start;
          // A store that sends the whole object instead would fill the memory.
          const announced = Number(response.headers.get('content-length') ?? length);
          if (response.status !== 206 || announced !== length) {
            await response.body?.cancel();
            throw new AppError('unavailable', { message: `The object store sent ${announced} bytes instead of ${length}.` });
          }
          const bytes = new Uint8Array(await response.arrayBuffer());
          if (bytes.byteLength !== length) throw new AppError('unavailable', { message: 'An answer of the object store was cut off.' });
          return bytes;
        },
        signal,
      ),
    head: async (key, signal) => {
      try {
        return await call(
          { method: 'HEAD', key: nameOf(key), timeoutMs: readTimeoutMs },
          async ({ headers }) => ({
            key,
            size: Number(headers.get('content-length')),
            changedAt: Date.parse(headers.get('last-modified') ?? ''),
          }),
          signal,
        );
      } catch (error) {
        if (error instanceof AppError && error.code === 'not-found') return null;
        throw error;
      }
    },
    async *list(start, signal) {
      for (let token: string | undefined = ''; token !== undefined;) {
        const query = { 'list-type': '2', prefix: prefix + start, ...(token !== '' && { 'continuation-token': token }) };
        const page: { objects: StoredObject[]; next: string | undefined } = await call(
          { method: 'GET', key: null, query, timeoutMs: readTimeoutMs },
          async (response) => readPage(await readText(response), prefix),
          signal,
        );
        yield* page.objects;
        token = page.next;
      }
    },
    remove: async (keys, signal) => {
      for (let first = 0; first < keys.length; first += maxRemovals) {
        const body = Buffer.from(writeRemoval(keys.slice(first, first + maxRemovals).map(nameOf)));
        const headers = { 'content-md5': createHash('md5').update(body).digest('base64'), 'content-type': 'application/xml' };
        await call(
          { method: 'POST', key: null, query: { delete: '' }, headers, body, timeoutMs: readTimeoutMs },
          async (response) => {
            // The store says 200, and in the body what it has not removed.
            const { fields, records } = readS3Answer((await readText(response)) || '<DeleteResult/>', 'Error');
            const failed = records.find(({ Code }) => Code !== 'NoSuchKey');
            if (failed || fields['Code'] !== undefined)
              throw new AppError('unavailable', {
                message: `The object store does not remove objects (${failed?.['Code'] ?? fields['Code']}).`,
              });
          },
          signal,
        );
      }
    },
  };
}

function readPage(xml: string, prefix: string): { objects: StoredObject[]; next: string | undefined } {
  const { fields, records } = readS3Answer(xml, 'Contents');
  return {
    objects: records.map(({ Key = '', Size, LastModified = '' }) => ({
      key: Key.slice(prefix.length),
      size: Number(Size),
      changedAt: Date.parse(LastModified),
    })),
    next: fields['IsTruncated'] === 'true' ? fields['NextContinuationToken'] : undefined,
  };
}

/** Says what an operator has to change, without what was sent. */
async function failureOf(response: Response, { bucket, region }: S3Settings): Promise<AppError> {
  const text = await readText(response).catch(() => '');
  const code = codeOf(text);
  const { status } = response;
  if (status === 404 && code !== 'NoSuchBucket') return new AppError('not-found');
  const here = response.headers.get('x-amz-bucket-region');
  const isElsewhere = (status >= 300 && status < 400) || code === 'AuthorizationHeaderMalformed';
  const message = isElsewhere
    ? `The bucket ${bucket} is not in the region ${region}${here === null ? '' : ` but in ${here}`}. Set WATCHPOST_S3_REGION.`
    : code === 'NoSuchBucket'
      ? `There is no bucket ${bucket}. Create it, or set WATCHPOST_S3_BUCKET.`
      : status === 403
        ? `The object store refuses access to the bucket ${bucket} (${code ?? 'status 403'}). Check WATCHPOST_S3_ACCESS_KEY, the secret key and what the key may do.`
        : `The object store answers ${code ?? `status ${status}`}.`;
  return new AppError('unavailable', { message });
}

function codeOf(xml: string): string | undefined {
  try {
    const code = readS3Answer(xml, 'Detail').fields['Code'];
    return code !== undefined && /^\w{1,60}$/.test(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Reads an answer that must be short. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxAnswerBytes) throw new AppError('unavailable', { message: 'An answer of the object store is too long.' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The same bytes as `fetch` takes them; memory that is shared with another thread is copied. */
function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array<ArrayBuffer> {
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}

/** A connection is used again only when its answer was read. */
async function drain(response: Response): Promise<void> {
  await readText(response);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : String(cause);
}
