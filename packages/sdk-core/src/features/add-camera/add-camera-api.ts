import { createRegistrationToken, probeSource, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import type { ProbeSourceAnswer, RegisterCameraAnswer, RegistrationTokenAnswer, RtspSource } from '@watchpost/contract/schemas/add-camera';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** An RTSP address; user and password may be in it or beside it. */
export interface RtspCamera extends Omit<RtspSource, 'kind'> {
  /** 1 to 100 characters; the server finds a name when there is none. */
  readonly title?: string;
}

export interface AddCameraApi {
  /**
   * Tries an address without adding anything: what is there, or exactly what is wrong (`camera-unreachable`, `camera-wrong-password` …).
   * @example const { tracks } = await client.addCamera.probe({ kind: 'rtsp', url: 'rtsp://192.168.1.10:554/stream' });
   */
  probe(source: RtspSource, options?: CallOptions): Promise<ProbeSourceAnswer>;
  /** @example const camera = await client.addCamera.addRtsp({ url, username, password, title: 'Front door' }); */
  addRtsp(camera: RtspCamera, options?: CallOptions): Promise<Camera>;
}

export function createAddCameraApi(http: HttpClient): AddCameraApi {
  return {
    probe: (source, options) => http.request(probeSource, { ...options, body: { source } }),
    async addRtsp({ title, ...source }, options) {
      const { registrationToken } = await http.request<RegistrationTokenAnswer>(createRegistrationToken, { ...options, body: {} });
      const body = { registrationToken, ...(title !== undefined && { title }), source: { kind: 'rtsp', ...source } };
      const { camera } = await http.request<RegisterCameraAnswer>(registerCamera, { ...options, body });
      return camera;
    },
  };
}
