import type { QualityReport, Unsubscribe } from '@watchpost/sdk-core';
import type { TimedQualityEvent, PlayerCore } from '../engine/player-core.ts';
import type { PlayerStats } from '../player-controller-types.ts';
import { createQualityModel } from './player-quality-model.ts';
import { readPlatform } from './player-quality-platform.ts';
import { receiverOf } from './player-quality-target.ts';
import { elementVersion } from '../../../element/element-version.ts';

/** Reports of one view. */
export interface QualityReporter {
  onEvent(event: TimedQualityEvent): void;
  /** Reports up to now to the last target; later reports go to this one. */
  setTarget(target: string): void;
  /** Sends the last report. */
  end(): void;
}

export interface QualityReporterOptions {
  readonly target: string;
  /** What happened before this code was loaded. */
  readonly events: readonly TimedQualityEvent[];
  /** When the viewer asked for the picture; null while it waits for Play. */
  readonly startedAt: number | null;
  /** The first frame was shown before. */
  readonly wasShown: boolean;
  readonly stats: () => Pick<PlayerStats, 'totalFrames' | 'droppedFrames'>;
}

const reportIntervalMs = 60_000;
const sampleIntervalMs = 5_000;
const maxSilenceMs = 15_000;
/** A page that is hidden and shown again and again does not report each time. */
const minHiddenReportMs = 5_000;
/** A receiver that the page's policy forbids, or that is gone, is given up. */
const maxFailures = 3;

/** Sums a view up and reports it every minute, when the page is hidden or left, and at the end. Failures are silent. */
export function createQualityReporter(core: PlayerCore, options: QualityReporterOptions): QualityReporter {
  const { clock, signals } = core;
  const { client, cameraId } = core.options;
  const model = createQualityModel(options);
  const viewId = createViewId();
  const platform = readPlatform(navigator);
  let { target } = options;
  let sequence = 0;
  let failures = 0;
  let seenAt = clock.monotonic();
  let reportedAt = seenAt;
  const life = new AbortController();

  /** While the page is frozen or the machine sleeps, nothing is watched. */
  function now(): number {
    const at = clock.monotonic();
    if (at - seenAt > maxSilenceMs) model.skip(at - seenAt);
    seenAt = at;
    return at;
  }
  function follow(): void {
    model.onState(signals.state.peek(), signals.transport.peek() !== null, now());
  }
  function sample(): void {
    const { totalFrames, droppedFrames } = options.stats();
    model.onFrames({ total: totalFrames, dropped: droppedFrames });
  }
  function report(): void {
    const at = now();
    sample();
    const figures = failures < maxFailures ? model.take(at) : null;
    if (!figures) return;
    reportedAt = at;
    const body: QualityReport = {
      viewId,
      sequence: sequence++,
      page: 'session' in client ? 'app' : 'partner',
      ...figures,
      ...platform,
      elementVersion,
    };
    send(target, body).then(
      () => void (failures = 0),
      () => void (failures += 1),
    );
  }
  async function send(to: string, body: QualityReport): Promise<void> {
    if (to === 'server') return client.quality.report(cameraId, body);
    const receiver = receiverOf(to);
    if (receiver) await sendBeacon(receiver, { cameraId, ...body });
  }
  function beat(): void {
    stopBeat = clock.after(sampleIntervalMs, beat);
    sample();
    if (now() - reportedAt >= reportIntervalMs) report();
  }
  for (const { event, at } of options.events) model.onEvent(event, at);
  const stopState = signals.state.subscribe(follow);
  const stopTransport = signals.transport.subscribe(follow);
  let stopBeat: Unsubscribe = clock.after(sampleIntervalMs, beat);
  // Mobile browsers may end a hidden page without another event.
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden' && now() - reportedAt >= minHiddenReportMs) report();
    },
    { signal: life.signal },
  );
  addEventListener('pagehide', report, { signal: life.signal });
  return {
    onEvent({ event, at }) {
      now();
      model.onEvent(event, at);
    },
    setTarget(next) {
      if (next === target) return;
      report();
      target = next;
      failures = 0;
    },
    end() {
      if (life.signal.aborted) return;
      life.abort();
      stopBeat();
      report();
      stopState();
      stopTransport();
    },
  };
}

/** Posts JSON that outlives the page, without cookies and without asking the receiver first. */
async function sendBeacon(receiver: string, body: object): Promise<void> {
  const text = JSON.stringify(body);
  if (!('keepalive' in Request.prototype)) {
    if (!navigator.sendBeacon(receiver, text)) throw new Error('The browser has no room for another beacon.');
    return;
  }
  await fetch(receiver, { method: 'POST', mode: 'no-cors', credentials: 'omit', keepalive: true, body: text });
}

/** `randomUUID` exists on https pages only. */
function createViewId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
