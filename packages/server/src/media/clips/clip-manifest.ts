import { createHash } from 'node:crypto';
import type { ClipManifest, SignedClipManifest } from '@watchpost/contract/schemas/archive';
import type { Signer } from '../../kernel/signing.ts';
import type { Clip } from './clips.ts';

/** Returns a name such as 2026-01-15T12-00-00Z.mp4, which sorts by time and is valid on every file system. */
export function clipFileName({ parts }: Pick<Clip, 'parts'>): string {
  return `${new Date(parts[0]?.from ?? 0)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}.mp4`;
}

/**
 * Reads a clip once and signs a manifest of it.
 * @param now Unix ms
 */
export async function signClip(
  clip: Clip,
  about: { readonly camera: ClipManifest['camera']; readonly withAudio: boolean; readonly now: number },
  signer: Signer,
): Promise<SignedClipManifest> {
  const hash = createHash('sha256');
  for await (const bytes of clip.read()) hash.update(bytes);
  const text = (at: number): string => new Date(at).toISOString();
  const manifest: ClipManifest = {
    version: 1,
    file: clipFileName(clip),
    size: clip.size,
    sha256: hash.digest('hex'),
    camera: about.camera,
    parts: clip.parts.map(({ from, to }) => ({ from: text(from), to: text(to) })),
    withAudio: about.withAudio,
    signedAt: text(about.now),
  };
  return { manifest, signature: { algorithm: 'Ed25519', publicKey: signer.publicKey, value: signer.sign(manifest) } };
}
