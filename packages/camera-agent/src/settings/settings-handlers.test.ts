import { isTimeZoneName } from '@watchpost/contract/kernel';
import { readSettingsCommand, restartCommand, writeSettingsCommand, type DeviceState } from '@watchpost/contract/schemas/camera-settings';
import { expect, test } from 'vitest';
import { unadjusted, type Adjustment } from '../sources/adjustment.ts';
import { SourceError } from '../sources/frame-source.ts';
import { createSettingsHandlers, type SettingsDeps } from './settings-handlers.ts';

const platformZone = new Intl.DateTimeFormat().resolvedOptions().timeZone.replace(/^UTC$/, 'Etc/UTC');
/** Default until a zone is chosen: the computer's own, if the contract lists it. */
const ownZone = isTimeZoneName(platformZone) ? platformZone : null;
const context = { signal: new AbortController().signal, progress: () => undefined };

function setUp(over: Partial<SettingsDeps> = {}) {
  let current: Adjustment = unadjusted;
  const applied: Adjustment[] = [];
  const restarts: number[] = [];
  const store = {
    get current() {
      return current;
    },
    save: async (next: Adjustment) => void (current = next),
  };
  const handlers = createSettingsHandlers({
    store,
    offers: ['rotation', 'isMirroredHorizontally', 'isMirroredVertically'],
    apply: async (next) => void applied.push(next),
    network: async () => [],
    restart: () => void restarts.push(1),
    ...over,
  });
  const ask = (name: string, parameters: unknown) => handlers.find((handler) => handler.name === name)?.handle(parameters, context);
  return {
    applied,
    restarts,
    store,
    ask,
    read: async (): Promise<DeviceState> => readSettingsCommand.result.parse(await ask(readSettingsCommand.name, {})),
    write: async (change: unknown): Promise<DeviceState> => writeSettingsCommand.result.parse(await ask(writeSettingsCommand.name, change)),
  };
}

test('announces only what its source supports', async () => {
  expect(await setUp().read()).toEqual({
    settings: { rotation: 0, isMirroredHorizontally: false, isMirroredVertically: false, timeZone: ownZone },
    choices: { rotation: [0, 90, 180, 270] },
    network: [],
  });
  expect(await setUp({ offers: ['isMicrophoneOn'] }).read()).toMatchObject({
    settings: { isMicrophoneOn: true, timeZone: ownZone },
    choices: {},
  });
});

test('a change is applied before it is saved, answered with the resulting state, and two concurrent ones are both applied', async () => {
  const { write, applied, store } = setUp();
  const answers = await Promise.all([write({ rotation: 90 }), write({ isMirroredVertically: true })]);
  expect(answers[1]?.settings).toMatchObject({ rotation: 90, isMirroredVertically: true });
  expect(applied).toEqual([
    { ...unadjusted, rotation: 90 },
    { ...unadjusted, rotation: 90, isMirroredVertically: true },
  ]);
  expect(store.current).toEqual(applied[1]);
});

test('any source accepts a time zone; the picture only changes if it shows the time', async () => {
  const { write, applied } = setUp();
  expect((await write({ timeZone: 'Asia/Omsk' })).settings.timeZone).toBe('Asia/Omsk');
  expect(applied).toEqual([]);
  const withClock = setUp({ offers: ['timeZone'] });
  await withClock.write({ timeZone: 'Asia/Omsk' });
  expect(withClock.applied).toHaveLength(1);
});

test('refuses a change as a whole if any setting is unsupported or invalid', async () => {
  const { ask, write, applied, store } = setUp();
  for (const change of [{ isFlashlightOn: true }, { rotation: 90, isMicrophoneOn: false }, {}, { rotation: 45 }, null]) {
    await expect((async () => ask(writeSettingsCommand.name, change))()).rejects.toMatchObject({ code: 'camera-unsupported' });
  }
  expect([applied, store.current]).toEqual([[], unadjusted]);
  await write({ rotation: 180 });
});

test('does not save a view without a picture, and still applies the next change', async () => {
  let isDead = true;
  const { write, store } = setUp({
    apply: async () => {
      if (isDead) throw new SourceError('no picture');
    },
  });
  await expect(write({ rotation: 90 })).rejects.toMatchObject({ code: 'camera-failed', message: 'no picture' });
  expect(store.current).toEqual(unadjusted);
  isDead = false;
  expect((await write({ rotation: 270 })).settings.rotation).toBe(270);
});

test('restarts after it has answered', async () => {
  const { ask, restarts } = setUp();
  expect(await ask(restartCommand.name, {})).toEqual({});
  expect(restarts).toHaveLength(1);
});
