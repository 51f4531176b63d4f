import type { Firmware } from '@watchpost/sdk-core';
import { describe, expect, test } from 'vitest';
import { viewOf } from './firmware-view.ts';

const camera = (over: Partial<Firmware> = {}): Firmware => ({
  installed: '0.1.0',
  check: { kind: 'up-to-date' },
  update: { kind: 'none' },
  ...over,
});
const available = { kind: 'available', version: '0.2.0', size: 5 } as const;
const failed = (code: 'camera-unsupported' | 'camera-offline') => ({ kind: 'failed', code }) as const;

describe('firmware part of About', () => {
  test.each([
    ['not requested, before the first response', undefined, false, true, { kind: 'none' }],
    ['requested, before the first response', undefined, true, true, { kind: 'checking' }],
    ['requested again', camera(), true, true, { kind: 'checking' }],
    ['not requested', camera({ check: available }), false, false, { kind: 'idle' }],
    ['not requested, camera without updates', camera({ check: failed('camera-unsupported') }), false, false, { kind: 'elsewhere' }],
    ['requested, camera without updates', camera({ check: failed('camera-unsupported') }), true, false, { kind: 'elsewhere' }],
    ['not requested, camera offline', camera({ check: failed('camera-offline') }), false, false, { kind: 'idle' }],
    ['up to date', camera(), true, false, { kind: 'up-to-date' }],
    ['available', camera({ check: available }), true, false, available],
    [
      'the last update failed',
      camera({ check: available, update: { kind: 'failed', version: '0.2.0', code: 'camera-firmware-broken' } }),
      false,
      false,
      { kind: 'update-failed', code: 'camera-firmware-broken' },
    ],
    [
      'the last update failed, requested again',
      camera({ check: available, update: { kind: 'failed', version: '0.2.0', code: 'camera-firmware-broken' } }),
      true,
      false,
      available,
    ],
    ['the last update is done', camera({ update: { kind: 'done', version: '0.2.0' } }), false, false, { kind: 'done', version: '0.2.0' }],
  ] as const)('%s', (_, firmware, isAsked, isChecking, view) => {
    expect(viewOf(firmware, isAsked, isChecking)).toEqual(view);
  });
  test.each([
    ['request', 1],
    ['initial', 1],
    ['download', 2],
    ['install', 3],
    ['restart', 4],
  ] as const)('%s is step %i of 4, requested or not', (step, number) => {
    const firmware = camera({ update: { kind: 'running', version: '0.2.0', step, fraction: null } });
    for (const isAsked of [true, false])
      expect(viewOf(firmware, isAsked, true)).toEqual({ kind: 'updating', version: '0.2.0', step, number, fraction: null });
  });
});
