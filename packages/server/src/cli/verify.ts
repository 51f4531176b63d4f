import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { signedClipManifestSchema, type ClipManifest } from '@watchpost/contract/schemas/archive';
import { isSignedBy } from '../kernel/signing.ts';
import { UsageError } from './arguments.ts';

export interface VerifyOptions {
  readonly file?: string;
  /** The manifest; next to the file with the same name by default. */
  readonly manifestFile?: string;
  /** The public key of a trusted server; without it only the match of manifest and file is shown. */
  readonly key?: string;
}

/** Verifies that a downloaded clip is what the server signed. Returns exit code 0 when it is, 1 when not. */
export async function verifyClip({ file, manifestFile, key }: VerifyOptions): Promise<number> {
  if (file === undefined) throw new UsageError('Which file? Type "watchpost verify clip.mp4", with clip.json beside it.');
  const path = manifestFile ?? file.replace(/\.mp4$/i, '.json');
  const parsed = signedClipManifestSchema.safeParse(await readJson(path));
  if (!parsed.success) throw new UsageError(`${path} is not a manifest of a clip. Download it beside the clip: "Signed manifest".`);
  const { manifest, signature } = parsed.data;

  if (!isSignedBy(signature.publicKey, manifest, signature.value)) return refuse('The manifest was changed after it was signed.');
  if (key !== undefined && key !== signature.publicKey)
    return refuse(`It was signed by another server. Its key is ${signature.publicKey}.`);
  if ((await hashOf(file)) !== manifest.sha256) return refuse('The video was changed after it was signed.');
  process.stdout.write(describe(manifest, signature.publicKey, key !== undefined));
  return 0;
}

function refuse(reason: string): number {
  process.stdout.write(`NOT GENUINE. ${reason}\n`);
  return 1;
}

function describe({ camera, parts, sha256, signedAt }: ClipManifest, publicKey: string, isKnown: boolean): string {
  const shown = parts.map(({ from, to }) => `  ${from} to ${to}`).join('\n');
  const whose = isKnown
    ? 'Signed by the server that you named.'
    : `Compare this key with the one of the server you trust (its address + /public/api/v3/signing-key), or give it: --key ${publicKey}`;
  return `UNTOUCHED since ${signedAt}\nCamera  ${camera.title} (${camera.id})\nShows\n${shown}\nSHA-256 ${sha256}\nKey     ${publicKey}\n${whose}\n`;
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UsageError(
      `${path} can't be read (${error instanceof Error ? error.message : String(error)}). The manifest belongs beside the clip; or name it with --manifest.`,
    );
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}
