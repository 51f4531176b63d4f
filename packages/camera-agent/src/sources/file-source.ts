import { EncodedPacketSink, FilePathSource, Input, MP4, QTFF, type InputAudioTrack, type InputVideoTrack } from 'mediabunny';
import type { AgentAudioTrack, AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import { decodeTimeline, loopDuration, type TimelineEntry } from './file-timeline.ts';
import { SourceError, type Frame, type FrameSource } from './frame-source.ts';

interface OpenTrack {
  readonly kind: 'video' | 'audio';
  readonly sink: EncodedPacketSink;
  readonly timeline: readonly TimelineEntry[];
}

/**
 * Plays an MP4 file in a loop: packets pass unchanged, and only their times continue from round to round.
 * @param path an MP4 with H.264, and AAC if it has sound
 * @throws {SourceError} when the file can't be played as a camera
 */
export async function openFileSource(path: string): Promise<FrameSource> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF] });
  const track = await input.getPrimaryVideoTrack().catch((cause: unknown) => {
    throw new SourceError(`${path} can't be read as an MP4 file.`, { cause });
  });
  if (!track) throw new SourceError(`${path} has no video.`);
  const video = await describeVideo(path, track);
  const sound = await input.getPrimaryAudioTrack();
  const audio = sound && (await describeAudio(sound));

  const tracks = [await openTrack('video', track), ...(sound && audio ? [await openTrack('audio', sound)] : [])];
  const round = Math.max(...tracks.map(({ timeline }) => loopDuration(timeline)));
  const keyFrames = await findKeyFrames(tracks[0]);
  if (round <= 0) throw new SourceError(`${path} is empty.`);

  return {
    video,
    audio,
    frames: async function* (signal, from = 0) {
      const firstRound = Math.floor(from / round) * round;
      const begin = firstRound + lastKeyFrame(keyFrames, from - firstRound);
      for (let start = firstRound; !signal.aborted; start += round) {
        for await (const frame of inDecodeOrder(tracks)) {
          if (signal.aborted) return;
          if (start + frame.decodeTime >= begin) yield { ...frame, decodeTime: start + frame.decodeTime };
        }
      }
    },
  };
}

/** Decode times of the key frames, seconds. */
async function findKeyFrames(video: OpenTrack | undefined): Promise<number[]> {
  const times: number[] = [];
  let index = 0;
  if (video)
    for await (const packet of video.sink.packets(undefined, undefined, { metadataOnly: true })) {
      const entry = video.timeline[index++];
      if (packet.type === 'key' && entry) times.push(entry.decodeTime);
    }
  return times;
}

function lastKeyFrame(times: readonly number[], before: number): number {
  return times.findLast((time) => time <= before) ?? 0;
}

async function describeVideo(path: string, track: InputVideoTrack): Promise<AgentVideoTrack> {
  const config = await track.getDecoderConfig();
  if (!config?.codec.startsWith('avc') || !config.description) {
    throw new SourceError(
      `${path} holds ${config?.codec ?? 'video of an unknown kind'}; a virtual camera needs H.264 in MP4 (ffmpeg -c:v libx264).`,
    );
  }
  return {
    kind: 'video',
    codec: config.codec,
    width: await track.getCodedWidth(),
    height: await track.getCodedHeight(),
    configuration: toBase64(config.description),
  };
}

/** Drops sound other than AAC, so that the picture still plays. */
async function describeAudio(track: InputAudioTrack): Promise<AgentAudioTrack | null> {
  const config = await track.getDecoderConfig();
  if (!config?.codec.startsWith('mp4a') || !config.description) return null;
  return {
    kind: 'audio',
    codec: config.codec,
    sampleRate: config.sampleRate,
    channels: config.numberOfChannels,
    configuration: toBase64(config.description),
  };
}

async function openTrack(kind: 'video' | 'audio', track: InputVideoTrack | InputAudioTrack): Promise<OpenTrack> {
  const sink = new EncodedPacketSink(track);
  const presentation: number[] = [];
  const durations: number[] = [];
  for await (const packet of sink.packets(undefined, undefined, { metadataOnly: true })) {
    presentation.push(packet.timestamp);
    durations.push(packet.duration);
  }
  return { kind, sink, timeline: decodeTimeline(presentation, durations) };
}

/** Yields one round of all tracks, merged by decode time. */
async function* inDecodeOrder(tracks: readonly OpenTrack[]): AsyncGenerator<Frame, void> {
  const readers = tracks.map(readTrack);
  try {
    const heads = await Promise.all(readers.map((reader) => reader.next()));
    for (;;) {
      let earliest = -1;
      heads.forEach((head, index) => {
        const best = heads[earliest];
        if (!head.done && (!best || best.done || head.value.decodeTime < best.value.decodeTime)) earliest = index;
      });
      const [head, reader] = [heads[earliest], readers[earliest]];
      if (!head || head.done || !reader) return;
      yield head.value;
      heads[earliest] = await reader.next();
    }
  } finally {
    await Promise.all(readers.map((reader) => reader.return()));
  }
}

async function* readTrack({ kind, sink, timeline }: OpenTrack): AsyncGenerator<Frame, void> {
  let index = 0;
  for await (const packet of sink.packets()) {
    const entry = timeline[index++];
    if (!entry) return;
    yield { kind, keyFrame: kind === 'audio' || packet.type === 'key', ...entry, data: packet.data };
  }
}

function toBase64(bytes: ArrayBufferView | ArrayBufferLike): string {
  return ArrayBuffer.isView(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
    : Buffer.from(bytes).toString('base64');
}
