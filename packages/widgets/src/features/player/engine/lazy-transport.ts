import type { Transport, TransportListener } from './transport.ts';

export interface LazyTransportOptions {
  readonly mode: Transport['mode'];
  readonly name: Transport['name'];
  /** Where it begins, Unix milliseconds; null for live. */
  readonly time: number | null;
  readonly listener: TransportListener;
  /** Fetches the code and makes the transport for a beginning. */
  readonly load: (time: number) => Promise<Transport>;
}

/** A transport whose code is fetched when it is first wanted, so that a page that only shows live video does not pay for it. */
export function createLazyTransport({ mode, name, time, listener, load }: LazyTransportOptions): Transport {
  let inner: Transport | null = null;
  let stopped = false;
  let begin = time;
  return {
    mode,
    name,
    start() {
      load(begin ?? 0).then(
        (loaded) => {
          if (stopped) return;
          inner = loaded;
          loaded.start();
          if (begin !== time && begin !== null) loaded.seek?.(begin);
        },
        () => !stopped && listener.onFail('network', false),
      );
    },
    stop() {
      stopped = true;
      inner?.stop();
    },
    position: () => (inner ? inner.position() : begin),
    seek(moment) {
      if (inner) inner.seek?.(moment);
      else begin = moment;
    },
  };
}
