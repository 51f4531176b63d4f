import { isTimeZoneName, type TimeZoneName } from '@watchpost/contract/kernel';
import {
  readSettingsCommand,
  restartCommand,
  writeSettingsCommand,
  type DeviceState,
  type NetworkInterface,
  type UpdateDeviceSettingsBody,
} from '@watchpost/contract/schemas/camera-settings';
import { CommandError, handles, type CommandHandler } from '../control/command-handler.ts';
import { adjusted, type Adjustment } from '../sources/adjustment.ts';
import { SourceError } from '../sources/frame-source.ts';
import type { SettingsStore } from './settings-store.ts';

export interface SettingsDeps {
  readonly store: Pick<SettingsStore, 'current' | 'save'>;
  /** The settings that the source supports; a time zone is saved for any. */
  readonly offers: readonly (keyof Adjustment)[];
  /** Reopens the camera with this adjustment; resolves when its first picture is on its way. @throws {SourceError} */
  readonly apply: (next: Adjustment) => Promise<void>;
  readonly network: () => Promise<NetworkInterface[]>;
  /** Called before the answer is sent. */
  readonly restart: () => void;
}

/** Handles the settings and the restart of the agent's camera. */
export function createSettingsHandlers({ store, offers, apply, network, restart }: SettingsDeps): CommandHandler[] {
  const known = new Set<string>([...offers, 'timeZone']);
  let last: Promise<unknown> = Promise.resolve();

  const state = async (): Promise<DeviceState> => {
    const current = { ...store.current, timeZone: store.current.timeZone ?? ownTimeZone() };
    const settings = Object.fromEntries(Object.entries(current).filter(([name]) => known.has(name)));
    return { settings, choices: known.has('rotation') ? { rotation: [0, 90, 180, 270] } : {}, network: await network() };
  };
  const write = async (change: UpdateDeviceSettingsBody): Promise<DeviceState> => {
    const before = store.current;
    const next = adjusted(before, change);
    if (offers.some((name) => next[name] !== before[name])) {
      await apply(next).catch((error: unknown) => {
        throw error instanceof SourceError ? new CommandError('camera-failed', error.message, { cause: error }) : error;
      });
    }
    await store.save(next);
    return state();
  };

  return [
    handles(readSettingsCommand, state),
    handles(writeSettingsCommand, (change) => {
      if (!Object.keys(change).every((name) => known.has(name))) throw new CommandError('camera-unsupported');
      // Apply changes one after the other: each starts from the previous result.
      const mine = last.then(() => write(change));
      last = mine.catch(() => undefined);
      return mine;
    }),
    handles(restartCommand, async () => {
      restart();
      return {};
    }),
  ];
}

/** The computer's time zone, the default until one is chosen; null if the contract does not list it. */
function ownTimeZone(): TimeZoneName | null {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const name = timeZone === 'UTC' ? 'Etc/UTC' : timeZone;
  return isTimeZoneName(name) ? name : null;
}
