import { createHash } from 'node:crypto';
import type { ClipManifest, SignedClipManifest } from '@watchpost/contract/schemas/archive';
import { footageFileName } from '@watchpost/contract/timing/file-name';
import type { Signer } from '../../kernel/signing.ts';
import { zoneOffset } from '../playback/zone-days.ts';
import type { Clip } from './clips.ts';

/** Returns a name such as `Front door 2026-01-15 12.00.00+0100.mp4`. */
export function clipFileName({ parts }: Pick<Clip, 'parts'>, camera: NamedCamera, extension: 'mp4' | 'json'): string {
  return footageName(parts[0]?.from ?? 0, camera, extension);
}

/** @param time of its first picture, Unix milliseconds @param extension without its dot */
export function footageName(time: number, { title, timeZone }: NamedCamera, extension: string): string {
  return footageFileName({ title, time, offsetMs: zoneOffset(time, timeZone) }, extension);
}

/** What names the files of a camera. */
export interface NamedCamera {
  readonly title: string;
  readonly timeZone: string;
}

/**
 * Reads a clip once and signs a manifest of it.
 * @param now Unix ms
 */
export async function signClip(
  clip: Clip,
  about: { readonly camera: ClipManifest['camera'] & NamedCamera; readonly withAudio: boolean; readonly now: number },
  signer: Signer,
): Promise<SignedClipManifest> {
  const hash = createHash('sha256');
  for await (const bytes of clip.read()) hash.update(bytes);
  const text = (at: number): string => new Date(at).toISOString();
  const manifest: ClipManifest = {
    version: 1,
    file: clipFileName(clip, about.camera, 'mp4'),
    size: clip.size,
    sha256: hash.digest('hex'),
    camera: { id: about.camera.id, title: about.camera.title },
    parts: clip.parts.map(({ from, to }) => ({ from: text(from), to: text(to) })),
    withAudio: about.withAudio,
    signedAt: text(about.now),
  };
  return { manifest, signature: { algorithm: 'Ed25519', publicKey: signer.publicKey, value: signer.sign(manifest) } };
}
