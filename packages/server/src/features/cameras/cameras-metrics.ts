import type { Camera } from '@watchpost/contract/schemas/cameras';
import { Counter, Gauge, Registry } from 'prom-client';
import type { CameraStream } from '../../media/stream/stream-types.ts';

/** What the metrics need of a camera's stream. */
export type ReceivedStream = Pick<CameraStream, 'received' | 'tracks' | 'keyFrameInterval'>;

export const metricsContentType: string = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * Formats the state of cameras for Prometheus. Titles are only in `watchpost_camera_info`: a renamed camera keeps its other series.
 * @param findStream returns the camera's main stream; null before its first connection
 */
export async function formatCameraMetrics(
  cameras: readonly Camera[],
  findStream: (cameraId: string) => ReceivedStream | null,
): Promise<string> {
  const registry = new Registry();
  const options = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) => ({
    name: `watchpost_camera_${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  const gauge = (name: string, help: string): Gauge<'camera'> => new Gauge(options(name, help, ['camera']));
  const counter = (name: string, help: string): Counter<'camera'> => new Counter(options(name, help, ['camera']));
  const info = new Gauge(
    options('info', 'Title of the camera, and codec and size of its picture', ['camera', 'title', 'codec', 'width', 'height']),
  );
  const up = gauge('up', 'Whether the video of the camera arrives');
  const since = gauge('state_timestamp_seconds', 'When the camera entered its state, Unix time');
  const frames = counter('received_frames_total', 'Pictures received from the camera since the server started');
  const bytes = counter('received_bytes_total', 'Bytes of picture and sound received from the camera since the server started');
  const keyFrames = gauge('key_frame_interval_seconds', 'Distance of the last two key frames');
  const battery = gauge('battery_ratio', 'Charge of the battery, 0 to 1');

  for (const { id: camera, title, state, stateSince, battery: charge } of cameras) {
    const { received, tracks, keyFrameInterval } = findStream(camera) ?? {
      received: { frames: 0, bytes: 0 },
      tracks: null,
      keyFrameInterval: null,
    };
    const { codec = '', width = '', height = '' } = tracks?.video ?? {};
    info.set({ camera, title, codec, width, height }, 1);
    up.set({ camera }, state === 'online' ? 1 : 0);
    since.set({ camera }, stateSince / 1000);
    frames.inc({ camera }, received.frames);
    bytes.inc({ camera }, received.bytes);
    if (keyFrameInterval !== null) keyFrames.set({ camera }, keyFrameInterval / 1000);
    if (charge) battery.set({ camera }, charge.level);
  }
  return registry.metrics();
}
