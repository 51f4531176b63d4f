import {
  readSettingsCommand,
  writeSettingsCommand,
  type DeviceState,
  type UpdateDeviceSettingsBody,
} from '@watchpost/contract/schemas/camera-settings';
import { CommandError } from '../control/command-handler.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { adjusted, type Adjustment } from '../sources/adjustment.ts';

export interface OnvifSettingsDeps {
  /** Executes a command on the camera. @throws {CommandError} */
  readonly run: (name: string, parameters: unknown) => Promise<unknown>;
  readonly store: Pick<SettingsStore, 'current' | 'save'>;
  /** Whether the camera's streams have sound, or had it before it was switched off. */
  readonly hasSound: boolean;
  /** Reopens the streams with this adjustment; resolves when the first picture is on its way. @throws {SourceError} */
  readonly apply: (next: Adjustment) => Promise<void>;
  readonly onProblem: (problem: string) => void;
}

export interface OnvifSettings {
  read(): Promise<DeviceState>;
  /** Applies changes one after the other. */
  write(change: UpdateDeviceSettingsBody): Promise<DeviceState>;
}

/**
 * Reads and writes the settings of an ONVIF camera, which stores them itself. The agent also controls the sound: a camera mutes one of
 * its streams, and some can't mute at all, but the agent does not even read sound that is off, and can adjust its volume.
 */
export function createOnvifSettings({ run, store, hasSound, apply, onProblem }: OnvifSettingsDeps): OnvifSettings {
  let last: Promise<unknown> = Promise.resolve();

  const ask = async (): Promise<DeviceState> => readSettingsCommand.result.parse(await run(readSettingsCommand.name, {}));
  const hasMicrophone = ({ settings }: DeviceState): boolean => settings.isMicrophoneOn !== undefined;
  const shown = (state: DeviceState): DeviceState => {
    if (!hasSound && !hasMicrophone(state)) return state;
    const { isMicrophoneOn, microphoneSensitivity } = store.current;
    return {
      ...state,
      settings: { ...state.settings, isMicrophoneOn: (state.settings.isMicrophoneOn ?? true) && isMicrophoneOn, microphoneSensitivity },
    };
  };
  const write = async ({ isMicrophoneOn, microphoneSensitivity, ...others }: UpdateDeviceSettingsBody): Promise<DeviceState> => {
    const before = await ask();
    const isOfSound = isMicrophoneOn !== undefined || microphoneSensitivity !== undefined;
    if (isOfSound && !hasSound && !hasMicrophone(before)) throw new CommandError('camera-unsupported');
    const ofCamera: UpdateDeviceSettingsBody = {
      ...others,
      ...(isMicrophoneOn !== undefined && hasMicrophone(before) && { isMicrophoneOn }),
    };
    // Write to the camera first: a setting that it rejects must have no other effect.
    const state =
      Object.keys(ofCamera).length === 0 ? before : writeSettingsCommand.result.parse(await run(writeSettingsCommand.name, ofCamera));
    // Recordings on an SD card follow the camera's own clock.
    const next = adjusted(store.current, {
      ...(isMicrophoneOn !== undefined && { isMicrophoneOn }),
      ...(microphoneSensitivity !== undefined && { microphoneSensitivity }),
      ...(others.timeZone !== undefined && { timeZone: others.timeZone }),
    });
    await store.save(next);
    // An open stream keeps the parameters that it was negotiated with.
    if (isOfSound || others.rotation !== undefined)
      await apply(next).catch((error: unknown) =>
        onProblem(`The camera was set, but its new picture is not there yet: ${error instanceof Error ? error.message : String(error)}`),
      );
    return shown(state);
  };

  return {
    read: async () => shown(await ask()),
    write: (change) => {
      const mine = last.then(() => write(change));
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}
