import { isTimeZoneName, type TimeZoneName } from '@watchpost/contract/kernel';
import { readSettingsCommand, restartCommand, writeSettingsCommand, type DeviceState, type NetworkInterface, type UpdateDeviceSettingsBody } from '@watchpost/contract/schemas/camera-settings';
import { CommandError, handles, type CommandHandler } from '../control/command-handler.ts';
import { adjusted, type Adjustment } from '../sources/adjustment.ts';
import { SourceError } from '../sources/frame-source.ts';
import type { SettingsStore } from './settings-store.ts';

export interface SettingsDeps {
  readonly store: Pick<SettingsStore, 'current' | 'save'>;
  /** What of it the source follows; a time zone is kept for any. */
  readonly offers: readonly (keyof Adjustment)[];
  /** Shows the camera like that; resolves when its first picture is on its way. @throws {SourceError} */
  readonly apply: (next: Adjustment) => Promise<void>;
  readonly network: () => Promise<NetworkInterface[]>;
  /** Called before the answer is on its way. */
  readonly restart: () => void;
}

/** What the agent's camera can be set to, and its restart. */
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
      // One after the other: each begins with what the one before has left.
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

/** That of the computer, until another one is chosen; null for one that is not of the list. */
function ownTimeZone(): TimeZoneName | null {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const name = timeZone === 'UTC' ? 'Etc/UTC' : timeZone;
  return isTimeZoneName(name) ? name : null;
}
