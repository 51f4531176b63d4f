import type { AgentMissedSpan, AgentSample, AgentStream, AgentTracks, AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import { videoTimescale, type AudioTrack, type Sample, type SourceListener, type Tracks, type VideoTrack } from '../media-types.ts';
import type { AgentLinkListener } from './agent-links.ts';
import type { SoundTranscoder } from '../transcode/sound-transcoder.ts';
import { repairTrack } from './push-repair.ts';
import { openPushSound, type PushSound } from './push-sound.ts';
import type { PushTimeline } from './push-timelines.ts';

export interface PushListenerDeps {
  readonly stream: AgentStream;
  readonly openTimeline: (name: string | undefined) => PushTimeline;
  readonly listener: SourceListener;
  /** Transcodes G.711; without it, agents that send G.711 have no audio. */
  readonly sound?: SoundTranscoder | undefined;
  /** Requests missing spans from the agent. */
  readonly ask: (spans: readonly AgentMissedSpan[]) => void;
  readonly end: (detail: string) => void;
}

export interface PushListener extends AgentLinkListener {
  /** Stops the transcoding of its audio. */
  stop(): void;
}

/** A late sample that is older than this can't stem from an outage. */
const maxAgeSeconds = 180;

/** Receives one connection's samples: live ones for all subscribers, late ones for the recorder. */
export function createPushListener({ stream, openTimeline, listener, sound, ask, end }: PushListenerDeps): PushListener {
  let tracks: Tracks | null = null;
  let lateTracks: Tracks | null = null;
  /** The announced audio of late samples, which is a track once there is any. */
  let lateSound: AudioTrack | null = null;
  let own: PushSound | null = null;
  let timeline: PushTimeline | null = null;
  /** The listener has the tracks, so samples may follow. */
  let hasSentTracks = false;
  /** This connection has delivered a picture. */
  let hasBegun = false;
  const last = { video: 0, audio: 0 };

  /** The first picture of a connection determines what is missing before it. */
  const begin = ({ wallClock, received, name }: PushTimeline, time: number): number => {
    const unix = wallClock.stamp(time);
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
    if (!isVideo) timeline.hasSound = true;
    if (!hasSentTracks) {
      if (!isVideo || !sample.keyFrame) return;
      // The agent can't know how much of the last connection arrived: known pictures are skipped.
      if (!hasBegun && received.newest !== null && sample.decodeTime <= received.newest) return;
    }
    const timescale = isVideo ? videoTimescale : tracks.audio?.sampleRate;
    if (timescale === undefined) return;
    if (isVideo) {
      // The clock follows the newest picture, not the key frame with which a connection has to begin.
      const unix = hasBegun ? timeline.wallClock.stamp(sample.decodeTime) : begin(timeline, sample.decodeTime);
      received.live(sample.decodeTime);
      timeline.base = unix - sample.decodeTime;
    }
    if (!hasSentTracks) {
      tracks = { ...tracks, video: repairTrack(tracks.video, sample.data) };
      listener.onTracks(tracks);
    }
    hasSentTracks = true;
    if (!isVideo && own?.encode) return own.encode(sample.decodeTime, timeline.base ?? 0, sample.data);
    const time = Math.max(last[sample.kind] + 1, Math.round((sample.decodeTime + (timeline.base ?? 0)) * timescale));
    last[sample.kind] = time;
    listener.onSample(toSample(sample, time, timescale));
  };

  const onLate = (sample: AgentSample): void => {
    if (!lateTracks || !hasBegun || !timeline || timeline.base === null) return;
    const { received, wallClock } = timeline;
    if (sample.decodeTime < (received.newest ?? 0) - maxAgeSeconds) return;
    const isVideo = sample.kind === 'video';
    // The agent may announce sound that it never buffered.
    if (!isVideo && !lateTracks.audio && lateSound) lateTracks = { ...lateTracks, audio: lateSound };
    if (!(isVideo ? received.late(sample.decodeTime) : received.isMissing(sample.decodeTime))) return;
    const timescale = isVideo ? videoTimescale : lateTracks.audio?.sampleRate;
    if (timescale !== undefined)
      listener.onLate?.(toSample(sample, Math.round(wallClock.at(sample.decodeTime) * timescale), timescale), lateTracks);
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
        const announced = toTracks(message, message.audio && openPushSound(message.audio, undefined, listener.onSample));
        lateSound = announced.audio;
        lateTracks = timeline?.hasSound ? announced : { ...announced, audio: null };
        return;
      }
      own?.stop();
      own = message.audio && openPushSound(message.audio, sound, (encoded) => hasSentTracks && listener.onSample(encoded));
      tracks = toTracks(message, own);
      hasSentTracks = false;
      const next = timeline?.name === null && message.timeline === undefined ? timeline : openTimeline(message.timeline);
      if (next !== timeline) hasBegun = false;
      timeline = next;
    },
    onSample: (sample) => {
      if (sample.stream !== stream || sample.data.length === 0) return;
      if (sample.kind === 'video') listener.onAlive?.();
      if (sample.late) onLate(sample);
      else onLive(sample);
    },
    onClose: () => end('The agent left.'),
    stop: () => own?.stop(),
  };
}

function toSample({ kind, compositionOffset, duration, keyFrame, data }: AgentSample, decodeTime: number, timescale: number): Sample {
  return {
    kind,
    decodeTime,
    compositionOffset: Math.round(compositionOffset * timescale),
    duration: Math.max(1, Math.round(duration * timescale)),
    keyFrame,
    data,
  };
}

function toTracks({ video }: AgentTracks, sound: PushSound | null): Tracks {
  return { video: toVideo(video), audio: sound?.track ?? null };
}

function toVideo({ codec, width, height, configuration }: AgentVideoTrack): VideoTrack {
  return { kind: 'video', codec, width, height, configuration: new Uint8Array(Buffer.from(configuration, 'base64')) };
}
