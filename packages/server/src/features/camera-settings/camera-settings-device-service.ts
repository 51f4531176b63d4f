import { isTimeZoneName, timeZoneRules, type TimeZoneName } from '@watchpost/contract/kernel';
import { readSettingsCommand, restartCommand, writeNetworkCommand, writeSettingsCommand, type DeviceSettings, type DeviceState, type UpdateDeviceSettingsBody, type UpdateNetworkBody } from '@watchpost/contract/schemas/camera-settings';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';
import type { CamerasService } from '../cameras/index.ts';
import { changeNetwork, type CameraPlaces } from './camera-settings-network.ts';

/** What a camera itself is set to: only the camera knows, so it is asked, and what it answers is what is shown. */
export interface DeviceSettingsService {
  /** @throws {AppError} why the camera does not tell */
  read(cameraId: string, signal: AbortSignal): Promise<DeviceSettings>;
  /** @throws {AppError} camera-unsupported for what this camera has not, or why it does not do it */
  update(cameraId: string, change: UpdateDeviceSettingsBody, signal: AbortSignal): Promise<DeviceSettings>;
  /** @throws {AppError} conflict while it is being changed already, and as `changeNetwork` */
  changeNetwork(cameraId: string, change: UpdateNetworkBody, signal: AbortSignal): Promise<DeviceSettings>;
  /** @throws {AppError} why the camera does not do it */
  restart(cameraId: string): Promise<void>;
}

export interface DeviceSettingsDeps {
  readonly clock: Clock;
  readonly control: CameraControl;
  readonly places: CameraPlaces;
  /** Whether the server may go there. */
  readonly isAllowed: (address: string) => boolean;
  readonly cameras: Pick<CamerasService, 'timeZone' | 'changeTimeZone'>;
  /** What the camera sends is not what it sent before. */
  readonly onStreamChange: (cameraId: string) => void;
}

/** Loading takes up to 2 minutes (specification 2, section 9), ms. */
const patience = 2 * 60_000;
/** A camera that takes no commands has a time zone all the same: that of its archive. */
const nothing: DeviceState = { settings: {}, choices: {}, network: [] };

export function createDeviceSettingsService({ clock, control, cameras, places, isAllowed, onStreamChange }: DeviceSettingsDeps): DeviceSettingsService {
  /** Cameras whose network is being changed. */
  const moving = new Set<string>();
  const limited = async <T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const late = new AbortController();
    const cancel = clock.after(patience, () => late.abort(new AppError('camera-silent')));
    try {
      return await work(AbortSignal.any([signal, late.signal]));
    } finally {
      cancel();
    }
  };
  const answer = async (cameraId: string, { settings, ...state }: DeviceState): Promise<DeviceSettings> => {
    const timeZone = shownZone(await cameras.timeZone(cameraId), settings.timeZone);
    const commands = control.report(cameraId)?.commands ?? [];
    return { ...state, settings: { ...settings, timeZone }, canRestart: commands.includes(restartCommand.name), canChangeNetwork: commands.includes(writeNetworkCommand.name) };
  };

  return {
    read: (cameraId, signal) =>
      limited(signal, async (ended) => answer(cameraId, await control.send(cameraId, readSettingsCommand, {}, { signal: ended }).catch(orNothing))),
    update: (cameraId, change, signal) =>
      limited(signal, async (ended) => {
        const { timeZone, ...others } = change;
        let state: DeviceState | null = null;
        const write = async (part: UpdateDeviceSettingsBody): Promise<DeviceState> => control.send(cameraId, writeSettingsCommand, part, { signal: ended });
        if (Object.keys(others).length > 0) state = await write(others);
        // Without it a camera goes on with what was agreed before: a microphone that is off would still be heard.
        if (others.isMicrophoneOn !== undefined || others.rotation !== undefined) onStreamChange(cameraId);
        if (timeZone !== undefined) {
          // The camera first: days of the archive follow it only when it has said yes, or has no clock of its own.
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
      // Two at once would each look for the camera where the other has not sent it.
      if (moving.has(cameraId)) throw new AppError('conflict');
      moving.add(cameraId);
      try {
        return await answer(cameraId, await changeNetwork({ clock, control, isAllowed, places }, cameraId, change, signal));
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

/** A camera knows rules, not names: of two zones with one rule, that of the archive is meant. */
function shownZone(ofArchive: string | null, ofCamera: TimeZoneName | null | undefined): TimeZoneName | null {
  const known = ofArchive !== null && isTimeZoneName(ofArchive) ? ofArchive : null;
  if (ofCamera === undefined || ofCamera === null) return ofCamera === undefined ? known : null;
  return known !== null && timeZoneRules[known] === timeZoneRules[ofCamera] ? known : ofCamera;
}
