import type { Camera } from '@watchpost/contract/schemas/cameras';
import { expect, test } from 'vitest';
import { formatCameraMetrics, type ReceivedStream } from './cameras-metrics.ts';

const camera = (id: string, fields: Partial<Camera> = {}): Camera => ({
  id,
  title: 'Door',
  previewUrl: null,
  previewAt: null,
  platform: 'ThirdParty',
  isFullAccess: true,
  isOwner: true,
  withAudio: true,
  withArchive: true,
  canTalk: false,
  grant: null,
  sharedBy: null,
  watermark: null,
  state: 'online',
  stateSince: 1_768_478_400_500,
  stateReason: null,
  timeZone: 'Europe/Berlin',
  archiveDays: 7,
  createdAt: 0,
  ...fields,
});
const stream: ReceivedStream = {
  received: { frames: 1500, bytes: 2_000_000 },
  keyFrameInterval: 2000,
  tracks: { video: { kind: 'video', codec: 'avc1.4d401f', width: 1280, height: 720, configuration: new Uint8Array() }, audio: null },
};

test('each camera has its state, its picture and what arrived of it', async () => {
  const cameras = [
    camera('cam_a', { title: 'Gate "B"\n\\', battery: { level: 0.5, isCharging: false } }),
    camera('cam_b', { state: 'offline', stateReason: 'camera-unreachable' }),
  ];
  const text = await formatCameraMetrics(cameras, (id) => (id === 'cam_a' ? stream : null));
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
    String.raw`watchpost_camera_info{camera="cam_a",title="Gate \"B\"\n\\",codec="avc1.4d401f",width="1280",height="720"} 1`,
    'watchpost_camera_info{camera="cam_b",title="Door",codec="",width="",height=""} 1',
    'watchpost_camera_up{camera="cam_a"} 1',
    'watchpost_camera_up{camera="cam_b"} 0',
    'watchpost_camera_state_timestamp_seconds{camera="cam_a"} 1768478400.5',
    'watchpost_camera_state_timestamp_seconds{camera="cam_b"} 1768478400.5',
    'watchpost_camera_received_frames_total{camera="cam_a"} 1500',
    'watchpost_camera_received_frames_total{camera="cam_b"} 0',
    'watchpost_camera_received_bytes_total{camera="cam_a"} 2000000',
    'watchpost_camera_received_bytes_total{camera="cam_b"} 0',
    'watchpost_camera_key_frame_interval_seconds{camera="cam_a"} 2',
    'watchpost_camera_battery_ratio{camera="cam_a"} 0.5',
  ]);
});

test('without cameras there are no series', async () => {
  const text = await formatCameraMetrics([], () => null);
  expect(text).not.toMatch(/^watchpost/m);
});
