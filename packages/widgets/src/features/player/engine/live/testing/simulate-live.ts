import { createLiveEdge } from '../live-edge.ts';

/** The server says each picture to last three distances, seconds beyond its own. */
const saidLonger = 0.08;

export interface LiveRun {
  /** Times without motion of 100 ms and more that a viewer saw; ms since the beginning. */
  readonly freezes: readonly { readonly at: number; readonly length: number }[];
  /** When it jumped back, so that something was seen again; ms since the beginning. */
  readonly backward: readonly number[];
  /** Age of the picture, ms. */
  latencyAt(at: number): number;
  /** Media ready before the picture, ms. */
  leadAt(at: number): number;
}

/**
 * Plays a camera's fragments as a browser does, with our live edge at the wheel and no clock but its own.
 * @param options `delay`: ms on the way of what was sent at a moment; order is kept, as on a socket. `skew`: how much faster the camera's clock runs. `step`: ms. `room`: ms behind what has arrived that are asked for
 */
export function simulateLive({ seconds, delay, skew = 0, step = 20, room = 0 }: { seconds: number; delay: (at: number) => number; skew?: number; step?: number; room?: number }): LiveRun {
  const edge = createLiveEdge(() => room / 1000);
  const frame = 40;
  const origin = 1_700_000_000_000;
  const freezes: { at: number; length: number }[] = [];
  const latency = new Map<number, number>();
  const leads = new Map<number, number>();
  const backward: number[] = [];
  /** Seconds of media: what has arrived, what is shown. */
  let end = 0.4;
  let shown = 0.25;
  let rate = 1;
  let sent = 400;
  let freeBefore = 0;
  let dryFor = 0;
  const onTheWay: { readonly arrives: number; readonly end: number }[] = [];
  for (let now = 0; now < seconds * 1000; now += step) {
    // The camera's own milliseconds; a frame is sent when it is over.
    for (const camera = now * (1 + skew) + 400; sent + frame <= camera; sent += frame) {
      freeBefore = Math.max(freeBefore, now + delay(now));
      onTheWay.push({ arrives: freeBefore, end: (sent + frame) / 1000 });
    }
    while (onTheWay[0] && onTheWay[0].arrives <= now) {
      const next = onTheWay.shift();
      if (!next) break;
      end = next.end;
      edge.arrived(origin + end * 1000, now);
    }
    edge.setFrameInterval(frame / 1000);
    const before = shown;
    // The video's clock goes on for as long as the newest picture is said to last, which it stands still for.
    shown = Math.min(end + saidLonger, shown + (step / 1000) * rate);
    if (shown >= end - 1e-9 && before >= end - 1e-9) {
      if (dryFor === 0) edge.onStall(now);
      dryFor += step;
    } else {
      if (dryFor >= 100) freezes.push({ at: now - dryFor, length: dryFor });
      dryFor = 0;
    }
    if (now % 100 === 0) {
      const decision = edge.decide(shown, [{ start: 0, end: end + saidLonger }], now, { newest: end });
      rate = decision.playbackRate;
      if (decision.jumpTo !== null) {
        if (decision.jumpTo < shown) backward.push(now);
        shown = decision.jumpTo;
      }
      latency.set(now, now * (1 + skew) + 400 - shown * 1000);
      leads.set(now, (end - shown) * 1000);
    }
  }
  return { freezes, backward, latencyAt: (at) => latency.get(at) ?? Number.NaN, leadAt: (at) => leads.get(at) ?? Number.NaN };
}
