import { uploadFromCamera } from '@watchpost/contract/endpoints/cameras';
import { fillPath } from '@watchpost/contract/kernel';
import { CommandError } from './command-handler.ts';

export interface UploadOptions {
  readonly serverUrl: string;
  readonly agentToken: string;
}

/** Of one on a slow line; the server waits no longer either, ms. */
const longest = 45_000;

/**
 * Brings to the server what it asked for and is too large for an answer.
 * @param uploadId the place that the server named
 * @throws {CommandError} when the server does not take it
 */
export async function uploadPiece({ serverUrl, agentToken }: UploadOptions, uploadId: string, piece: Buffer, signal: AbortSignal): Promise<void> {
  const answer = await fetch(new URL(fillPath(uploadFromCamera.path, { uploadId }), serverUrl), {
    method: uploadFromCamera.method,
    headers: { 'authorization': `Bearer ${agentToken}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(piece),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(longest)]),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new CommandError('camera-failed', `The server did not take what it asked for: ${answer.status}`);
}
