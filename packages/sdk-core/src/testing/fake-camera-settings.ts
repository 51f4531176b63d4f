import {
  getCameraSettings,
  getDeviceSettings,
  restartCamera,
  updateCameraSettings,
  updateDeviceNetwork,
  updateDeviceSettings,
} from '@watchpost/contract/endpoints/camera-settings';
import type { Endpoint } from '@watchpost/contract/kernel';
import type { CameraSettings, DeviceSettings } from '@watchpost/contract/schemas/camera-settings';

/** By camera id; all other cameras have the default settings. */
export interface FakeCameraSettingsState {
  readonly cameraSettings: Map<string, CameraSettings>;
  /** The settings that the cameras themselves report. */
  readonly deviceSettings: Map<string, DeviceSettings>;
}

const byDefault: DeviceSettings = {
  settings: { timeZone: 'Europe/Moscow' },
  choices: {},
  network: [],
  canRestart: false,
  canChangeNetwork: false,
};

/** Answers a call about a camera's settings; null for any other call. */
export function answerCameraSettings(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: object,
  state: FakeCameraSettingsState,
): Response | null {
  const cameraId = /\/cameras\/([^/]+)/.exec(path)?.[1] ?? '';
  const settings = state.cameraSettings.get(cameraId) ?? { isSoundRecorded: true, archiveRecording: 'always' };
  if (is(getCameraSettings)) return Response.json(settings);
  if (is(updateCameraSettings)) {
    const changed: CameraSettings = { ...settings, ...body };
    state.cameraSettings.set(cameraId, changed);
    return Response.json(changed);
  }
  const device = state.deviceSettings.get(cameraId) ?? byDefault;
  if (is(getDeviceSettings)) return Response.json(device);
  if (is(updateDeviceSettings)) {
    const changed: DeviceSettings = { ...device, settings: { ...device.settings, ...body } };
    state.deviceSettings.set(cameraId, changed);
    return Response.json(changed);
  }
  if (is(updateDeviceNetwork)) {
    const network = device.network.map((one) => ('name' in body && one.name === body.name ? Object.assign({}, one, body) : one));
    state.deviceSettings.set(cameraId, { ...device, network });
    return Response.json({ ...device, network });
  }
  return is(restartCamera) ? new Response(null, { status: 204 }) : null;
}
