import { randomUUID } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';
import type { FrameSource } from '../sources/frame-source.ts';
import type { Timeline } from '../sources/pace.ts';
import type { Speaker } from '../speaker/speech.ts';
import { connectOnce } from './agent-connection.ts';
import { backOff } from './back-off.ts';
import { createMainFeed, type MainFeed } from './main-feed.ts';
import { createUplinkChoice } from './uplink-choice.ts';

export interface AgentLinkOptions {
  readonly serverUrl: string;
  readonly agentToken: string;
  readonly main: FrameSource;
  /** A smaller stream of the same picture, sent while the server wants it, and in place of the main one while the uplink is too slow. */
  readonly low?: FrameSource;
  /** Called once: who gets it may exchange the sources while they are sent, and tap the picture. */
  readonly onFeed?: (feed: Pick<MainFeed, 'exchange' | 'tap' | 'newestKey'>) => void;
  /** Plays what people say through the camera; without it nobody can. */
  readonly speaker?: Speaker;
  readonly clock: Clock;
  readonly random?: () => number;
  readonly onState?: (state: LinkState, detail: string) => void;
}

export type LinkState = 'connected' | 'disconnected';

/** Why a link ended for good. */
export type LinkEnd = 'stopped' | 'refused';

/** A connection that lasted so long was one: the next failure is the first again, ms. */
const steady = 10_000;
/** Tries are short while the outage is short: a network that comes back answers soon, ms. */
const shortOutage = 60_000;
const handshakeTimes = { short: 4000, long: 10_000 };

/**
 * Keeps one outbound connection to the server and pushes the video out over it, until the signal aborts
 * or the server says that it does not know this agent (its camera was removed). Video runs on while there is no
 * connection; what a cut of up to 30 s held back is sent when it is over.
 */
export async function runAgentLink(options: AgentLinkOptions, signal: AbortSignal): Promise<LinkEnd> {
  const { clock, random = Math.random, onState } = options;
  const timeline: Timeline = { origin: null };
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  let state: LinkState = 'disconnected';
  const onProblem = (problem: string): void => onState?.(state, problem);
  const feed = createMainFeed({ main: options.main, low: options.low, timeline, clock, random, onProblem }, ended);
  options.onFeed?.(feed);
  const { serverUrl, agentToken, speaker } = options;
  const shared = { serverUrl, agentToken, speaker, clock, feed, timeline, timelineName: randomUUID(), uplink: createUplinkChoice(), random, onProblem };

  let failures = 0;
  let downSince = clock.monotonic();
  while (!signal.aborted) {
    let openedAt: number | null = null;
    const onOpen = (detail: string): void => {
      openedAt = clock.monotonic();
      state = 'connected';
      onState?.(state, detail);
    };
    const handshakeTimeout = clock.monotonic() - downSince < shortOutage ? handshakeTimes.short : handshakeTimes.long;
    const end = await connectOnce({ ...shared, handshakeTimeout, onOpen }, signal);
    state = 'disconnected';
    onState?.(state, end.detail);
    if (end.isRefused) {
      over.abort();
      return 'refused';
    }
    const now = clock.monotonic();
    const wasSteady = openedAt !== null && now - openedAt >= steady;
    if (openedAt !== null) downSince = now;
    failures = wasSteady ? 1 : failures + 1;
    await clock.wait(backOff(failures, random(), now - downSince), signal);
  }
  return 'stopped';
}
