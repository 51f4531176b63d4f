import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { downloadFirmware } from '@watchpost/contract/endpoints/firmware';
import { fillPath } from '@watchpost/contract/kernel';
import type { FirmwareManifest } from '@watchpost/contract/schemas/firmware';
import { CommandError } from '../control/command-handler.ts';
import { onServer } from '../kernel/server-address.ts';

export interface DownloadOptions {
  readonly serverUrl: string;
  readonly agentToken: string;
  readonly manifest: FirmwareManifest;
  /** Target path. */
  readonly file: string;
  readonly signal: AbortSignal;
  /** @param fraction 0–1 */
  readonly onProgress: (fraction: number) => void;
}

/**
 * Downloads a package from the camera's own server, up to its signed size, and compares it with its signed hash.
 * @throws {CommandError} camera-firmware-broken
 */
export async function downloadPackage({ serverUrl, agentToken, manifest, file, signal, onProgress }: DownloadOptions): Promise<void> {
  const url = onServer(serverUrl, fillPath(downloadFirmware.path, { version: manifest.version }));
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${agentToken}`, 'accept-encoding': 'identity' },
    redirect: 'error',
    signal,
  });
  if (!answer.ok || !answer.body) throw new CommandError('camera-firmware-broken', `The server answered ${answer.status}.`);
  const hash = createHash('sha256');
  let length = 0;
  const target = await open(file, 'w', 0o600);
  try {
    for await (const chunk of answer.body) {
      length += chunk.length;
      if (length > manifest.size) throw new CommandError('camera-firmware-broken', 'The package is larger than stated in its manifest.');
      hash.update(chunk);
      await target.write(chunk);
      onProgress(length / manifest.size);
    }
    await target.sync();
  } finally {
    await target.close();
  }
  if (length !== manifest.size || hash.digest('hex') !== manifest.sha256)
    throw new CommandError('camera-firmware-broken', 'The package does not match its signature.');
}
