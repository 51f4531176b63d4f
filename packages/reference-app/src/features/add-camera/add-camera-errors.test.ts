import { errorText, WatchpostError, type ErrorCode } from '@watchpost/sdk-core';
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

test.each<ErrorCode>([
  'camera-url-invalid',
  'camera-url-ambiguous',
  'camera-address-forbidden',
  'camera-address-loopback',
  'camera-host-unknown',
  'camera-unreachable',
  'camera-timeout',
  'camera-not-rtsp',
  'camera-not-onvif',
  'camera-stream-not-found',
  'camera-redirects',
  'camera-audio-only',
  'camera-multicast-only',
  'camera-transport-refused',
  'camera-codec-unsupported',
  'camera-no-video',
  'camera-wrong-password',
  'camera-login-unsupported',
])('%s says what is wrong, and then what to do, under its field', (code) => {
  expect(addCameraFailure(new WatchpostError(code)).field).not.toBe(null);
  for (const locale of ['en', 'ru'] as const)
    expect(errorText(new WatchpostError(code), locale).split(/(?<=[.;:]) /).length).toBeGreaterThanOrEqual(2);
});
