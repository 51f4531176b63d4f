import { SpanStatusCode } from '@opentelemetry/api';
import { hrTimeToMilliseconds } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { createSdkTracer } from '../kernel/telemetry/sdk-tracer.ts';
import type { CameraStatus } from '../media/media-types.ts';
import { traceConnects } from './media-metrics.ts';

test('how long a camera takes to connect is traced, and why it does not', () => {
  const clock = createManualClock(0);
  const spans: ReadableSpan[] = [];
  const onEnd = (span: ReadableSpan) => void spans.push(span);
  const tracer = createSdkTracer({ clock, tracedShare: 1, resource: emptyResource(), version: '2.4.1', onEnd });
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
  const shown = spans.map(({ name, status, attributes, duration }) => [
    name,
    status.code === SpanStatusCode.ERROR,
    attributes,
    hrTimeToMilliseconds(duration),
  ]);
  expect(shown).toEqual([
    ['camera connects', false, { 'watchpost.camera_id': 'cam_1' }, 1200],
    ['camera connects', true, { 'watchpost.camera_id': 'cam_1', 'error.type': 'camera-wrong-password' }, 10_000],
  ]);
});
