import { WatchpostError } from './errors.ts';
import type { ClockPort } from './ports.ts';
import type { Transport } from './transport.ts';

/** Gives up a request when its `timeout` is over: `network`, as when nobody answers. Apart from the transport, because an embedded player never needs it. */
export function withTimeouts(transport: Transport, clock: Pick<ClockPort, 'after'>): Transport {
  return {
    baseUrl: transport.baseUrl,
    async send(target, token, { timeout, ...options }) {
      if (timeout === undefined) return transport.send(target, token, options);
      const late = new AbortController();
      const cancel = clock.after(timeout, () => late.abort());
      try {
        return await transport.send(target, token, { ...options, signal: options.signal ? AbortSignal.any([options.signal, late.signal]) : late.signal });
      } catch (error) {
        throw late.signal.aborted ? new WatchpostError('network', { cause: error }) : error;
      } finally {
        cancel();
      }
    },
  };
}
