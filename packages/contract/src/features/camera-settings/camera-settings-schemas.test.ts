import { expect, test } from 'vitest';
import { updateCameraSettingsBody } from './camera-settings-schemas.ts';

test('a change names at least one known setting', () => {
  expect(updateCameraSettingsBody.parse({ archiveRecording: 'motion' })).toEqual({ archiveRecording: 'motion' });
  for (const wrong of [{}, { archiveRecording: 'sometimes' }, { isSoundRecorded: 1 }, { lens: 'front' }]) expect(updateCameraSettingsBody.safeParse(wrong).success).toBe(false);
});
