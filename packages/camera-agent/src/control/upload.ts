import { uploadFromCamera } from '@watchpost/contract/endpoints/cameras';
import { fillPath } from '@watchpost/contract/kernel';
import { CommandError } from './command-handler.ts';
import { onServer } from '../kernel/server-address.ts';

export interface UploadOptions {
  readonly serverUrl: string;
  readonly agentToken: string;
}

/** Enough for an upload over a slow uplink; the server waits no longer. */
const uploadTimeoutMs = 45_000;

/**
 * Uploads a result that is too large for a command's answer.
 * @param uploadId the upload that the server requested
 * @throws {CommandError} when the server rejects it
 */
export async function uploadPiece(
  { serverUrl, agentToken }: UploadOptions,
  uploadId: string,
  piece: Buffer,
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetch(onServer(serverUrl, fillPath(uploadFromCamera.path, { uploadId })), {
    method: uploadFromCamera.method,
    headers: { authorization: `Bearer ${agentToken}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(piece),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(uploadTimeoutMs)]),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new CommandError('camera-failed', `The server rejected the upload: ${answer.status}`);
}
