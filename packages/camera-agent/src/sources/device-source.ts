import { pictureFilters, soundOptions, unadjusted, type Adjustment } from './adjustment.ts';
import { openFfmpegSource, type FfmpegInput } from './ffmpeg-source.ts';
import { SourceError, type FrameSource } from './frame-source.ts';

/**
 * Opens an attached camera: USB, or anything else that Linux exposes as a video device (V4L2).
 * @param ffmpeg the program's path
 * @param device `/dev/video0`
 * @throws {SourceError} when the device does not exist, or FFmpeg can't read it
 */
export async function openDeviceSource(ffmpeg: string, device: string, adjustment: Adjustment = unadjusted): Promise<FrameSource> {
  return openFfmpegSource(ffmpeg, deviceInput(device, adjustment));
}

/** FFmpeg's options for a device: its own pace, encoded as a camera would. */
export function deviceInput(device: string, adjustment: Adjustment = unadjusted): FfmpegInput {
  if (!/^\/dev\/[\w/-]+$/.test(device)) throw new SourceError('A plugged-in camera is a device like /dev/video0.');
  const filters = pictureFilters(adjustment);
  return {
    input: ['-f', 'v4l2', '-thread_queue_size', '64', '-i', device],
    sound: soundOptions(adjustment),
    video: [
      ...(filters.length === 0 ? [] : ['-vf', filters.join(',')]),
      '-c:v',
      'libx264',
      '-profile:v',
      'main',
      '-preset',
      'veryfast',
      '-tune',
      'zerolatency',
      '-force_key_frames',
      'expr:gte(t,n_forced*2)',
      '-b:v',
      '1500k',
      '-pix_fmt',
      'yuv420p',
    ],
  };
}
