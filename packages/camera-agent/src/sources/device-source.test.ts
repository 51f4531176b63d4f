import { expect, test } from 'vitest';
import { deviceInput, openDeviceSource } from './device-source.ts';
import { SourceError } from './frame-source.ts';

test('reads a device at its own pace, and encodes it with a key frame every two seconds', () => {
  const { input, video } = deviceInput('/dev/video0');
  expect(input).toEqual(['-f', 'v4l2', '-thread_queue_size', '64', '-i', '/dev/video0']);
  expect(video).toContain('expr:gte(t,n_forced*2)');
});

test.each(['', 'video0', '/dev/../etc/passwd', '/etc/passwd', '-y', '/dev/video0 -y'])('%s is not a device', (device) => {
  expect(() => deviceInput(device)).toThrow(SourceError);
});

test('explains a missing device', async () => {
  await expect(openDeviceSource('ffmpeg', '/dev/video-that-is-not-there')).rejects.toThrow(/can't be started|No such file/);
});
