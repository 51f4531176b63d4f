import { isTimeZoneName, timeZoneRules, type TimeZoneName } from '@watchpost/contract/kernel';
import {
  readSettingsCommand,
  restartCommand,
  writeNetworkCommand,
  writeSettingsCommand,
  type DeviceSettings,
  type DeviceState,
  type UpdateDeviceSettingsBody,
  type UpdateNetworkBody,
} from '@watchpost/contract/schemas/camera-settings';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';
import type { CamerasService } from '../cameras/index.ts';
import { changeNetwork, type CameraPlaces, type NetworkChangeDeps } from './camera-settings-network.ts';

/** Reads and changes the settings stored in a camera: only the camera knows them, so its answers are shown. */
export interface DeviceSettingsService {
  /** Reads the settings. @throws {AppError} why the camera does not answer */
  read(cameraId: string, signal: AbortSignal): Promise<DeviceSettings>;
  /** Changes settings. @throws {AppError} camera-unsupported for a setting that this camera lacks, or why the camera refuses */
  update(cameraId: string, change: UpdateDeviceSettingsBody, signal: AbortSignal): Promise<DeviceSettings>;
  /** Changes the network. @throws {AppError} conflict while another change is pending, and as `changeNetwork` */
  changeNetwork(cameraId: string, change: UpdateNetworkBody, signal: AbortSignal): Promise<DeviceSettings>;
  /** Restarts the camera. @throws {AppError} why the camera refuses */
  restart(cameraId: string): Promise<void>;
}

export interface DeviceSettingsDeps {
  readonly clock: Clock;
  readonly control: CameraControl;
  readonly places: CameraPlaces;
  readonly checkAddress: NetworkChangeDeps['checkAddress'];
  readonly cameras: Pick<CamerasService, 'timeZone' | 'changeTimeZone'>;
  /** Called when the camera's stream has changed. */
  readonly onStreamChange: (cameraId: string) => void;
}

/** Loading may take up to 2 minutes (specification 2, section 9). */
const settingsTimeoutMs = 2 * 60_000;
/** A camera without commands still has a time zone: that of its archive. */
const nothing: DeviceState = { settings: {}, choices: {}, network: [] };

export function createDeviceSettingsService({
  clock,
  control,
  cameras,
  places,
  checkAddress,
  onStreamChange,
}: DeviceSettingsDeps): DeviceSettingsService {
  /** Cameras with a pending network change. */
  const moving = new Set<string>();
  const limited = async <T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const late = new AbortController();
    const cancel = clock.after(settingsTimeoutMs, () => late.abort(new AppError('camera-silent')));
    try {
      return await work(AbortSignal.any([signal, late.signal]));
    } finally {
      cancel();
    }
  };
  const answer = async (cameraId: string, { settings, ...state }: DeviceState): Promise<DeviceSettings> => {
    const timeZone = shownZone(await cameras.timeZone(cameraId), settings.timeZone);
    const commands = control.report(cameraId)?.commands ?? [];
    return {
      ...state,
      settings: { ...settings, timeZone },
      canRestart: commands.includes(restartCommand.name),
      canChangeNetwork: commands.includes(writeNetworkCommand.name),
    };
  };

  return {
    read: (cameraId, signal) =>
      limited(signal, async (ended) =>
        answer(cameraId, await control.send(cameraId, readSettingsCommand, {}, { signal: ended }).catch(orNothing)),
      ),
    update: (cameraId, change, signal) =>
      limited(signal, async (ended) => {
        const { timeZone, ...others } = change;
        let state: DeviceState | null = null;
        const write = async (part: UpdateDeviceSettingsBody): Promise<DeviceState> =>
          control.send(cameraId, writeSettingsCommand, part, { signal: ended });
        if (Object.keys(others).length > 0) state = await write(others);
        // Reconnecting is required: otherwise the camera keeps the negotiated stream, and a muted microphone would still be heard.
        if (others.isMicrophoneOn !== undefined || others.rotation !== undefined) onStreamChange(cameraId);
        if (timeZone !== undefined) {
          // The camera first: the archive's zone follows only when the camera has accepted it, or has no clock of its own.
          const before = state;
          state = await write({ timeZone }).catch((error: unknown) => {
            const none = orNothing(error);
            return before ?? none;
          });
          await cameras.changeTimeZone(cameraId, timeZone);
        }
        return answer(cameraId, state ?? nothing);
      }),
    changeNetwork: async (cameraId, change, signal) => {
      // Two concurrent changes would each look for the camera where the other has not moved it.
      if (moving.has(cameraId)) throw new AppError('conflict');
      moving.add(cameraId);
      try {
        return await answer(cameraId, await changeNetwork({ clock, control, checkAddress, places }, cameraId, change, signal));
      } finally {
        moving.delete(cameraId);
      }
    },
    restart: async (cameraId) => void (await control.send(cameraId, restartCommand, {})),
  };
}

function orNothing(error: unknown): DeviceState {
  if (error instanceof AppError && error.code === 'camera-unsupported') return nothing;
  throw error;
}

/** Chooses the zone to show: a camera knows rules, not names, so of two zones with the same rules the archive's zone is meant. */
function shownZone(ofArchive: string | null, ofCamera: TimeZoneName | null | undefined): TimeZoneName | null {
  const known = ofArchive !== null && isTimeZoneName(ofArchive) ? ofArchive : null;
  if (ofCamera === undefined || ofCamera === null) return ofCamera === undefined ? known : null;
  return known !== null && timeZoneRules[known] === timeZoneRules[ofCamera] ? known : ofCamera;
}
