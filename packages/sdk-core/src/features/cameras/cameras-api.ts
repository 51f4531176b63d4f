import { getCamera, getCameraAbout, getPreview, listCameras, removeCamera, renameCamera, takeSnapshot } from '@watchpost/contract/endpoints/cameras';
import { takenAtHeader } from '@watchpost/contract/kernel';
import type { Camera, CameraAbout } from '@watchpost/contract/schemas/cameras';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** A picture of now. */
export interface CameraSnapshot {
  /** A JPEG, as large as the camera sees. */
  readonly blob: Blob;
  /** Unix milliseconds, by the server's clock; some seconds ago. */
  readonly takenAt: number;
}

/** What showing cameras needs. */
export interface CamerasViewerApi {
  /** @example const cameras = await client.cameras.list({ signal }); */
  list(options?: CallOptions): Promise<Camera[]>;
  /** @throws {WatchpostError} `not-found` for a camera that does not exist or is not visible */
  get(id: string, options?: CallOptions): Promise<Camera>;
  /** Absolute address of the last picture, for an `<img>` on the server's own origin; null before the first picture. */
  previewUrl(camera: Pick<Camera, 'previewUrl'>): string | null;
  /** The last picture itself, for pages on another origin. */
  preview(id: string, options?: CallOptions): Promise<Blob>;
}

/** The cameras that the signed-in person sees. */
export interface CamerasApi extends CamerasViewerApi {
  /**
   * What support asks for; null is not known, and serial number and device id are for full access.
   * @throws {WatchpostError} as `get`
   * @example const { model, serialNumber } = await client.cameras.about(camera.id);
   */
  about(id: string, options?: CallOptions): Promise<CameraAbout>;
  /**
   * Has a picture made of now, in the camera's own full quality, also while a slow uplink lets only the small one through: up to 20 s.
   * At most 10 a minute for each person and camera.
   * @throws {WatchpostError} `camera-offline`, `camera-silent`, `camera-failed`, `too-many-requests`
   * @example
   * const { blob, takenAt } = await client.cameras.takeSnapshot(camera.id);
   * image.src = URL.createObjectURL(blob);
   */
  takeSnapshot(id: string, options?: CallOptions): Promise<CameraSnapshot>;
  /** @param name 1 to 100 characters */
  rename(id: string, name: string, options?: CallOptions): Promise<Camera>;
  remove(id: string, options?: CallOptions): Promise<void>;
}

export function createCamerasViewerApi(http: HttpClient): CamerasViewerApi {
  return {
    list: (options) => http.request(listCameras, { ...options }),
    get: (id, options) => http.request(getCamera, { ...options, parameters: { id } }),
    previewUrl: ({ previewUrl }) => previewUrl && http.baseUrl + previewUrl,
    preview: (id, options) => http.request(getPreview, { ...options, parameters: { id }, read: (response) => response.blob() }),
  };
}

export function createCamerasApi(http: HttpClient): CamerasApi {
  return {
    ...createCamerasViewerApi(http),
    about: (id, options) => http.request(getCameraAbout, { ...options, parameters: { id } }),
    takeSnapshot: (id, options) =>
      http.request(takeSnapshot, { ...options, parameters: { id }, read: async (response) => ({ takenAt: Number(response.headers.get(takenAtHeader)), blob: await response.blob() }) }),
    rename: (id, name, options) => http.request(renameCamera, { ...options, parameters: { id }, body: { name } }),
    remove: (id, options) => http.request(removeCamera, { ...options, parameters: { id } }),
  };
}
