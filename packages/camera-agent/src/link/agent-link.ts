import { randomUUID } from 'node:crypto';
import { wait, type Clock } from '@watchpost/contract/timing/clock';
import type { FrameSource } from '../sources/frame-source.ts';
import type { Timeline } from '../sources/pace.ts';
import type { Speaker } from '../speaker/speech.ts';
import { connectOnce } from './agent-connection.ts';
import { retryDelay } from './retry-delay.ts';
import { createMainFeed, type MainFeed } from './main-feed.ts';
import { createUplinkChoice } from './uplink-choice.ts';

/** What an agent needs to connect to its server. */
export interface AgentLinkOptions {
  readonly serverUrl: string;
  readonly agentToken: string;
  /** From the registration: lets the agent verify that the camera was removed. */
  readonly removalHash?: string | undefined;
  readonly main: FrameSource;
  /** The substream, sent while the server requests it, and in place of the main stream while the uplink is too slow. */
  readonly low?: FrameSource;
  /** Called once with the feed, to replace the sources during the stream or to tap the picture. */
  readonly onFeed?: (feed: Pick<MainFeed, 'exchange' | 'tap' | 'newestKey'>) => void;
  /** Plays viewers' speech through the camera; without it, talking is not offered. */
  readonly speaker?: Speaker;
  readonly clock: Clock;
  readonly random?: () => number;
  readonly onState?: (state: LinkState, detail: string) => void;
}

/** Whether an agent is connected to its server. */
export type LinkState = 'connected' | 'disconnected';

/** Why a link ended for good. */
export type LinkEnd = 'stopped' | 'removed';

/** A connection that lasted this long was stable: the next failure counts as the first, ms. */
const stableAfterMs = 10_000;
/** Handshakes time out early during short outages: a restored network answers soon, ms. */
const shortOutageMs = 60_000;
const handshakeTimeoutsMs = { short: 4000, long: 10_000 };

/**
 * Keeps one outbound connection to the server and pushes video over it until the signal aborts
 * or the server proves that the camera was removed; a refusal without proof is retried. Frames are captured during
 * an outage, and up to 30 s of them are sent afterwards.
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
  const { serverUrl, agentToken, removalHash, speaker } = options;
  const shared = {
    serverUrl,
    agentToken,
    removalHash,
    speaker,
    clock,
    feed,
    timeline,
    timelineName: randomUUID(),
    uplink: createUplinkChoice(),
    random,
    onProblem,
  };

  let failures = 0;
  let downSince = clock.monotonic();
  while (!signal.aborted) {
    let openedAt: number | null = null;
    const onOpen = (detail: string): void => {
      openedAt = clock.monotonic();
      state = 'connected';
      onState?.(state, detail);
    };
    const handshakeTimeout = clock.monotonic() - downSince < shortOutageMs ? handshakeTimeoutsMs.short : handshakeTimeoutsMs.long;
    const end = await connectOnce({ ...shared, handshakeTimeout, onOpen }, signal);
    state = 'disconnected';
    onState?.(state, end.detail);
    if (end.isRemoved) {
      over.abort();
      return 'removed';
    }
    const now = clock.monotonic();
    const wasStable = openedAt !== null && now - openedAt >= stableAfterMs;
    if (openedAt !== null) downSince = now;
    failures = wasStable ? 1 : failures + 1;
    await wait(clock, retryDelay(failures, random(), now - downSince), signal);
  }
  return 'stopped';
}
