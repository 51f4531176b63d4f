import { pictureFilters, soundOptions, unadjusted, type Adjustment } from './adjustment.ts';
import { openFfmpegSource } from './ffmpeg-source.ts';
import type { FrameSource } from './frame-source.ts';

const framesPerSecond = 25;
/** What a camera's own encoder does: a key frame every two seconds, no picture that waits for a later one. */
const encoder = ['-c:v', 'libx264', '-profile:v', 'main', '-preset', 'veryfast', '-tune', 'zerolatency', '-g', String(framesPerSecond * 2), '-b:v', '1500k', '-pix_fmt', 'yuv420p'];

/**
 * A test picture with a running clock, drawn and encoded by FFmpeg as it is watched.
 * @param ffmpeg the program's path
 * @throws {SourceError} when FFmpeg is not there or can't encode H.264
 */
export function openTestPictureSource(ffmpeg: string, adjustment: Adjustment = unadjusted): Promise<FrameSource> {
  return openFfmpegSource(ffmpeg, {
    input: ['-re', '-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=${framesPerSecond}`],
    // The clock is written last, as cameras do it: it can be read however the picture is turned.
    video: ['-vf', [...pictureFilters(adjustment), 'drawtext=text=%{localtime}:fontsize=64:fontcolor=white:box=1:boxcolor=black@0.6:boxborderw=16:x=(w-tw)/2:y=h-th-48'].join(','), ...encoder],
    sound: soundOptions(adjustment),
    timeZone: adjustment.timeZone,
  });
}
