import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Clock } from '@watchpost/contract/timing/clock';
import { decoderEnvironment } from '../../kernel/process/decoder-environment.ts';
import type { Sample, SourceEnd, SourceListener, VideoTrack } from '../media-types.ts';
import { videoTimescale } from '../media-types.ts';
import { toAvccSample } from '../ingest/codecs/h264-depacketiser.ts';
import { createParameterSets } from '../ingest/codecs/h264-parameter-sets.ts';
import { splitByteStream } from './byte-stream.ts';
import { exitWithoutCodecs, type VideoAnswer, type VideoOpen, type VideoRequest } from './transcode-messages.ts';

/** A separate process that transcodes one camera's pictures to H.264. */
export interface VideoTranscoder {
  /** Called before the first picture and when the camera changes its configuration. */
  open(codec: VideoOpen['codec'], configuration: Uint8Array): void;
  /** Transcodes a picture; when pictures arrive too fast, drops them up to a key frame. */
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
    /** The process has ended; the last call. */
    onEnd: SourceListener['onEnd'];
  };
}

/**
 * A process that is this far behind drops pictures up to the next key frame. For longer groups of pictures the limit is half a
 * group, because the current group is sent in one burst and needs time.
 */
const minToleranceMs = 2000;
const maxPending = 3000;
const script = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'video-process.ts' : 'video-process.js');

export function createVideoTranscoder({ clock, fitInto, frameRate, listener }: VideoTranscoderOptions): VideoTranscoder {
  const child: ChildProcess = fork(script, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: decoderEnvironment(),
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const parameterSets = createParameterSets();
  let track: VideoTrack | null = null;
  /** When each unanswered picture was sent, monotonic ms. */
  const waiting: number[] = [];
  let isBehind = false;
  let isClosed = false;
  let lastTime = Number.NEGATIVE_INFINITY;
  let keyFrameTime: number | null = null;
  let lastGroupMs = 0;

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
      listener.onSample({
        kind: 'video',
        decodeTime: time,
        compositionOffset: 0,
        duration: distance < videoTimescale * 2 ? distance : Math.round(videoTimescale / frameRate),
        keyFrame,
        data: toAvccSample(units),
      });
    }
  });
  child.once('error', (error) =>
    end({ code: 'internal-error', detail: `The process that transcodes could not be started: ${error.message}` }),
  );
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
      const groupMs = ((decodeTime - (keyFrameTime ?? decodeTime)) / videoTimescale) * 1000;
      const toleranceMs = Math.max(minToleranceMs, Math.max(groupMs, lastGroupMs) / 2);
      if (keyFrame) [keyFrameTime, lastGroupMs] = [decodeTime, groupMs];
      if (waiting.length >= maxPending || now - (waiting[0] ?? now) > toleranceMs) isBehind = true;
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
