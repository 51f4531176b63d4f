import type { AgentMissedSpan, AgentSample, AgentStream, AgentTracks, AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import { videoTimescale, type Sample, type SourceListener, type Tracks, type VideoTrack } from '../media-types.ts';
import type { AgentLinkListener } from './agent-links.ts';
import type { SoundTranscoder } from '../transcode/sound-transcoder.ts';
import { openPushSound, type PushSound } from './push-sound.ts';
import type { PushTimeline } from './push-timelines.ts';

export interface PushListenerDeps {
  readonly stream: AgentStream;
  readonly openTimeline: (name: string | undefined) => PushTimeline;
  readonly listener: SourceListener;
  /** For agents that send G.711; without it they are silent. */
  readonly sound?: SoundTranscoder | undefined;
  /** Asks the agent for what is missing. */
  readonly ask: (spans: readonly AgentMissedSpan[]) => void;
  readonly end: (detail: string) => void;
}

export interface PushListener extends AgentLinkListener {
  /** Nothing of it is heard any more. */
  stop(): void;
}

/** Older than this at its arrival is nothing that a cut held back, s. */
const oldest = 180;

/** Hears one connection: its live samples for everybody, its late ones for who records. */
export function createPushListener({ stream, openTimeline, listener, sound, ask, end }: PushListenerDeps): PushListener {
  let tracks: Tracks | null = null;
  let lateTracks: Tracks | null = null;
  let own: PushSound | null = null;
  let timeline: PushTimeline | null = null;
  /** The tracks have been told, so samples may follow. */
  let hasTold = false;
  /** This connection has shown a picture. */
  let hasBegun = false;
  const last = { video: 0, audio: 0 };

  /** With the first picture of a connection it is clear what is missing before it. */
  const begin = ({ wallClock, received, name }: PushTimeline, time: number): number => {
    const unix = wallClock.stamp(time, false);
    received.begin(time);
    hasBegun = true;
    if (name === null) return unix;
    listener.onCut?.(Math.round(unix * videoTimescale));
    if (received.missing.length > 0 && listener.keepsLate?.()) ask(received.missing);
    else forgetMissing(received);
    return unix;
  };
  const forgetMissing = (received: PushTimeline['received']): void => {
    received.forget();
    listener.onLateEnd?.();
  };

  const onLive = (sample: AgentSample): void => {
    if (!tracks || !timeline) return;
    const { received } = timeline;
    const isVideo = sample.kind === 'video';
    if (!hasTold) {
      if (!isVideo || !sample.keyFrame) return;
      // The agent can't know how far the last connection came: what is known already is not shown again.
      if (!hasBegun && received.newest !== null && sample.decodeTime <= received.newest) return;
    }
    const timescale = isVideo ? videoTimescale : tracks.audio?.sampleRate;
    if (timescale === undefined) return;
    if (isVideo) {
      // What is newest counts for the clock, not the key frame that a connection has to begin with.
      const unix = hasBegun ? timeline.wallClock.stamp(sample.decodeTime, sample.keyFrame) : begin(timeline, sample.decodeTime);
      received.live(sample.decodeTime);
      timeline.base = unix - sample.decodeTime;
    }
    if (!hasTold) listener.onTracks(tracks);
    hasTold = true;
    if (!isVideo && own?.encode) return own.encode(sample.decodeTime, timeline.base ?? 0, sample.data);
    const time = Math.max(last[sample.kind] + 1, Math.round((sample.decodeTime + (timeline.base ?? 0)) * timescale));
    last[sample.kind] = time;
    listener.onSample(toSample(sample, time, timescale));
  };

  const onLate = (sample: AgentSample): void => {
    if (!lateTracks || !hasBegun || !timeline || timeline.base === null) return;
    const { received, base } = timeline;
    if (sample.decodeTime < (received.newest ?? 0) - oldest) return;
    const isVideo = sample.kind === 'video';
    if (!(isVideo ? received.late(sample.decodeTime) : received.isMissing(sample.decodeTime))) return;
    const timescale = isVideo ? videoTimescale : lateTracks.audio?.sampleRate;
    if (timescale !== undefined) listener.onLate?.(toSample(sample, Math.round((sample.decodeTime + base) * timescale), timescale), lateTracks);
  };

  return {
    onMessage: (message) => {
      if (message.type === 'capabilities') return;
      if (message.type === 'caught-up') {
        if (timeline && stream === 'main') forgetMissing(timeline.received);
        return;
      }
      if (message.stream !== stream) return;
      if (message.type === 'ended') return end('The agent ended this stream.');
      if (message.late) {
        lateTracks = toTracks(message, message.audio && openPushSound(message.audio, undefined, listener.onSample));
        return;
      }
      own?.stop();
      own = message.audio && openPushSound(message.audio, sound, (encoded) => hasTold && listener.onSample(encoded));
      tracks = toTracks(message, own);
      hasTold = false;
      const next = timeline?.name === null && message.timeline === undefined ? timeline : openTimeline(message.timeline);
      if (next !== timeline) hasBegun = false;
      timeline = next;
    },
    onSample: (sample) => {
      if (sample.stream !== stream || sample.data.length === 0) return;
      if (sample.late) onLate(sample);
      else onLive(sample);
    },
    onClose: () => end('The agent left.'),
    stop: () => own?.stop(),
  };
}

function toSample({ kind, compositionOffset, duration, keyFrame, data }: AgentSample, decodeTime: number, timescale: number): Sample {
  return { kind, decodeTime, compositionOffset: Math.round(compositionOffset * timescale), duration: Math.max(1, Math.round(duration * timescale)), keyFrame, data };
}

function toTracks({ video }: AgentTracks, sound: PushSound | null): Tracks {
  return { video: toVideo(video), audio: sound?.track ?? null };
}

function toVideo({ codec, width, height, configuration }: AgentVideoTrack): VideoTrack {
  return { kind: 'video', codec, width, height, configuration: new Uint8Array(Buffer.from(configuration, 'base64')) };
}
