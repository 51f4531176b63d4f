import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A bucket for recordings. */
export interface S3Settings {
  /** Origin of the store, `https://s3.eu-central-1.amazonaws.com`, without a path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  /** With it and the access key, anyone could read and remove all recordings. */
  readonly secretKey: string;
  /** Begins every key, so that a bucket can be shared: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Moves recordings back to the data folder. */
  readonly movesToDisk: boolean;
}

const text = z.string().min(1).optional();
const endpoint = z
  .string()
  .refine(isOrigin, 'must be an origin like https://s3.eu-central-1.amazonaws.com, without a path and without the bucket')
  .optional();
const bucket = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket (leave it out to keep recordings in DATA_DIR)')
  .optional();
const region = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'must be a region like eu-central-1')
  .optional();
const prefix = z
  .string()
  .regex(/^(?:[\w-][\w.-]{0,63}\/){0,4}$/, 'must be like site-a/, with a slash at its end')
  .default('');

const move = z.enum(['to-bucket', 'to-disk'], { error: 'must be to-bucket or to-disk' }).default('to-bucket');

/** For the schema of the environment. */
export const s3Variables: {
  readonly WATCHPOST_S3_ENDPOINT: z.ZodType<string | undefined, string | undefined>;
  readonly WATCHPOST_S3_BUCKET: z.ZodType<string | undefined, string | undefined>;
  readonly WATCHPOST_S3_REGION: z.ZodType<string | undefined, string | undefined>;
  readonly WATCHPOST_S3_ACCESS_KEY: z.ZodType<string | undefined, string | undefined>;
  readonly WATCHPOST_S3_SECRET_KEY: z.ZodType<string | undefined, string | undefined>;
  readonly WATCHPOST_S3_SECRET_KEY_FILE: z.ZodType<string | undefined, string | undefined>;
  readonly WATCHPOST_S3_PREFIX: z.ZodType<string, string | undefined>;
  readonly WATCHPOST_S3_MOVE: z.ZodType<'to-bucket' | 'to-disk', string | undefined>;
} = {
  WATCHPOST_S3_ENDPOINT: endpoint,
  WATCHPOST_S3_BUCKET: bucket,
  WATCHPOST_S3_REGION: region,
  WATCHPOST_S3_ACCESS_KEY: text,
  WATCHPOST_S3_SECRET_KEY: text,
  WATCHPOST_S3_SECRET_KEY_FILE: text,
  WATCHPOST_S3_PREFIX: prefix,
  WATCHPOST_S3_MOVE: move,
};

interface S3Values {
  readonly WATCHPOST_S3_ENDPOINT?: string | undefined;
  readonly WATCHPOST_S3_BUCKET?: string | undefined;
  readonly WATCHPOST_S3_REGION?: string | undefined;
  readonly WATCHPOST_S3_ACCESS_KEY?: string | undefined;
  readonly WATCHPOST_S3_SECRET_KEY?: string | undefined;
  readonly WATCHPOST_S3_SECRET_KEY_FILE?: string | undefined;
  readonly WATCHPOST_S3_PREFIX: string;
  readonly WATCHPOST_S3_MOVE: 'to-bucket' | 'to-disk';
}

/**
 * Reads the settings of the bucket.
 * @returns null without a bucket, or what is wrong; that never contains a key
 */
export function readS3(values: S3Values): S3Settings | null | { readonly problem: string } {
  const { WATCHPOST_S3_BUCKET: name, WATCHPOST_S3_ACCESS_KEY: accessKey, WATCHPOST_S3_REGION: place } = values;
  if (name === undefined) {
    const lone = Object.entries(values).find(
      ([key, value]) => key.startsWith('WATCHPOST_S3_') && value !== undefined && value !== '' && value !== 'to-bucket',
    );
    return lone
      ? { problem: `${lone[0]} needs WATCHPOST_S3_BUCKET: give the bucket for recordings, or neither to keep them in DATA_DIR.` }
      : null;
  }
  if (values.WATCHPOST_S3_ENDPOINT === undefined && place === undefined)
    return {
      problem: 'WATCHPOST_S3_BUCKET needs WATCHPOST_S3_REGION (Amazon) or WATCHPOST_S3_ENDPOINT (any other store): give one of them.',
    };
  const secretKey = readSecret(values);
  if (typeof secretKey === 'object') return secretKey;
  if (accessKey === undefined || secretKey === undefined)
    return {
      problem:
        'WATCHPOST_S3_BUCKET needs WATCHPOST_S3_ACCESS_KEY and WATCHPOST_S3_SECRET_KEY or WATCHPOST_S3_SECRET_KEY_FILE: give the keys of a user with access to this bucket only.',
    };
  return {
    endpoint: values.WATCHPOST_S3_ENDPOINT ?? `https://s3.${place}.amazonaws.com`,
    bucket: name,
    region: place ?? 'us-east-1',
    accessKey,
    secretKey,
    prefix: values.WATCHPOST_S3_PREFIX,
    movesToDisk: values.WATCHPOST_S3_MOVE === 'to-disk',
  };
}

function readSecret(values: S3Values): string | undefined | { readonly problem: string } {
  const { WATCHPOST_S3_SECRET_KEY: given, WATCHPOST_S3_SECRET_KEY_FILE: file } = values;
  if (file === undefined) return given;
  if (given !== undefined) return { problem: 'WATCHPOST_S3_SECRET_KEY and WATCHPOST_S3_SECRET_KEY_FILE say the same: give one of them.' };
  try {
    const secret = readFileSync(file, 'utf8').trim();
    return secret === '' ? { problem: `WATCHPOST_S3_SECRET_KEY_FILE names ${file}, which is empty.` } : secret;
  } catch {
    return { problem: `WATCHPOST_S3_SECRET_KEY_FILE names ${file}, which can't be read.` };
  }
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;
}
