import type { CameraReport } from '@watchpost/contract/protocols/control';
import type { DeviceState } from '@watchpost/contract/schemas/camera-settings';
import { createManualClock } from '@watchpost/contract/testing';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createCameraControl, type SendOptions } from '../../media/control/camera-control.ts';
import { createDeviceSettingsService } from './camera-settings-device-service.ts';

const state: DeviceState = {
  settings: { nightVision: 'auto', timeZone: 'Europe/Paris' },
  choices: { nightVision: ['on', 'off', 'auto'] },
  network: [],
};
const { signal } = new AbortController();

/**
 * Sets up a camera.
 * @param answer handles a command; null: the camera takes none
 */
function setUp({
  answer,
  zone = 'Europe/Berlin',
  report = null,
}: {
  answer: ((name: string, parameters: unknown, options: SendOptions) => Promise<unknown>) | null;
  zone?: string | null;
  report?: CameraReport | null;
}) {
  const clock = createManualClock();
  const sent: [string, unknown][] = [];
  const streamChanges: string[] = [];
  let timeZone = zone;
  const send = (_: string, name: string, parameters: unknown, options: SendOptions): Promise<unknown> => {
    sent.push([name, parameters]);
    return answer ? answer(name, parameters, options) : Promise.reject(new AppError('camera-unsupported'));
  };
  const control = createCameraControl({ driverOf: () => (answer ? { send, report: () => report } : null) });
  const cameras = { timeZone: async () => timeZone, changeTimeZone: async (_: string, next: string) => void (timeZone = next) };
  return {
    clock,
    sent,
    streamChanges,
    kept: () => timeZone,
    service: createDeviceSettingsService({
      clock,
      control,
      cameras,
      places: { hostOf: () => '10.0.0.2', tryHost: () => undefined, keepHost: async () => undefined },
      checkAddress: async () => undefined,
      onStreamChange: (cameraId) => void streamChanges.push(cameraId),
    }),
  };
}

describe('the settings of a camera', () => {
  test('are what it reports; of two zones with the same time, the chosen one is shown', async () => {
    const { service, sent } = setUp({
      answer: async () => state,
      report: { commands: ['settings.read', 'camera.restart'], firmwareVersion: null, appVersion: null, battery: null, signal: null },
    });
    expect(await service.read('cam', signal)).toEqual({
      ...state,
      settings: { nightVision: 'auto', timeZone: 'Europe/Berlin' },
      canRestart: true,
      canChangeNetwork: false,
    });
    expect(sent).toEqual([['settings.read', {}]]);
  });
  test.each([
    ['another time is shown as the camera has it', 'Asia/Omsk', 'Europe/Paris'],
    ['a zone outside of the list too', 'Europe/Vienna', 'Europe/Paris'],
  ])('%s', async (_, zone, shown) => {
    const { service } = setUp({ answer: async () => state, zone });
    expect((await service.read('cam', signal)).settings.timeZone).toBe(shown);
  });
  test('without commands consist of the archive’s time zone', async () => {
    const { service } = setUp({ answer: null });
    expect(await service.read('cam', signal)).toEqual({
      settings: { timeZone: 'Europe/Berlin' },
      choices: {},
      network: [],
      canRestart: false,
      canChangeNetwork: false,
    });
    expect((await setUp({ answer: null, zone: 'Europe/Vienna' }).service.read('cam', signal)).settings).toEqual({ timeZone: null });
  });
  test('time out after 2 minutes, and the camera’s request is cancelled', async () => {
    const aborts: unknown[] = [];
    const { service, clock } = setUp({
      answer: (_, __, { signal: ended }) =>
        new Promise((_resolve, reject) => ended?.addEventListener('abort', () => reject(aborts.push(ended.reason) && ended.reason))),
    });
    const reading = service.read('cam', signal);
    clock.advance(119_999);
    expect(aborts).toEqual([]);
    clock.advance(1);
    await expect(reading).rejects.toMatchObject({ code: 'camera-silent' });
    expect(aborts).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });
  test('are never made up: an unreadable answer is a failure of the camera', async () => {
    for (const wrong of [null, {}, { ...state, settings: { rotation: 45 } }]) {
      await expect(setUp({ answer: async () => wrong }).service.read('cam', signal)).rejects.toMatchObject({ code: 'camera-failed' });
    }
    await expect(setUp({ answer: () => Promise.reject(new AppError('camera-offline')) }).service.read('cam', signal)).rejects.toMatchObject(
      { code: 'camera-offline' },
    );
  });
});

describe('a change', () => {
  test('of the time zone applies to the archive once the camera has it', async () => {
    const { service, sent, kept } = setUp({ answer: async () => ({ ...state, settings: { timeZone: 'Asia/Omsk' } }) });
    expect((await service.update('cam', { nightVision: 'on', timeZone: 'Asia/Omsk' }, signal)).settings.timeZone).toBe('Asia/Omsk');
    expect(sent).toEqual([
      ['settings.write', { nightVision: 'on' }],
      ['settings.write', { timeZone: 'Asia/Omsk' }],
    ]);
    expect(kept()).toBe('Asia/Omsk');
  });
  test('of the stream reconnects it; another change or a refused one does not', async () => {
    const { service, streamChanges } = setUp({ answer: async () => state });
    await service.update('cam', { nightVision: 'on', timeZone: 'Asia/Omsk' }, signal);
    expect(streamChanges).toEqual([]);
    await service.update('cam', { isMicrophoneOn: false }, signal);
    await service.update('cam', { rotation: 90 }, signal);
    expect(streamChanges).toEqual(['cam', 'cam']);
    const refused = setUp({ answer: null });
    await expect(refused.service.update('cam', { isMicrophoneOn: false }, signal)).rejects.toMatchObject({ code: 'camera-unsupported' });
    expect(refused.streamChanges).toEqual([]);
  });
  test('that the camera refuses leaves the archive unchanged', async () => {
    const { service, kept } = setUp({ answer: () => Promise.reject(new AppError('camera-failed')) });
    await expect(service.update('cam', { timeZone: 'Asia/Omsk' }, signal)).rejects.toMatchObject({ code: 'camera-failed' });
    expect(kept()).toBe('Europe/Berlin');
  });
  test('of the time zone of a camera without a clock applies to the archive only', async () => {
    const { service, kept } = setUp({ answer: null });
    expect((await service.update('cam', { timeZone: 'Asia/Omsk' }, signal)).settings).toEqual({ timeZone: 'Asia/Omsk' });
    expect(kept()).toBe('Asia/Omsk');
    await expect(service.update('cam', { nightVision: 'on' }, signal)).rejects.toMatchObject({ code: 'camera-unsupported' });
    const partly = setUp({
      answer: (_, parameters) =>
        JSON.stringify(parameters).includes('timeZone')
          ? Promise.reject(new AppError('camera-unsupported'))
          : Promise.resolve({ ...state, settings: { nightVision: 'on' } }),
    });
    expect((await partly.service.update('cam', { nightVision: 'on', timeZone: 'Asia/Omsk' }, signal)).settings).toEqual({
      nightVision: 'on',
      timeZone: 'Asia/Omsk',
    });
  });
});

test('of the network is exclusive', async () => {
  const { service } = setUp({ answer: () => new Promise(() => undefined) });
  void service.changeNetwork('cam', { name: 'eth0', ipMode: 'dhcp' }, signal);
  await expect(service.changeNetwork('cam', { name: 'eth0', ipMode: 'dhcp' }, signal)).rejects.toMatchObject({ code: 'conflict' });
  const none = setUp({ answer: null });
  for (let again = 0; again < 2; again += 1)
    await expect(none.service.changeNetwork('cam', { name: 'eth0', ipMode: 'dhcp' }, signal)).rejects.toMatchObject({
      code: 'camera-unsupported',
    });
});

test('a restart returns the camera’s own result', async () => {
  const { service, sent } = setUp({ answer: async () => ({}) });
  await service.restart('cam');
  expect(sent).toEqual([['camera.restart', {}]]);
  await expect(setUp({ answer: null }).service.restart('cam')).rejects.toMatchObject({ code: 'camera-unsupported' });
});
