import type { Camera, RegistrationAnswer } from '@watchpost/sdk-core';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { expect, test } from 'vitest';
import { connectingState, type Known } from './add-camera-connecting-state.ts';

const registration = (over: Partial<RegistrationAnswer> = {}): RegistrationAnswer => ({
  state: 'waiting',
  cameraId: null,
  refusal: null,
  expiresAt: 600_000,
  ...over,
});
const known = (over: Partial<Known> = {}): Known => ({
  registration: registration(),
  isUnknown: false,
  camera: undefined,
  startedAt: 0,
  registeredAt: null,
  now: 0,
  ...over,
});
const registered = registration({ state: 'registered', cameraId: 'cam_1' });
const camera = (previewAt: number | null): Camera => buildCamera({ id: 'cam_1', previewAt });

test.each<[string, Known, unknown]>([
  ['nothing is known yet', known({ registration: undefined }), { state: 'waiting' }],
  ['the token was not used yet', known({ now: 119_999 }), { state: 'waiting' }],
  ['2 minutes without a message', known({ now: 120_000 }), { state: 'late' }],
  ['2 minutes without a network', known({ registration: undefined, now: 120_000 }), { state: 'late' }],
  [
    'a camera of another account',
    known({ registration: registration({ refusal: 'camera-connected' }) }),
    { state: 'refused', code: 'camera-connected' },
  ],
  [
    'refused first, registered then',
    known({ registration: { ...registered, refusal: 'camera-connected' } }),
    { state: 'picture', cameraId: 'cam_1' },
  ],
  [
    'registered',
    known({ registration: registered, camera: camera(null), registeredAt: 1000, now: 20_999 }),
    { state: 'picture', cameraId: 'cam_1' },
  ],
  ['registered after the timeout', known({ registration: registered, now: 500_000 }), { state: 'picture', cameraId: 'cam_1' }],
  [
    'the first picture arrived',
    known({ registration: registered, camera: camera(5), registeredAt: 1000, now: 1001 }),
    { state: 'ready', cameraId: 'cam_1' },
  ],
  [
    'no picture for 20 s',
    known({ registration: registered, camera: camera(null), registeredAt: 1000, now: 21_000 }),
    { state: 'ready', cameraId: 'cam_1' },
  ],
  ['the token has expired', known({ registration: registration({ state: 'expired' }) }), { state: 'expired' }],
  ['an unknown registration', known({ registration: undefined, isUnknown: true }), { state: 'expired' }],
])('%s', (_, value, expected) => expect(connectingState(value)).toEqual(expected));
