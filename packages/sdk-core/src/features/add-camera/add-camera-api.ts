import { createRegistrationToken, createSerialRegistrationToken, discoverCameras, getFoundPicture, getRegistration, probeSource, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import type { CameraModel, CameraSource, DiscoverCamerasAnswer, FoundPictureBody, OnvifSource, ProbeSourceAnswer, RegisterCameraAnswer, RegisterLocalCameraAnswer, RegistrationAnswer, RegistrationTokenAnswer, RtspSource } from '@watchpost/contract/schemas/add-camera';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';
import type { LocalPorts } from './add-camera-local.ts';

/** An RTSP address; user and password may be in it or beside it. */
export interface RtspCamera extends Omit<RtspSource, 'kind'> {
  /** 1 to 100 characters; the server finds a name when there is none. */
  readonly title?: string;
}

/** An ONVIF camera, by the address of its device service or just `192.168.1.10`. */
export interface OnvifCamera extends Omit<OnvifSource, 'kind'> {
  /** 1 to 100 characters; the camera's maker and model when there is none. */
  readonly title?: string;
}

export interface RegistrationOptions extends CallOptions {
  /** Of the only camera that may use the token, 4 to 64 letters, digits and dashes; any camera may without it. */
  readonly serialNumber?: string;
}

export interface AddCameraApi {
  /**
   * Begins a registration: a token for a camera that registers itself, single use, 10 minutes. Fails with
   * `serial-number-invalid`, `camera-connected` (in another account) or `camera-connected-here`.
   * @example
   * const { registrationToken, registrationId } = await client.addCamera.createRegistration();
   * const text = encodeRegistrationCode({ server, registrationToken, wifi }); // as a QR code, in front of the camera
   */
  createRegistration(options?: RegistrationOptions): Promise<RegistrationTokenAnswer>;
  /**
   * What has become of it: nobody used the token yet, a camera is there, or it was refused and why.
   * @example const { state, cameraId } = await client.addCamera.registration(registrationId);
   */
  registration(registrationId: string, options?: CallOptions): Promise<RegistrationAnswer>;
  /**
   * Registers a camera at its own address (port 7654): from this page where the browser lets it, else through the server. Fails with `camera-refused` and the camera's
   * status in `details.httpCode`, `camera-firmware-old`, `camera-not-watchpost`, or why it can't be reached.
   * @example const { registrationId } = await client.addCamera.registerLocal('192.168.1.20');
   */
  registerLocal(address: string, options?: CallOptions): Promise<RegisterLocalCameraAnswer>;
  /**
   * The models that the add flow offers, from the static list beside the app.
   * @example const models = await client.addCamera.models();
   */
  models(options?: CallOptions): Promise<CameraModel[]>;
  /**
   * Tries an address without adding anything: what is there, or exactly what is wrong (`camera-unreachable`, `camera-wrong-password` …).
   * @example const { tracks } = await client.addCamera.probe({ kind: 'rtsp', url: 'rtsp://192.168.1.10:554/stream' });
   */
  probe(source: RtspSource | OnvifSource, options?: CallOptions): Promise<ProbeSourceAnswer>;
  /** @example const camera = await client.addCamera.addRtsp({ url, username, password, title: 'Front door' }); */
  addRtsp(camera: RtspCamera, options?: CallOptions): Promise<Camera>;
  /**
   * The server asks the camera for its streams and chooses a main and a low one.
   * @example const camera = await client.addCamera.addOnvif({ address: found.address, username, password });
   */
  addOnvif(camera: OnvifCamera, options?: CallOptions): Promise<Camera>;
  /**
   * The ONVIF cameras in the networks that the server is in; takes 3 s.
   * @example const { cameras } = await client.addCamera.discover();
   */
  discover(options?: CallOptions): Promise<DiscoverCamerasAnswer>;
  /**
   * A small picture (JPEG) of a camera that `discover` has found in the last half hour. Fails with `camera-wrong-password` where the
   * camera gives none without a name and a password, with `camera-unsupported` where it gives none at all.
   * @example image.src = URL.createObjectURL(await client.addCamera.foundPicture({ address: found.address }));
   */
  foundPicture(camera: FoundPictureBody, options?: CallOptions): Promise<Blob>;
}

export function createAddCameraApi(http: HttpClient, ports: Omit<LocalPorts, 'http'>): AddCameraApi {
  const add = async (source: CameraSource, title: string | undefined, options: CallOptions | undefined): Promise<Camera> => {
    const { registrationToken } = await http.request<RegistrationTokenAnswer>(createRegistrationToken, { ...options, body: {} });
    const body = { registrationToken, ...(title !== undefined && { title }), source };
    const { camera } = await http.request<RegisterCameraAnswer>(registerCamera, { ...options, body });
    return camera;
  };
  return {
    createRegistration: ({ serialNumber, ...options } = {}) =>
      serialNumber === undefined ? http.request(createRegistrationToken, { ...options, body: {} }) : http.request(createSerialRegistrationToken, { ...options, body: { serialNumber } }),
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
    addRtsp: ({ title, ...source }, options) => add({ kind: 'rtsp', ...source }, title, options),
    addOnvif: ({ title, ...source }, options) => add({ kind: 'onvif', ...source }, title, options),
    foundPicture: (camera, options) => http.request(getFoundPicture, { ...options, body: camera, read: (response) => response.blob() }),
    discover: (options) => http.request(discoverCameras, { ...options, body: {} }),
  };
}
