import { expect, test } from 'vitest';
import { deviceStateSchema, updateCameraSettingsBody, updateDeviceSettingsBody } from './camera-settings-schemas.ts';

test('a change names at least one known setting', () => {
  expect(updateCameraSettingsBody.parse({ archiveRecording: 'motion' })).toEqual({ archiveRecording: 'motion' });
  for (const wrong of [{}, { archiveRecording: 'sometimes' }, { isSoundRecorded: 1 }, { lens: 'front' }]) expect(updateCameraSettingsBody.safeParse(wrong).success).toBe(false);
});

test('a change of the camera itself names settings and values that there are', () => {
  expect(updateDeviceSettingsBody.parse({ nightVision: 'auto', timeZone: 'Asia/Omsk' })).toEqual({ nightVision: 'auto', timeZone: 'Asia/Omsk' });
  for (const wrong of [{}, { rotation: 45 }, { microphoneSensitivity: 101 }, { timeZone: 'Mars/Base' }, { timeZone: null }, { isFlashlightOn: 'on' }, { zoom: 2 }]) expect(updateDeviceSettingsBody.safeParse(wrong).success).toBe(false);
});

test('what a camera says is bounded; what it says besides is passed over', () => {
  const said = { settings: { rotation: 90, timeZone: null, colour: 'red' }, choices: {}, network: [] };
  expect(deviceStateSchema.parse(said)).toEqual({ settings: { rotation: 90, timeZone: null }, choices: {}, network: [] });
  for (const wrong of [{ ...said, settings: { rotation: 1 } }, { ...said, network: Array(17).fill({}) }, {}]) expect(deviceStateSchema.safeParse(wrong).success).toBe(false);
});
