import { isIanaTimeZone } from '@watchpost/contract/kernel';
import {
  createRegistrationToken,
  createSerialRegistrationToken,
  discoverCameras,
  getFoundPicture,
  getRegistration,
  probeSource,
  registerCamera,
} from '@watchpost/contract/endpoints/add-camera';
import type {
  AddressSource,
  CameraModel,
  CameraSource,
  DiscoverCamerasAnswer,
  FoundPictureBody,
  OnvifSource,
  ProbeSourceAnswer,
  RegisterCameraAnswer,
  RegisterLocalCameraAnswer,
  RegistrationAnswer,
  RegistrationTokenAnswer,
  RtspSource,
} from '@watchpost/contract/schemas/add-camera';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import { ownTimeZone } from '../../kernel/format/zones.ts';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';
import type { LocalPorts } from './add-camera-local.ts';

/** An RTSP URL; user and password may be part of it or separate. */
export interface RtspCamera extends Omit<RtspSource, 'kind'> {
  /** 1 to 100 characters; by default, the server chooses a name. */
  readonly title?: string;
  /** IANA name of the camera's time zone; this device's own by default. */
  readonly timeZone?: string;
}

/** An ONVIF camera: the URL of its device service, or just `192.168.1.10`. */
export interface OnvifCamera extends Omit<OnvifSource, 'kind'> {
  /** 1 to 100 characters; by default, the camera's manufacturer and model. */
  readonly title?: string;
  /** IANA name of the camera's time zone; this device's own by default. */
  readonly timeZone?: string;
}

/** For which camera a registration token is. */
export interface RegistrationOptions extends CallOptions {
  /** Serial number of the only camera that may use the token, 4 to 64 letters, digits and dashes; without it, any camera may. */
  readonly serialNumber?: string;
}

/** Adds cameras of every kind to the signed-in user's account. */
export interface AddCameraApi {
  /**
   * Creates a registration token for a camera that registers itself: single use, valid for 10 minutes. Fails with
   * `serial-number-invalid`, `camera-connected` (in another account) or `camera-connected-here`.
   * @example
   * const { registrationToken, registrationId } = await client.addCamera.createRegistration();
   * const text = encodeRegistrationCode({ server, registrationToken, wifi }); // as a QR code, in front of the camera
   */
  createRegistration(options?: RegistrationOptions): Promise<RegistrationTokenAnswer>;
  /**
   * Returns a registration's state: waiting, registered with its camera, or refused with the reason.
   * @example const { state, cameraId } = await client.addCamera.registration(registrationId);
   */
  registration(registrationId: string, options?: CallOptions): Promise<RegistrationAnswer>;
  /**
   * Registers a camera at its own address (port 7654): from this page if the browser allows it, otherwise through the server. Fails with `camera-refused` and the camera's
   * status in `details.httpCode`, `camera-firmware-old`, `camera-not-watchpost`, or why it can't be reached.
   * @example const { registrationId } = await client.addCamera.registerLocal('192.168.1.20');
   */
  registerLocal(address: string, options?: CallOptions): Promise<RegisterLocalCameraAnswer>;
  /**
   * Lists the models that the add flow offers, from a static file of the app.
   * @example const models = await client.addCamera.models();
   */
  models(options?: CallOptions): Promise<CameraModel[]>;
  /**
   * Tests an address without adding anything. Returns what is there, or fails with the exact error (`camera-unreachable`, `camera-wrong-password` …).
   * For an `address`, `found` is the source to add.
   * @example const { tracks } = await client.addCamera.probe({ kind: 'rtsp', url: 'rtsp://192.168.1.10:554/stream' });
   * @example const { found } = await client.addCamera.probe({ kind: 'address', address: '192.168.1.10', username, password });
   */
  probe(source: RtspSource | OnvifSource | AddressSource, options?: CallOptions): Promise<ProbeSourceAnswer>;
  /** Adds an RTSP camera. @example const camera = await client.addCamera.addRtsp({ url, username, password, title: 'Front door' }); */
  addRtsp(camera: RtspCamera, options?: CallOptions): Promise<Camera>;
  /**
   * Adds an ONVIF camera. The server queries its streams and selects a main stream and a substream.
   * @example const camera = await client.addCamera.addOnvif({ address: found.address, username, password });
   */
  addOnvif(camera: OnvifCamera, options?: CallOptions): Promise<Camera>;
  /**
   * Discovers the ONVIF cameras in the server's networks, which takes 3 s.
   * @example const { cameras } = await client.addCamera.discover();
   */
  discover(options?: CallOptions): Promise<DiscoverCamerasAnswer>;
  /**
   * Returns a small snapshot (JPEG) of a camera that `discover` found in the last half hour. Fails with `camera-wrong-password` if the
   * camera requires credentials, and with `camera-unsupported` if it provides no snapshot.
   * @example image.src = URL.createObjectURL(await client.addCamera.foundPicture({ address: found.address }));
   */
  foundPicture(camera: FoundPictureBody, options?: CallOptions): Promise<Blob>;
}

export function createAddCameraApi(http: HttpClient, ports: Omit<LocalPorts, 'http'>): AddCameraApi {
  const add = async (
    source: CameraSource,
    { title, timeZone = ownTimeZone() }: { readonly title: string | undefined; readonly timeZone: string | undefined },
    options: CallOptions | undefined,
  ): Promise<Camera> => {
    const { registrationToken } = await http.request<RegistrationTokenAnswer>(createRegistrationToken, { ...options, body: {} });
    const body = { registrationToken, ...(title !== undefined && { title }), ...(isIanaTimeZone(timeZone) && { timeZone }), source };
    const { camera } = await http.request<RegisterCameraAnswer>(registerCamera, { ...options, body });
    return camera;
  };
  return {
    createRegistration: ({ serialNumber, ...options } = {}) =>
      serialNumber === undefined
        ? http.request(createRegistrationToken, { ...options, body: {} })
        : http.request(createSerialRegistrationToken, { ...options, body: { serialNumber } }),
    registration: (id, options) => http.request(getRegistration, { ...options, parameters: { id } }),
    registerLocal: async (address, options) => {
      const { registerAtAddress } = await import('./add-camera-local.ts');
      return registerAtAddress({ http, ...ports }, address, options);
    },
    models: async (options) => {
      const answer = await http.request<unknown>(`${http.baseUrl}/camera-models.json`, { ...options, skipAuthorization: true });
      const { readModels } = await import('./add-camera-models.ts');
      return readModels(answer);
    },
    probe: (source, options) => http.request(probeSource, { ...options, body: { source } }),
    addRtsp: ({ title, timeZone, ...source }, options) => add({ kind: 'rtsp', ...source }, { title, timeZone }, options),
    addOnvif: ({ title, timeZone, ...source }, options) => add({ kind: 'onvif', ...source }, { title, timeZone }, options),
    foundPicture: (camera, options) => http.request(getFoundPicture, { ...options, body: camera, read: (response) => response.blob() }),
    discover: (options) => http.request(discoverCameras, { ...options, body: {} }),
  };
}
