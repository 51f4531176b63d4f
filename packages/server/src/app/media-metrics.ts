import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Tracer } from '../kernel/telemetry/spans.ts';
import type { CameraStatus } from '../media/media-types.ts';

export interface MeasuredMedia {
  readonly registry: Registry;
  readonly streams: { all(): readonly { readonly online: boolean }[] };
  readonly live: { viewers(): number };
  /** Returns how many streams other nodes receive from this one; null where one machine runs alone. */
  readonly relayedStreams: () => number | null;
  readonly archive: {
    recordedBytes(): number;
    bucketState(): { readonly objects: number; readonly bytes: number; readonly failingSince: number | null } | null;
  };
}

/** Exposes media metrics to operators: cameras by state, viewers, bytes written. */
export function measureMedia({ registry, streams, live, relayedStreams, archive }: MeasuredMedia): void {
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
  if (relayedStreams() !== null) {
    new Gauge({
      name: 'watchpost_relayed_streams',
      help: 'Streams that this node sends to other nodes, each once, for all of their viewers',
      registers,
      collect() {
        this.set(relayedStreams() ?? 0);
      },
    });
  }
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
  if (archive.bucketState() === null) return;
  const sent = { objects: 0, bytes: 0 };
  new Counter({
    name: 'watchpost_bucket_objects_total',
    help: 'Objects of recordings that were sent to the bucket',
    registers,
    collect() {
      const now = archive.bucketState()?.objects ?? 0;
      this.inc(now - sent.objects);
      sent.objects = now;
    },
  });
  new Counter({
    name: 'watchpost_bucket_bytes_total',
    help: 'Bytes of recordings that were sent to the bucket',
    registers,
    collect() {
      const now = archive.bucketState()?.bytes ?? 0;
      this.inc(now - sent.bytes);
      sent.bytes = now;
    },
  });
  new Gauge({
    name: 'watchpost_bucket_failing',
    help: '1 while recordings cannot be sent to the bucket and wait on the disk',
    registers,
    collect() {
      this.set(archive.bucketState()?.failingSince === null ? 0 : 1);
    },
  });
}

interface TracedConnects {
  readonly tracer: Pick<Tracer, 'note'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly onStatus: (listener: (cameraId: string, status: CameraStatus) => void) => void;
}

/** Traces how long each camera takes until its video arrives, and each time that it does not. */
export function traceConnects({ tracer, clock, onStatus }: TracedConnects): void {
  const begun = new Map<string, number>();
  onStatus((cameraId, { state, reason }) => {
    const now = clock.monotonic();
    const since = begun.get(cameraId);
    if (state === 'connecting') {
      if (since === undefined) begun.set(cameraId, now);
      return;
    }
    begun.delete(cameraId);
    if (since === undefined) return;
    tracer.note('camera connects', now - since, {
      kind: 'client',
      isError: state === 'offline',
      attributes: { 'watchpost.camera_id': cameraId, ...(reason !== null && { 'error.type': reason }) },
    });
  });
}
