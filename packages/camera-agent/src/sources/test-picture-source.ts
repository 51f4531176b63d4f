import { pictureFilters, soundOptions, unadjusted, type Adjustment } from './adjustment.ts';
import { openFfmpegSource } from './ffmpeg-source.ts';
import type { FrameSource } from './frame-source.ts';

const framesPerSecond = 25;
/** Encodes like a camera: a key frame every two seconds, and no frame that refers to a later one. */
const encoder = [
  '-c:v',
  'libx264',
  '-profile:v',
  'main',
  '-preset',
  'veryfast',
  '-tune',
  'zerolatency',
  '-g',
  String(framesPerSecond * 2),
  '-b:v',
  '1500k',
  '-pix_fmt',
  'yuv420p',
];

/**
 * Opens a test picture with a running clock, drawn and encoded by FFmpeg on demand.
 * @param ffmpeg the program's path
 * @throws {SourceError} when FFmpeg is missing or can't encode H.264
 */
export function openTestPictureSource(ffmpeg: string, adjustment: Adjustment = unadjusted): Promise<FrameSource> {
  return openFfmpegSource(ffmpeg, {
    input: ['-re', '-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=${framesPerSecond}`],
    // The clock is drawn last, as in cameras: it stays readable in any rotation.
    video: [
      '-vf',
      [
        ...pictureFilters(adjustment),
        'drawtext=text=%{localtime}:fontsize=64:fontcolor=white:box=1:boxcolor=black@0.6:boxborderw=16:x=(w-tw)/2:y=h-th-48',
      ].join(','),
      ...encoder,
    ],
    sound: soundOptions(adjustment),
    timeZone: adjustment.timeZone,
  });
}
