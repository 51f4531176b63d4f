import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import type { FinishedSpan } from '../kernel/telemetry/spans.ts';
import { createTracer } from '../kernel/telemetry/spans.ts';
import type { CameraStatus } from '../media/media-types.ts';
import { traceConnects } from './media-metrics.ts';

test('how long a camera takes to connect is traced, and why it does not', () => {
  const clock = createManualClock(0);
  const spans: FinishedSpan[] = [];
  const tracer = createTracer({ clock, tracedShare: 1, onEnd: (span) => void spans.push(span) });
  let notify = (_cameraId: string, _status: CameraStatus): void => undefined;
  traceConnects({ tracer, clock, onStatus: (listener) => void (notify = listener) });
  const becomes = (state: CameraStatus['state'], reason: CameraStatus['reason'] = null) =>
    notify('cam_1', { state, since: clock.now(), reason });
  becomes('connecting');
  clock.advance(700);
  becomes('connecting');
  clock.advance(500);
  becomes('online');
  becomes('offline', 'camera-timeout');
  becomes('connecting');
  clock.advance(10_000);
  becomes('offline', 'camera-wrong-password');
  expect(spans.map(({ name, isError, attributes, startMs, endMs }) => [name, isError, attributes, endMs - startMs])).toEqual([
    ['camera connects', false, { 'watchpost.camera_id': 'cam_1' }, 1200],
    ['camera connects', true, { 'watchpost.camera_id': 'cam_1', 'error.type': 'camera-wrong-password' }, 10_000],
  ]);
});
