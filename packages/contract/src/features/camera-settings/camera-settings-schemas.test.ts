import { expect, test } from 'vitest';
import { deviceStateSchema, updateCameraSettingsBody, updateDeviceSettingsBody, updateNetworkBody } from './camera-settings-schemas.ts';

test('a change contains at least one known setting', () => {
  expect(updateCameraSettingsBody.parse({ archiveRecording: 'motion' })).toEqual({ archiveRecording: 'motion' });
  for (const wrong of [{}, { archiveRecording: 'sometimes' }, { isSoundRecorded: 1 }, { lens: 'front' }])
    expect(updateCameraSettingsBody.safeParse(wrong).success).toBe(false);
});

test('a change of the camera itself contains existing settings and values', () => {
  expect(updateDeviceSettingsBody.parse({ nightVision: 'auto', timeZone: 'Asia/Omsk' })).toEqual({
    nightVision: 'auto',
    timeZone: 'Asia/Omsk',
  });
  for (const wrong of [
    {},
    { rotation: 45 },
    { microphoneSensitivity: 101 },
    { timeZone: 'Mars/Base' },
    { timeZone: null },
    { isFlashlightOn: 'on' },
    { zoom: 2 },
  ])
    expect(updateDeviceSettingsBody.safeParse(wrong).success).toBe(false);
});

test('a network is valid for a host: an address within its network, and a gateway reachable from it', () => {
  const fixed = {
    name: 'eth0',
    ipMode: 'static',
    ip: '192.168.1.20',
    prefixLength: 24,
    gateway: '192.168.1.1',
    primaryDns: '9.9.9.9',
    secondaryDns: null,
  };
  expect(updateNetworkBody.parse(fixed)).toEqual(fixed);
  expect(updateNetworkBody.parse({ name: 'eth0', ipMode: 'dhcp' })).toEqual({ name: 'eth0', ipMode: 'dhcp' });
  expect(updateNetworkBody.safeParse({ ...fixed, prefixLength: 16, gateway: '192.168.255.1' }).success).toBe(true);
  for (const wrong of [
    { ip: '192.168.1.256' },
    { ip: 'camera.local' },
    { ip: '::1' },
    { prefixLength: 31 },
    { prefixLength: 0 },
    { gateway: '192.168.2.1' },
    { primaryDns: '' },
    { name: '' },
    { mac: 'x' },
    { ipMode: 'dhcp' },
  ]) {
    expect(updateNetworkBody.safeParse({ ...fixed, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  }
});

test('a camera’s report is bounded, and unknown fields are ignored', () => {
  const said = { settings: { rotation: 90, timeZone: null, colour: 'red' }, choices: {}, network: [] };
  expect(deviceStateSchema.parse(said)).toEqual({ settings: { rotation: 90, timeZone: null }, choices: {}, network: [] });
  for (const wrong of [{ ...said, settings: { rotation: 1 } }, { ...said, network: Array(17).fill({}) }, {}])
    expect(deviceStateSchema.safeParse(wrong).success).toBe(false);
});
