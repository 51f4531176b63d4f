import { readSettingsCommand, writeSettingsCommand, type DeviceState, type UpdateDeviceSettingsBody } from '@watchpost/contract/schemas/camera-settings';
import { CommandError } from '../control/command-handler.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { adjusted, type Adjustment } from '../sources/adjustment.ts';

export interface OnvifSettingsDeps {
  /** Has the camera do a command. @throws {CommandError} */
  readonly run: (name: string, parameters: unknown) => Promise<unknown>;
  readonly store: Pick<SettingsStore, 'current' | 'save'>;
  /** There is sound in what the camera sends, or was before it was switched off. */
  readonly hasSound: boolean;
  /** Shows the camera anew, like that; resolves when its first picture is on its way. @throws {SourceError} */
  readonly apply: (next: Adjustment) => Promise<void>;
  readonly onProblem: (problem: string) => void;
}

export interface OnvifSettings {
  read(): Promise<DeviceState>;
  /** One after the other. */
  write(change: UpdateDeviceSettingsBody): Promise<DeviceState>;
}

/**
 * The settings of an ONVIF camera are its own. Its sound is the agent's too: a camera silences one of its streams, and some can't
 * at all, but what is off here is not even read, and it can be made louder or softer.
 */
export function createOnvifSettings({ run, store, hasSound, apply, onProblem }: OnvifSettingsDeps): OnvifSettings {
  let last: Promise<unknown> = Promise.resolve();

  const ask = async (): Promise<DeviceState> => readSettingsCommand.result.parse(await run(readSettingsCommand.name, {}));
  const hasMicrophone = ({ settings }: DeviceState): boolean => settings.isMicrophoneOn !== undefined;
  const shown = (state: DeviceState): DeviceState => {
    if (!hasSound && !hasMicrophone(state)) return state;
    const { isMicrophoneOn, microphoneSensitivity } = store.current;
    return { ...state, settings: { ...state.settings, isMicrophoneOn: (state.settings.isMicrophoneOn ?? true) && isMicrophoneOn, microphoneSensitivity } };
  };
  const write = async ({ isMicrophoneOn, microphoneSensitivity, ...others }: UpdateDeviceSettingsBody): Promise<DeviceState> => {
    const before = await ask();
    const isOfSound = isMicrophoneOn !== undefined || microphoneSensitivity !== undefined;
    if (isOfSound && !hasSound && !hasMicrophone(before)) throw new CommandError('camera-unsupported');
    const ofCamera: UpdateDeviceSettingsBody = { ...others, ...(isMicrophoneOn !== undefined && hasMicrophone(before) && { isMicrophoneOn }) };
    // The camera first: what it refuses, nothing follows from.
    const state = Object.keys(ofCamera).length === 0 ? before : writeSettingsCommand.result.parse(await run(writeSettingsCommand.name, ofCamera));
    // Recordings of an SD card go by the camera's own clock.
    const next = adjusted(store.current, { ...(isMicrophoneOn !== undefined && { isMicrophoneOn }), ...(microphoneSensitivity !== undefined && { microphoneSensitivity }), ...(others.timeZone !== undefined && { timeZone: others.timeZone }) });
    await store.save(next);
    // A stream that stands goes on with what was agreed before.
    if (isOfSound || others.rotation !== undefined) await apply(next).catch((error: unknown) => onProblem(`The camera was set, but its new picture is not there yet: ${error instanceof Error ? error.message : String(error)}`));
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
