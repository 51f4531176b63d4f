import { WatchpostError } from '../errors.ts';
import type { ClockPort } from '../ports.ts';
import type { Transport } from '../transport.ts';
import { eitherSignal } from './either-signal.ts';

/** Fails requests with `network` once their `timeoutMs` has passed. Separate from the transport, because an embedded player never needs it. */
export function withTimeouts(transport: Transport, clock: Pick<ClockPort, 'after'>): Transport {
  return {
    baseUrl: transport.baseUrl,
    async send(target, token, { timeoutMs, ...options }) {
      if (timeoutMs === undefined) return transport.send(target, token, options);
      const timeout = new AbortController();
      const cancel = clock.after(timeoutMs, () => timeout.abort());
      try {
        return await transport.send(target, token, {
          ...options,
          signal: options.signal ? eitherSignal(options.signal, timeout.signal) : timeout.signal,
        });
      } catch (error) {
        throw timeout.signal.aborted ? new WatchpostError('network', { cause: error }) : error;
      } finally {
        cancel();
      }
    },
  };
}
