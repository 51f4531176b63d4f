import { spawn } from 'node:child_process';
import type { AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import { createAccessUnitReader, decoderConfiguration, nalType, toLengthPrefixed } from './annex-b.ts';
import { SourceError, type Frame, type FrameSource } from './frame-source.ts';

const framesPerSecond = 25;
const [width, height] = [1280, 720];
const keyFrame = 5;

/**
 * A test picture with a running clock, drawn and encoded by FFmpeg as it is watched.
 * @param ffmpeg the program's path
 * @throws {SourceError} when FFmpeg is not there or can't encode H.264
 */
export async function openTestPictureSource(ffmpeg: string): Promise<FrameSource> {
  // The parameter sets are in the first picture: look once, so that the tracks are known before anybody watches.
  const abort = new AbortController();
  for await (const nals of accessUnits(ffmpeg, abort.signal)) {
    abort.abort();
    const [sps, pps] = [nals.find((nal) => nalType(nal) === 7), nals.find((nal) => nalType(nal) === 8)];
    if (!sps || !pps) break;
    const video: AgentVideoTrack = { kind: 'video', codec: `avc1.${sps.subarray(1, 4).toString('hex')}`, width, height, configuration: decoderConfiguration(sps, pps).toString('base64') };
    return { video, audio: null, isLive: true, frames: (signal) => frames(ffmpeg, signal) };
  }
  throw new SourceError('FFmpeg gave no H.264 picture. It must be built with libx264.');
}

async function* frames(ffmpeg: string, signal: AbortSignal): AsyncGenerator<Frame, void> {
  let count = 0;
  for await (const nals of accessUnits(ffmpeg, signal)) {
    yield {
      kind: 'video',
      keyFrame: nals.some((nal) => nalType(nal) === keyFrame),
      decodeTime: count++ / framesPerSecond,
      compositionOffset: 0,
      duration: 1 / framesPerSecond,
      data: toLengthPrefixed(nals),
    };
  }
}

async function* accessUnits(ffmpeg: string, signal: AbortSignal): AsyncGenerator<Buffer[], void> {
  const child = spawn(ffmpeg, [
    '-loglevel', 'error', '-re', '-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=${framesPerSecond}`,
    '-vf', 'drawtext=text=%{localtime}:fontsize=64:fontcolor=white:box=1:boxcolor=black@0.6:boxborderw=16:x=(w-tw)/2:y=h-th-48',
    '-c:v', 'libx264', '-profile:v', 'main', '-preset', 'veryfast', '-tune', 'zerolatency', '-g', '50', '-b:v', '1500k', '-pix_fmt', 'yuv420p',
    '-bsf:v', 'h264_metadata=aud=insert', '-f', 'h264', 'pipe:1',
  ], { stdio: ['ignore', 'pipe', 'pipe'] });
  const failure = new Promise<never>((_, reject) => child.once('error', (cause) => reject(new SourceError(`${ffmpeg} can't be started. Install FFmpeg, or name it in FFMPEG_PATH.`, { cause }))));
  // Watched below; a failure after the end is nobody's concern.
  failure.catch(() => undefined);
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop);
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-2000);
  });
  try {
    const reader = createAccessUnitReader();
    const chunks = child.stdout[Symbol.asyncIterator]();
    for (;;) {
      const { value, done } = await Promise.race([chunks.next(), failure]);
      if (done) break;
      for (const nals of reader.push(value)) yield nals;
    }
    if (!signal.aborted) throw new SourceError(`FFmpeg ended by itself. It said: ${complaints}`);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
