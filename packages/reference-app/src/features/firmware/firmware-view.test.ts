import type { Firmware } from '@watchpost/sdk-core';
import { describe, expect, test } from 'vitest';
import { viewOf } from './firmware-view.ts';

const camera = (over: Partial<Firmware> = {}): Firmware => ({ installed: '0.1.0', check: { kind: 'up-to-date' }, update: { kind: 'none' }, ...over });
const available = { kind: 'available', version: '0.2.0', size: 5 } as const;
const failed = (code: 'camera-unsupported' | 'camera-offline') => ({ kind: 'failed', code }) as const;

describe('what About says of the firmware', () => {
  test.each([
    ['before the first answer', undefined, false, true, { kind: 'none' }],
    ['asked, before the first answer', undefined, true, true, { kind: 'checking' }],
    ['asked anew', camera(), true, true, { kind: 'checking' }],
    ['nobody asked', camera({ check: available }), false, false, { kind: 'idle' }],
    ['nobody asked a camera that takes no updates', camera({ check: failed('camera-unsupported') }), false, false, { kind: 'none' }],
    ['somebody asked it', camera({ check: failed('camera-unsupported') }), true, false, { kind: 'check-failed', code: 'camera-unsupported' }],
    ['nobody asked one that is away', camera({ check: failed('camera-offline') }), false, false, { kind: 'idle' }],
    ['up to date', camera(), true, false, { kind: 'up-to-date' }],
    ['available', camera({ check: available }), true, false, available],
    ['the last one failed', camera({ check: available, update: { kind: 'failed', version: '0.2.0', code: 'camera-firmware-broken' } }), false, false, { kind: 'update-failed', code: 'camera-firmware-broken' }],
    ['the last one failed, asked again', camera({ check: available, update: { kind: 'failed', version: '0.2.0', code: 'camera-firmware-broken' } }), true, false, available],
    ['the last one is done', camera({ update: { kind: 'done', version: '0.2.0' } }), false, false, { kind: 'done', version: '0.2.0' }],
  ] as const)('%s', (_, firmware, isAsked, isChecking, view) => {
    expect(viewOf(firmware, isAsked, isChecking)).toEqual(view);
  });
  test.each([['request', 1], ['initial', 1], ['download', 2], ['install', 3], ['restart', 4]] as const)('%s is step %i of 4, whoever comes', (step, number) => {
    const firmware = camera({ update: { kind: 'running', version: '0.2.0', step, fraction: null } });
    for (const isAsked of [true, false]) expect(viewOf(firmware, isAsked, true)).toEqual({ kind: 'updating', version: '0.2.0', step, number, fraction: null });
  });
});
