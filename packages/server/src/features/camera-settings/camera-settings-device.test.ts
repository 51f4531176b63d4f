import type { CameraReport } from '@watchpost/contract/protocols/control';
import type { DeviceState } from '@watchpost/contract/schemas/camera-settings';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createCameraControl, type SendOptions } from '../../media/control/camera-control.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createDeviceSettingsService } from './camera-settings-device-service.ts';

const state: DeviceState = { settings: { nightVision: 'auto', timeZone: 'Europe/Paris' }, choices: { nightVision: ['on', 'off', 'auto'] }, network: [] };
const { signal } = new AbortController();

/** @param answer what the camera does with a command; null: it takes none */
function setUp({ answer, zone = 'Europe/Berlin', report = null }: { answer: ((name: string, parameters: unknown, options: SendOptions) => Promise<unknown>) | null; zone?: string | null; report?: CameraReport | null }) {
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
  return { clock, sent, streamChanges, kept: () => timeZone, service: createDeviceSettingsService({ clock, control, cameras, places: { hostOf: () => '10.0.0.2', tryHost: () => undefined, keepHost: async () => undefined }, isAllowed: () => true, onStreamChange: (cameraId) => void streamChanges.push(cameraId) }) };
}

describe('what a camera is set to', () => {
  test('is what it says; of two zones that keep one time, the one that was chosen', async () => {
    const { service, sent } = setUp({ answer: async () => state, report: { commands: ['settings.read', 'camera.restart'], firmwareVersion: null, battery: null, signal: null } });
    expect(await service.read('cam', signal)).toEqual({ ...state, settings: { nightVision: 'auto', timeZone: 'Europe/Berlin' }, canRestart: true, canChangeNetwork: false });
    expect(sent).toEqual([['settings.read', {}]]);
  });
  test.each([
    ['another time is shown as the camera has it', 'Asia/Omsk', 'Europe/Paris'],
    ['a zone outside of the list too', 'Europe/Vienna', 'Europe/Paris'],
  ])('%s', async (_, zone, shown) => {
    const { service } = setUp({ answer: async () => state, zone });
    expect((await service.read('cam', signal)).settings.timeZone).toBe(shown);
  });
  test('of one that takes no commands is the time zone of its archive', async () => {
    const { service } = setUp({ answer: null });
    expect(await service.read('cam', signal)).toEqual({ settings: { timeZone: 'Europe/Berlin' }, choices: {}, network: [], canRestart: false, canChangeNetwork: false });
    expect((await setUp({ answer: null, zone: 'Europe/Vienna' }).service.read('cam', signal)).settings).toEqual({ timeZone: null });
  });
  test('is not waited for longer than 2 minutes, and the camera is told', async () => {
    const told: unknown[] = [];
    const { service, clock } = setUp({
      answer: (_, __, { signal: ended }) => new Promise((_resolve, reject) => ended?.addEventListener('abort', () => reject(told.push(ended.reason) && ended.reason))),
    });
    const reading = service.read('cam', signal);
    clock.advance(119_999);
    expect(told).toEqual([]);
    clock.advance(1);
    await expect(reading).rejects.toMatchObject({ code: 'camera-silent' });
    expect(told).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });
  test('is never made up: what can’t be read is a failure of the camera', async () => {
    for (const wrong of [null, {}, { ...state, settings: { rotation: 45 } }]) {
      await expect(setUp({ answer: async () => wrong }).service.read('cam', signal)).rejects.toMatchObject({ code: 'camera-failed' });
    }
    await expect(setUp({ answer: () => Promise.reject(new AppError('camera-offline')) }).service.read('cam', signal)).rejects.toMatchObject({ code: 'camera-offline' });
  });
});

describe('a change', () => {
  test('of the time zone is the archive’s too, once the camera has it', async () => {
    const { service, sent, kept } = setUp({ answer: async () => ({ ...state, settings: { timeZone: 'Asia/Omsk' } }) });
    expect((await service.update('cam', { nightVision: 'on', timeZone: 'Asia/Omsk' }, signal)).settings.timeZone).toBe('Asia/Omsk');
    expect(sent).toEqual([['settings.write', { nightVision: 'on' }], ['settings.write', { timeZone: 'Asia/Omsk' }]]);
    expect(kept()).toBe('Asia/Omsk');
  });
  test('of what the camera sends has its stream taken anew, another one and a refused one not', async () => {
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
  test('that the camera refuses leaves the archive as it was', async () => {
    const { service, kept } = setUp({ answer: () => Promise.reject(new AppError('camera-failed')) });
    await expect(service.update('cam', { timeZone: 'Asia/Omsk' }, signal)).rejects.toMatchObject({ code: 'camera-failed' });
    expect(kept()).toBe('Europe/Berlin');
  });
  test('of the time zone of a camera without a clock is the archive’s alone', async () => {
    const { service, kept } = setUp({ answer: null });
    expect((await service.update('cam', { timeZone: 'Asia/Omsk' }, signal)).settings).toEqual({ timeZone: 'Asia/Omsk' });
    expect(kept()).toBe('Asia/Omsk');
    await expect(service.update('cam', { nightVision: 'on' }, signal)).rejects.toMatchObject({ code: 'camera-unsupported' });
    const partly = setUp({ answer: (_, parameters) => (JSON.stringify(parameters).includes('timeZone') ? Promise.reject(new AppError('camera-unsupported')) : Promise.resolve({ ...state, settings: { nightVision: 'on' } })) });
    expect((await partly.service.update('cam', { nightVision: 'on', timeZone: 'Asia/Omsk' }, signal)).settings).toEqual({ nightVision: 'on', timeZone: 'Asia/Omsk' });
  });
});

test('a network is changed by one at a time', async () => {
  const { service } = setUp({ answer: () => new Promise(() => undefined) });
  void service.changeNetwork('cam', { name: 'eth0', ipMode: 'dhcp' }, signal);
  await expect(service.changeNetwork('cam', { name: 'eth0', ipMode: 'dhcp' }, signal)).rejects.toMatchObject({ code: 'conflict' });
  const none = setUp({ answer: null });
  for (let again = 0; again < 2; again += 1) await expect(none.service.changeNetwork('cam', { name: 'eth0', ipMode: 'dhcp' }, signal)).rejects.toMatchObject({ code: 'camera-unsupported' });
});

test('a restart is what the camera makes of it', async () => {
  const { service, sent } = setUp({ answer: async () => ({}) });
  await service.restart('cam');
  expect(sent).toEqual([['camera.restart', {}]]);
  await expect(setUp({ answer: null }).service.restart('cam')).rejects.toMatchObject({ code: 'camera-unsupported' });
});
