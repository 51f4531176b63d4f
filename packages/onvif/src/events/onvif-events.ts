import { backOffDelay, type BackOffLimits } from '@watchpost/contract/timing/back-off';
import { wait, type Clock } from '@watchpost/contract/timing/clock';
import { openSession, type OnvifAccess } from '../control/onvif-session.ts';
import { OnvifError, type OnvifErrorCode } from '../kernel/onvif-error.ts';
import type { OnvifLog, OnvifNetwork } from '../kernel/onvif-ports.ts';
import { createOnvifEventStates, type OnvifEventChange } from './onvif-event-states.ts';
import { subscribeToEvents, type OnvifSubscription } from './onvif-subscription.ts';

/** A camera whose events are followed. */
export interface OnvifEvents {
  /** Ends what continues, and frees the subscription at the camera; waits for it at most 2 s. */
  close(): Promise<void>;
}

/** What following a camera's events needs, and whom it notifies. */
export interface FollowEventsOptions {
  readonly clock: Clock;
  readonly log: OnvifLog;
  /** 0 to 1; spreads the retries of many cameras. */
  readonly random: () => number;
  /** Called when the camera begins to notice something, and when that ends. */
  onChange(change: OnvifEventChange): void;
  /** Called when the camera reports events, and when it stops: with the reason. */
  onState?(state: { readonly isFollowed: true } | { readonly isFollowed: false; readonly code: OnvifErrorCode }): void;
}

/** The same, with the camera and its network. */
export interface OnvifEventsOptions extends FollowEventsOptions {
  readonly access: OnvifAccess;
  readonly network: OnvifNetwork;
}

/** A subscription, and what belongs to it. */
interface OpenedSubscription extends OnvifSubscription {
  /** Cancels its requests. */
  close(): void;
}

/** How long a camera waits for events until it answers without any; small cameras refuse more of either. */
const pulls = [
  { waitMs: 20_000, limit: 50 },
  { waitMs: 5000, limit: 10 },
] as const;
/** A camera that answers at once, or ends the connection instead of an empty answer, is not asked more often, ms. */
const idlePauseMs = 1000;
const busyPauseMs = 200;
/** A request that fails later than this has waited for events that did not come, ms. */
const quietFailureMs = 2000;
const maxQuickFailures = 3;
/** A state that is reported sooner after a subscription is not new; some cameras call everything a state, ms. */
const initialMs = 5000;
/** Without a renewal, the next subscription replaces one that has this rest, ms. */
const replaceMs = 5000;

const shortWaits: BackOffLimits = { minMs: 2000, maxMs: 120_000, floorMs: 500 };
const waits: Partial<Record<OnvifErrorCode, BackOffLimits>> = {
  // Cameras lock an account after a few wrong passwords.
  'camera-wrong-password': { minMs: 60_000, maxMs: 15 * 60_000, floorMs: 30_000 },
  // It has too many subscriptions, which end by themselves.
  'camera-failed': { minMs: 15_000, maxMs: 15 * 60_000, floorMs: 5000 },
  // A new firmware may bring them.
  'camera-unsupported': { minMs: 3_600_000, maxMs: 12 * 3_600_000, floorMs: 1_800_000 },
};

/**
 * Follows what a camera notices by itself, until it is closed: subscribes, waits at the camera for events, and keeps the subscription.
 * @example
 * const events = followOnvifEvents({ access, clock, network, log, random: Math.random, onChange: ({ kind, isActive, at }) => … });
 * await events.close();
 */
export function followOnvifEvents({ access, network, ...options }: OnvifEventsOptions): OnvifEvents {
  const { clock } = options;
  return followSubscriptions({
    ...options,
    subscribe: async (signal) => {
      const abort = new AbortController();
      const stop = (): void => abort.abort();
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      try {
        const session = await openSession({ access, clock, network, signal: abort.signal });
        return { ...(await subscribeToEvents(session, clock)), close: stop };
      } catch (error) {
        stop();
        throw error;
      } finally {
        // From now on, only `close` ends it: it is still unsubscribed.
        signal.removeEventListener('abort', stop);
      }
    },
  });
}

/** `followOnvifEvents` over any source of subscriptions. */
export function followSubscriptions({
  clock,
  log,
  random,
  onChange,
  onState,
  subscribe,
}: FollowEventsOptions & { readonly subscribe: (signal: AbortSignal) => Promise<OpenedSubscription> }): OnvifEvents {
  const stopping = new AbortController();
  const { signal } = stopping;
  const states = createOnvifEventStates({ clock, onChange });
  let canRenew = true;
  let pull: (typeof pulls)[number] = pulls[0];

  /** Keeps the lease; false if the subscription must be replaced. */
  const keep = async (subscription: OnvifSubscription): Promise<boolean> => {
    if (subscription.remainingMs() > subscription.leaseMs / 2) return true;
    if (canRenew) {
      try {
        await subscription.renew();
        return true;
      } catch (error) {
        if (!isAnswer(error)) throw error;
        // It has no renewal, or none that can be read.
        canRenew = false;
      }
    }
    return subscription.remainingMs() > replaceMs + 1000;
  };

  const pullOnce = async (subscription: OnvifSubscription, subscribedAt: number): Promise<number> => {
    // Without a renewal, the camera must not wait beyond the end.
    const restMs = Math.max(1000, subscription.remainingMs() - replaceMs);
    const events = await subscription.pull({ ...pull, waitMs: Math.min(pull.waitMs, restMs) }, signal).catch((error: unknown) => {
      if (pull === pulls[1] || !(error instanceof OnvifError) || error.code !== 'camera-failed') throw error;
      pull = pulls[1];
      return subscription.pull({ ...pull, waitMs: Math.min(pull.waitMs, restMs) }, signal);
    });
    const isInitial = clock.monotonic() - subscribedAt < initialMs;
    if (!signal.aborted) for (const event of events) states.note(event, isInitial);
    return events.length;
  };

  /** Follows one subscription until it must be replaced. @throws {OnvifError} why it ended */
  const follow = async (onAnswer: () => void): Promise<void> => {
    const subscription = await subscribe(signal);
    let isLocked = false;
    try {
      let quickFailures = 0;
      const subscribedAt = clock.monotonic();
      while (!signal.aborted && (await keep(subscription))) {
        const startedAt = clock.monotonic();
        let pauseMs = idlePauseMs;
        try {
          if ((await pullOnce(subscription, subscribedAt)) > 0) pauseMs = busyPauseMs;
          quickFailures = 0;
          onAnswer();
        } catch (error) {
          if (signal.aborted) return;
          const isQuiet = isUnanswered(error) && clock.monotonic() - startedAt >= quietFailureMs;
          if (!isQuiet) quickFailures += 1;
          if (!isUnanswered(error) || quickFailures >= maxQuickFailures) throw error;
        }
        const restMs = pauseMs - (clock.monotonic() - startedAt);
        if (restMs > 0) await wait(clock, restMs, signal);
      }
    } catch (error) {
      isLocked = isWrongPassword(error);
      throw error;
    } finally {
      // A refused password is not sent again.
      if (!isLocked) await subscription.unsubscribe();
      subscription.close();
    }
  };

  const run = async (): Promise<void> => {
    let attempt = 0;
    let isFollowed = false;
    const onAnswer = (): void => {
      attempt = 0;
      if (!isFollowed) onState?.({ isFollowed: true });
      isFollowed = true;
    };
    while (!signal.aborted) {
      try {
        await follow(onAnswer);
      } catch (error) {
        if (signal.aborted) break;
        const code = error instanceof OnvifError ? error.code : 'camera-failed';
        log.debug({ err: error }, 'The camera’s events can’t be followed; retrying');
        // A camera that was restarted has lost the subscription, and accepts another.
        const limits = (isFollowed && code === 'camera-failed' ? null : waits[code]) ?? shortWaits;
        if (isFollowed || attempt === 0) onState?.({ isFollowed: false, code });
        isFollowed = false;
        states.close();
        await wait(clock, backOffDelay(attempt, random(), limits), signal);
        attempt += 1;
      }
    }
  };
  const running = run();

  return {
    close: async () => {
      stopping.abort();
      states.close();
      await running;
    },
  };
}

/** The camera understood the request, and refused it or answered unreadably. */
function isAnswer(error: unknown): boolean {
  return error instanceof OnvifError && (error.code === 'camera-failed' || error.code === 'camera-not-onvif');
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof OnvifError && error.code === 'camera-wrong-password';
}

/** No answer: Tapo cameras end the connection when there are no events, others keep it until we end it. */
function isUnanswered(error: unknown): boolean {
  return error instanceof OnvifError && (error.code === 'camera-not-onvif' || error.code === 'camera-timeout');
}
