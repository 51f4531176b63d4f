import { createRegistrationToken, discoverCameras, probeSource, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import type { CameraSource, DiscoverCamerasAnswer, OnvifSource, ProbeSourceAnswer, RegisterCameraAnswer, RegistrationTokenAnswer, RtspSource } from '@watchpost/contract/schemas/add-camera';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

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

export interface AddCameraApi {
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
}

export function createAddCameraApi(http: HttpClient): AddCameraApi {
  const add = async (source: CameraSource, title: string | undefined, options: CallOptions | undefined): Promise<Camera> => {
    const { registrationToken } = await http.request<RegistrationTokenAnswer>(createRegistrationToken, { ...options, body: {} });
    const body = { registrationToken, ...(title !== undefined && { title }), source };
    const { camera } = await http.request<RegisterCameraAnswer>(registerCamera, { ...options, body });
    return camera;
  };
  return {
    probe: (source, options) => http.request(probeSource, { ...options, body: { source } }),
    addRtsp: ({ title, ...source }, options) => add({ kind: 'rtsp', ...source }, title, options),
    addOnvif: ({ title, ...source }, options) => add({ kind: 'onvif', ...source }, title, options),
    discover: (options) => http.request(discoverCameras, { ...options, body: {} }),
  };
}
