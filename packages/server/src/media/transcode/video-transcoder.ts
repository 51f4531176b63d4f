import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.ts';
import type { Sample, SourceEnd, SourceListener, VideoTrack } from '../media-types.ts';
import { videoTimescale } from '../media-types.ts';
import { toAvccSample } from '../ingest/codecs/h264-depacketiser.ts';
import { createParameterSets } from '../ingest/codecs/h264-parameter-sets.ts';
import { splitByteStream } from './byte-stream.ts';
import { exitWithoutCodecs, type VideoAnswer, type VideoOpen, type VideoRequest } from './transcode-messages.ts';

/** Another process that turns one camera's pictures into H.264. */
export interface VideoTranscoder {
  /** Before the first picture and when the camera changes its picture. */
  open(codec: VideoOpen['codec'], configuration: Uint8Array): void;
  /** Pictures that come faster than they can be made are left out, up to a key frame. */
  push(sample: Pick<Sample, 'decodeTime' | 'compositionOffset' | 'keyFrame' | 'data'>): void;
  close(): void;
}

export interface VideoTranscoderOptions {
  readonly clock: Clock;
  readonly fitInto: VideoOpen['fitInto'];
  readonly frameRate: number;
  readonly listener: {
    onTrack(track: VideoTrack): void;
    onSample(sample: Sample): void;
    /** The process is gone; the last call. */
    onEnd: SourceListener['onEnd'];
  };
}

/** A process that is so far behind will not catch up, ms; and the running group of pictures, which comes at once, is never longer than this. */
const longestDelay = 2000;
const mostWaiting = 3000;
const script = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'video-process.ts' : 'video-process.js');

export function createVideoTranscoder({ clock, fitInto, frameRate, listener }: VideoTranscoderOptions): VideoTranscoder {
  // Nothing of the server's own environment, which may hold secrets.
  const child: ChildProcess = fork(script, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: {}, execArgv: ['--disable-warning=ExperimentalWarning'] });
  const parameterSets = createParameterSets();
  let track: VideoTrack | null = null;
  /** When the pictures that are not answered yet were sent, monotonic ms. */
  const waiting: number[] = [];
  let isBehind = false;
  let isClosed = false;
  let lastTime = Number.NEGATIVE_INFINITY;

  const end = (reason: SourceEnd): void => {
    if (isClosed) return;
    isClosed = true;
    listener.onEnd(reason);
  };
  const send = (request: VideoRequest): void => {
    if (child.connected) child.send(request);
  };
  child.on('message', ({ pictures }: VideoAnswer) => {
    waiting.shift();
    if (isClosed) return;
    for (const { time, keyFrame, data } of pictures) {
      const units = splitByteStream(data);
      for (const unit of units) parameterSets.add(unit);
      const current = parameterSets.current();
      if (!current || time <= lastTime) continue;
      if (keyFrame && current.track !== track) {
        track = current.track;
        listener.onTrack(track);
      }
      if (!track) continue;
      const distance = time - lastTime;
      lastTime = time;
      listener.onSample({ kind: 'video', decodeTime: time, compositionOffset: 0, duration: distance < videoTimescale * 2 ? distance : Math.round(videoTimescale / frameRate), keyFrame, data: toAvccSample(units) });
    }
  });
  child.once('error', (error) => end({ code: 'internal-error', detail: `The process that transcodes could not be started: ${error.message}` }));
  child.once('close', (code, signal) =>
    end(
      code === exitWithoutCodecs
        ? { code: 'codec-unsupported-here', detail: 'The optional package node-av is not installed: nothing can be transcoded.' }
        : { code: 'internal-error', detail: `The process that transcodes ended (${code ?? signal ?? 'unknown'}).` },
    ),
  );

  return {
    open: (codec, configuration) => send({ type: 'open', codec, configuration, fitInto, frameRate }),
    push: ({ decodeTime, compositionOffset, keyFrame, data }) => {
      if (isClosed) return;
      const now = clock.monotonic();
      if (waiting.length >= mostWaiting || now - (waiting[0] ?? now) > longestDelay) isBehind = true;
      else if (keyFrame) isBehind = false;
      if (isBehind) return;
      waiting.push(now);
      send({ type: 'picture', time: decodeTime + compositionOffset, keyFrame, data });
    },
    close: () => {
      isClosed = true;
      child.kill('SIGKILL');
    },
  };
}
