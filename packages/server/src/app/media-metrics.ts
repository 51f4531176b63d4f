import { Counter, Gauge, type Registry } from 'prom-client';

export interface MeasuredMedia {
  readonly registry: Registry;
  readonly streams: { all(): readonly { readonly online: boolean }[] };
  readonly live: { viewers(): number };
  readonly archive: { recordedBytes(): number };
}

/** Exposes media metrics to operators: cameras by state, viewers, bytes written. */
export function measureMedia({ registry, streams, live, archive }: MeasuredMedia): void {
  const registers = [registry];
  new Gauge({
    name: 'watchpost_cameras',
    help: 'Cameras by whether their video arrives',
    labelNames: ['state'],
    registers,
    collect() {
      const all = streams.all();
      const online = all.filter((stream) => stream.online).length;
      this.set({ state: 'online' }, online);
      this.set({ state: 'offline' }, all.length - online);
    },
  });
  new Gauge({
    name: 'watchpost_live_viewers',
    help: 'Cameras that are being watched over WebSockets, each as often as it is',
    registers,
    collect() {
      this.set(live.viewers());
    },
  });
  let counted = 0;
  new Counter({
    name: 'watchpost_recorded_bytes_total',
    help: 'Bytes of finished segments',
    registers,
    collect() {
      const now = archive.recordedBytes();
      this.inc(now - counted);
      counted = now;
    },
  });
}
