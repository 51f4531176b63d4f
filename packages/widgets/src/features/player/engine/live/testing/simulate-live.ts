import { createLiveEdge } from '../live-edge.ts';

/** The server declares each frame three intervals long: two more than it lasts. In seconds. */
const overstatedSeconds = 0.08;

export interface LiveRun {
  /** Pauses of 100 ms and more that a viewer would see; ms since the start. */
  readonly freezes: readonly { readonly at: number; readonly length: number }[];
  /** When playback jumped back, so that something was shown twice; ms since the start. */
  readonly backward: readonly number[];
  /** How often the playback rate changed. */
  readonly rateChanges: number;
  /** Age of the picture, ms. */
  latencyAt(at: number): number;
  /** Media buffered ahead of the picture, ms. */
  leadAt(at: number): number;
}

/**
 * Plays a camera's fragments as a browser does, controlled by the live edge, with a simulated clock.
 * @param options `delay`: network delay in ms for data sent at a moment; order is kept, as on a socket. `skew`: how much faster the camera's clock runs. `step`: ms. `room`: requested minimum distance from the newest data, ms
 */
export function simulateLive({
  seconds,
  delay,
  skew = 0,
  step = 20,
  room = 0,
}: {
  seconds: number;
  delay: (at: number) => number;
  skew?: number;
  step?: number;
  room?: number;
}): LiveRun {
  const edge = createLiveEdge(() => room / 1000);
  const frame = 40;
  const origin = 1_700_000_000_000;
  const freezes: { at: number; length: number }[] = [];
  const latency = new Map<number, number>();
  const leads = new Map<number, number>();
  const backward: number[] = [];
  /** Seconds of media: the newest data, and the position. */
  let end = 0.4;
  let shown = 0.25;
  let rate = 1;
  let rateChanges = 0;
  let sent = 400;
  let freeBefore = 0;
  let stalledFor = 0;
  const inTransit: { readonly arrives: number; readonly end: number }[] = [];
  for (let now = 0; now < seconds * 1000; now += step) {
    // In the camera's own milliseconds; a frame is sent when it is complete.
    for (const camera = now * (1 + skew) + 400; sent + frame <= camera; sent += frame) {
      freeBefore = Math.max(freeBefore, now + delay(now));
      inTransit.push({ arrives: freeBefore, end: (sent + frame) / 1000 });
    }
    while (inTransit[0] && inTransit[0].arrives <= now) {
      const next = inTransit.shift();
      if (!next) break;
      end = next.end;
      edge.arrived(origin + end * 1000, now);
    }
    edge.setFrameInterval(frame / 1000);
    const before = shown;
    // The video's clock runs on for the declared duration of the newest frame, while the picture stands still.
    shown = Math.min(end + overstatedSeconds, shown + (step / 1000) * rate);
    if (shown >= end - 1e-9 && before >= end - 1e-9) {
      if (stalledFor === 0) edge.onStall(now);
      stalledFor += step;
    } else {
      if (stalledFor >= 100) freezes.push({ at: now - stalledFor, length: stalledFor });
      stalledFor = 0;
    }
    if (now % 100 === 0) {
      const decision = edge.decide(shown, [{ start: 0, end: end + overstatedSeconds }], now, { newest: end });
      if (decision.playbackRate !== rate) rateChanges += 1;
      rate = decision.playbackRate;
      if (decision.jumpTo !== null) {
        if (decision.jumpTo < shown) backward.push(now);
        shown = decision.jumpTo;
      }
      latency.set(now, now * (1 + skew) + 400 - shown * 1000);
      leads.set(now, (end - shown) * 1000);
    }
  }
  return { freezes, backward, rateChanges, latencyAt: (at) => latency.get(at) ?? Number.NaN, leadAt: (at) => leads.get(at) ?? Number.NaN };
}
