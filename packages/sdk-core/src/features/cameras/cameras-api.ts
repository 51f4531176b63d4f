import {
  getCamera,
  getCameraAbout,
  getPreview,
  listCameras,
  removeCamera,
  renameCamera,
  takeSnapshot,
} from '@watchpost/contract/endpoints/cameras';
import { takenAtHeader } from '@watchpost/contract/kernel';
import type { Camera, CameraAbout } from '@watchpost/contract/schemas/cameras';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** A snapshot, taken on request. */
export interface CameraSnapshot {
  /** A JPEG in the camera's full resolution. */
  readonly blob: Blob;
  /** When it was taken, Unix milliseconds by the server's clock; possibly some seconds ago. */
  readonly takenAt: number;
}

/** The part that showing known cameras needs; all that an embed token opens. */
export interface CamerasViewerApi {
  /**
   * Returns one camera.
   * @throws {WatchpostError} `not-found` for a camera that does not exist or is not visible
   * @example const { title, state } = await client.cameras.get(cameraId);
   */
  get(id: string, options?: CallOptions): Promise<Camera>;
  /** Returns the absolute URL of the latest preview, for an `<img>` on the server's own origin; null before the first one. */
  previewUrl(camera: Pick<Camera, 'previewUrl'>): string | null;
  /**
   * Loads the latest preview, a JPEG, for pages on another origin.
   * @throws {WatchpostError} `not-found` also before the first preview
   * @example image.src = URL.createObjectURL(await client.cameras.preview(cameraId));
   */
  preview(id: string, options?: CallOptions): Promise<Blob>;
}

/** The part that only reads: an API key opens it too. */
export interface CamerasReaderApi extends CamerasViewerApi {
  /** Lists the visible cameras, all at once. @example const cameras = await client.cameras.list({ signal }); */
  list(options?: CallOptions): Promise<Camera[]>;
}

/** The cameras that the signed-in user can see. */
export interface CamerasApi extends CamerasReaderApi {
  /**
   * Returns details for support requests. Null stands for unknown; serial number and device id require full access.
   * @throws {WatchpostError} as `get`
   * @example const { model, serialNumber } = await client.cameras.about(camera.id);
   */
  about(id: string, options?: CallOptions): Promise<CameraAbout>;
  /**
   * Takes a snapshot in the camera's full quality, even while a slow uplink carries only the substream. Takes up to 20 s.
   * Limited to 10 per minute, user and camera.
   * @throws {WatchpostError} `camera-offline`, `camera-silent`, `camera-failed`, `too-many-requests`
   * @example
   * const { blob, takenAt } = await client.cameras.takeSnapshot(camera.id);
   * image.src = URL.createObjectURL(blob);
   */
  takeSnapshot(id: string, options?: CallOptions): Promise<CameraSnapshot>;
  /**
   * Renames a camera.
   * @param name 1 to 100 characters
   * @throws {WatchpostError} `not-found`, `forbidden` without full access
   * @example const { title } = await client.cameras.rename(camera.id, 'Front door');
   */
  rename(id: string, name: string, options?: CallOptions): Promise<Camera>;
  /**
   * Removes a camera: for its owner with all recordings, for anyone else from their own list.
   * @throws {WatchpostError} `not-found`
   * @example await client.cameras.remove(camera.id);
   */
  remove(id: string, options?: CallOptions): Promise<void>;
}

export function createCamerasViewerApi(http: HttpClient): CamerasViewerApi {
  return {
    get: (id, options) => http.request(getCamera, { ...options, parameters: { id } }),
    previewUrl: ({ previewUrl }) => previewUrl && http.baseUrl + previewUrl,
    preview: (id, options) => http.request(getPreview, { ...options, parameters: { id }, read: (response) => response.blob() }),
  };
}

export function createCamerasReaderApi(http: HttpClient): CamerasReaderApi {
  return { ...createCamerasViewerApi(http), list: (options) => http.request(listCameras, { ...options }) };
}

export function createCamerasApi(http: HttpClient): CamerasApi {
  return {
    ...createCamerasReaderApi(http),
    about: (id, options) => http.request(getCameraAbout, { ...options, parameters: { id } }),
    takeSnapshot: (id, options) =>
      http.request(takeSnapshot, {
        ...options,
        parameters: { id },
        read: async (response) => ({ takenAt: Number(response.headers.get(takenAtHeader)), blob: await response.blob() }),
      }),
    rename: (id, name, options) => http.request(renameCamera, { ...options, parameters: { id }, body: { name } }),
    remove: (id, options) => http.request(removeCamera, { ...options, parameters: { id } }),
  };
}
