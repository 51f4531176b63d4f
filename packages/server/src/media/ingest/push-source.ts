import type { AgentSample, AgentStream, AgentVideoTrack, AgentAudioTrack } from '@watchpost/contract/protocols/agent';
import type { Clock } from '../../kernel/clock.ts';
import { videoTimescale, type AudioTrack, type Source, type SourceListener, type Tracks, type VideoTrack } from '../media-types.ts';
import { parseAudioConfig } from './codecs/aac-depacketiser.ts';
import type { AgentLink, AgentLinkListener, AgentLinks } from './agent-links.ts';
import { ParseError } from './codecs/parse-error.ts';
import { createWallClock } from './wall-clock.ts';

/** How long an agent may take to connect before the camera counts as offline, ms. */
const patience = 8000;

export interface PushSourceOptions {
  readonly cameraId: string;
  readonly stream?: AgentStream;
  readonly links: AgentLinks;
  readonly clock: Clock;
}

/** Video that an agent pushes, put on the server's wall clock. Waits a little for the agent; ends when it leaves. */
export function createPushSource({ cameraId, stream = 'main', links, clock }: PushSourceOptions): Source {
  let link: AgentLink | null = null;
  let release = (): void => undefined;
  return {
    start: (listener) => {
      const end = (detail: string): void => {
        release();
        listener.onEnd({ code: 'camera-offline', detail });
      };
      const attach = (): boolean => {
        // A connection that a newer one replaces must not end this source when it closes.
        link?.listen(stream, null);
        link = links.get(cameraId);
        link?.listen(stream, createPushListener(stream, clock, listener, end));
        return link !== null;
      };
      const cancel = clock.after(patience, () => {
        if (link === null) end('The agent is not connected.');
      });
      const unsubscribe = links.onAdded((id) => void (id === cameraId && attach()));
      release = () => {
        cancel();
        unsubscribe();
        link?.listen(stream, null);
        link = null;
      };
      attach();
    },
    stop: async () => release(),
  };
}

function createPushListener(stream: AgentStream, clock: Clock, listener: SourceListener, end: (detail: string) => void): AgentLinkListener {
  // A connection is a timeline: picture and sound share it.
  const wallClock = createWallClock(clock);
  let tracks: Tracks | null = null;
  let hasTold = false;
  /** Unix seconds minus the agent's. */
  let base = 0;
  const last = { video: 0, audio: 0 };

  const onSample = (sample: AgentSample): void => {
    if (sample.stream !== stream || !tracks || sample.data.length === 0) return;
    if (!hasTold) {
      if (sample.kind !== 'video' || !sample.keyFrame) return;
      hasTold = true;
      listener.onTracks(tracks);
    }
    const timescale = sample.kind === 'video' ? videoTimescale : tracks.audio?.sampleRate;
    if (timescale === undefined) return;
    if (sample.kind === 'video') base = wallClock.stamp(sample.decodeTime, sample.keyFrame) - sample.decodeTime;
    const time = Math.max(last[sample.kind] + 1, Math.round((sample.decodeTime + base) * timescale));
    last[sample.kind] = time;
    listener.onSample({
      kind: sample.kind,
      decodeTime: time,
      compositionOffset: Math.round(sample.compositionOffset * timescale),
      duration: Math.max(1, Math.round(sample.duration * timescale)),
      keyFrame: sample.keyFrame,
      data: sample.data,
    });
  };
  return {
    onMessage: (message) => {
      if (message.type === 'capabilities' || message.stream !== stream) return;
      if (message.type === 'ended') return end('The agent ended this stream.');
      tracks = { video: toVideo(message.video), audio: message.audio && toAudio(message.audio) };
      hasTold = false;
    },
    onSample,
    onClose: () => end('The agent left.'),
  };
}

function toVideo({ codec, width, height, configuration }: AgentVideoTrack): VideoTrack {
  return { kind: 'video', codec, width, height, configuration: new Uint8Array(Buffer.from(configuration, 'base64')) };
}

function toAudio({ configuration }: AgentAudioTrack): AudioTrack | null {
  try {
    // What the decoder will read counts, not what was written beside it.
    return parseAudioConfig(new Uint8Array(Buffer.from(configuration, 'base64')));
  } catch (error) {
    if (error instanceof ParseError) return null;
    throw error;
  }
}
