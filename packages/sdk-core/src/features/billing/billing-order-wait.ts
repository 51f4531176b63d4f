import type { Order } from '@watchpost/contract/schemas/billing';
import { backOffDelay } from '@watchpost/contract/timing/back-off';
import { wait } from '@watchpost/contract/timing/clock';
import { WatchpostError } from '../../kernel/errors.ts';
import type { CallOptions, ClockPort } from '../../kernel/ports.ts';
import { eitherSignal } from '../../kernel/timing/either-signal.ts';
import type { WaitForOrderOptions } from './billing-types.ts';

export interface OrderWaitOptions extends WaitForOrderOptions {
  readonly api: { readonly orders: { get(id: string, options?: CallOptions): Promise<Order> } };
  readonly clock: ClockPort;
  /** 0 to 1. */
  readonly random: () => number;
  readonly id: string;
}

const defaultTimeoutMs = 600_000;
const pollLimits = { minMs: 1000, maxMs: 15_000, floorMs: 500 };

/** Asks for an order until nothing more happens to it. @throws {WatchpostError} `payment-in-progress` after the timeout */
export async function waitForOrder({ api, clock, random, id, signal, timeoutMs = defaultTimeoutMs }: OrderWaitOptions): Promise<Order> {
  const timeout = new AbortController();
  const cancel = clock.after(timeoutMs, () => timeout.abort());
  const either = signal ? eitherSignal(signal, timeout.signal) : timeout.signal;
  try {
    for (let attempt = 0; !either.aborted; attempt += 1) {
      const delayMs = backOffDelay(attempt, random(), pollLimits);
      const seen = await look(api, id, either);
      if (seen.order) return seen.order;
      await wait(clock, Math.max(delayMs, seen.retryAfterMs), either);
    }
  } finally {
    cancel();
  }
  throw new WatchpostError(signal?.aborted ? 'aborted' : 'payment-in-progress');
}

/** The order, if it has ended. A temporary failure is not an end: the payment service works on, whether it can be reached or not. */
async function look(
  api: OrderWaitOptions['api'],
  id: string,
  signal: AbortSignal,
): Promise<{ readonly order: Order | null; readonly retryAfterMs: number }> {
  try {
    const order = await api.orders.get(id, { signal });
    return { order: hasEnded(order) ? order : null, retryAfterMs: 0 };
  } catch (error) {
    if (!(error instanceof WatchpostError) || !(signal.aborted || mayPass(error))) throw error;
    return { order: null, retryAfterMs: (error.retryAfterSeconds ?? 0) * 1000 };
  }
}

function hasEnded({ state }: Order): boolean {
  return state === 'completed' || state === 'failed' || state === 'cancelled';
}

function mayPass({ code, status }: WatchpostError): boolean {
  return code === 'network' || code === 'too-many-requests' || (status !== null && status >= 500);
}
