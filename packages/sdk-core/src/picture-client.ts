import { getCamera } from '@watchpost/contract/endpoints/cameras';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import { createEmbedHttp } from './embed-http.ts';
import type { EmbedHttpOptions } from './embed-http.ts';
import type { CallOptions } from './kernel/ports.ts';

/** Shows how cameras look now, without video. */
export interface PictureClient {
  /** @throws {WatchpostError} `not-found` for a camera that does not exist or is not visible */
  camera(id: string, options?: CallOptions): Promise<Camera>;
  /** Loads the picture that the camera's `previewUrl` names; null before its first one. */
  picture(camera: Pick<Camera, 'previewUrl'>, options?: CallOptions): Promise<Blob | null>;
  /** The server's clock, Unix milliseconds. */
  now(): number;
  dispose(): void;
}

/**
 * Creates a client for pictures only, with an embed token: half the size of `createEmbedClient`.
 * @example const client = createPictureClient({ baseUrl: 'https://cameras.example', token: () => fetchTokenFromMyBackend() });
 */
export function createPictureClient(options: EmbedHttpOptions): PictureClient {
  const { http, authorization, serverClock } = createEmbedHttp(options);
  return {
    camera: (id, call) => http.request(getCamera, { ...call, parameters: { id } }),
    picture: async ({ previewUrl }, call) =>
      previewUrl === null ? null : http.request(http.baseUrl + previewUrl, { ...call, read: (response) => response.blob() }),
    now: serverClock.now,
    dispose: () => authorization.dispose(),
  };
}
