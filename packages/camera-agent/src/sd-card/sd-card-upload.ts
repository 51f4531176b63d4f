import { uploadSdCardPiece } from '@watchpost/contract/endpoints/sd-card';
import { fillPath } from '@watchpost/contract/kernel';
import { CommandError } from '../control/command-handler.ts';

export interface UploadOptions {
  readonly serverUrl: string;
  readonly agentToken: string;
}

/** Of a piece on a slow line; the server waits no longer either, ms. */
const longest = 45_000;

/**
 * Brings a piece of a recording to the server, which asked for it by the name.
 * @throws {CommandError} when the server does not take it
 */
export async function uploadPiece({ serverUrl, agentToken }: UploadOptions, uploadId: string, piece: Buffer, signal: AbortSignal): Promise<void> {
  const answer = await fetch(new URL(fillPath(uploadSdCardPiece.path, { uploadId }), serverUrl), {
    method: uploadSdCardPiece.method,
    headers: { 'authorization': `Bearer ${agentToken}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(piece),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(longest)]),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new CommandError('camera-failed', `The server did not take a piece of a recording: ${answer.status}`);
}
