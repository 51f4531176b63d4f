import { WatchpostError } from '@watchpost/sdk-core';
import { expect, test } from 'vitest';
import { addCameraFailure } from './add-camera-errors.ts';

test.each([
  ['camera-unreachable', 'url'],
  ['camera-timeout', 'url'],
  ['camera-not-rtsp', 'url'],
  ['camera-wrong-password', 'password'],
  ['internal-error', null],
  ['network', null],
] as const)('%s belongs to %s', (code, field) => {
  const failure = addCameraFailure(new WatchpostError(code));
  expect(failure.field).toBe(field);
  expect(failure.text).not.toBe('');
});
