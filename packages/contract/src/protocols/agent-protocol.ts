/**
 * The agent protocol: what a camera-agent sends over its one outbound WebSocket (`agentLink`).
 * The upgrade carries `Authorization: Bearer <agentToken>`. Browsers can't send this header: a page connects without it, from the
 * server's own origin, and sends `authorize` within 5 s and nothing else before the `welcome`; close code 4401 replaces the 401.
 * Control messages are JSON text; samples are binary.
 * A removed camera is refused with 401 and `removalHeader`. A 401 without it is not final: the server may be another one, or
 * restored from a backup.
 */
export const agentSubprotocol = 'watchpost.agent.v1';
/** Header of the 401 for a removed camera; its SHA-256 is the `removalHash` of the registration. */
export const removalHeader = 'watchpost-removal';

/** The main stream and an optional substream of the same picture. */
export type AgentStream = 'main' | 'low';

export interface AgentVideoTrack {
  readonly kind: 'video';
  /** RFC 6381, `avc1.4d401f`. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** AVCDecoderConfigurationRecord (ISO/IEC 14496-15), base64. */
  readonly configuration: string;
}
export interface AgentAudioTrack {
  readonly kind: 'audio';
  /** RFC 6381, `mp4a.40.2`; `pcmu` for G.711 µ-law of any sample rate, which the server transcodes to AAC: some browsers can't encode AAC. */
  readonly codec: string;
  readonly sampleRate: number;
  readonly channels: number;
  /** AudioSpecificConfig (ISO/IEC 14496-3), base64; empty for `pcmu`. */
  readonly configuration: string;
}

/** The first message on a connection without the header. */
export interface AgentAuthorization {
  readonly type: 'authorize';
  readonly token: string;
}

export type AgentMessage =
  /** Sent once after the connection opens; without it, the camera supports none of this. `low`: a substream is available. */
  | { readonly type: 'capabilities'; readonly speaker: boolean; readonly low: boolean }
  | AgentTracks
  | { readonly type: 'ended'; readonly stream: AgentStream }
  /** Answers `missed`: all buffered samples have been sent. */
  | { readonly type: 'caught-up' };

/** Sent before a stream's first sample, and whenever its format changes. */
export interface AgentTracks {
  readonly type: 'tracks';
  readonly stream: AgentStream;
  readonly video: AgentVideoTrack;
  readonly audio: AgentAudioTrack | null;
  /** Identifies the timeline of the decode times. An agent that reconnects on it has buffered the outage and can send it. */
  readonly timeline?: string | undefined;
  /** The format of the late samples that follow; live samples keep theirs. */
  readonly late?: boolean | undefined;
}

/** A range of an agent's timeline in seconds, both ends exclusive; null stands for the first buffered sample. */
export interface AgentMissedSpan {
  readonly after: number | null;
  readonly before: number;
}

export type AgentServerMessage =
  /** `pingEvery`: maximum interval between the server's messages in seconds. After much longer, the connection is dead. */
  | { readonly type: 'welcome'; readonly cameraId: string; readonly serverTime: number; readonly pingEvery: number }
  /** Streams with viewers or a recording; an agent sends only these. */
  | { readonly type: 'wanted'; readonly streams: readonly AgentStream[] }
  /** Requests the main stream's samples of an outage: as late samples, oldest first, followed by `caught-up`. */
  | { readonly type: 'missed'; readonly spans: readonly AgentMissedSpan[] }
  /** The stream's video can't be decoded, so nobody sees it and it is not recorded. An agent that still sends it hears so again. */
  | { readonly type: 'unreadable'; readonly stream: AgentStream }
  /** A user speaks: the audio follows as one stream of this type, in binary messages, until `talk-end`. */
  | { readonly type: 'talk'; readonly mimeType: string }
  | { readonly type: 'talk-end' };

export interface AgentSample {
  readonly stream: AgentStream;
  readonly kind: 'video' | 'audio';
  readonly keyFrame: boolean;
  /** Seconds on the agent's own timeline, any origin, never backwards. */
  readonly decodeTime: number;
  /** Seconds, 0 or more; above 0 only with B-frames. */
  readonly compositionOffset: number;
  /** Seconds. */
  readonly duration: number;
  /** H.264 with 4-byte lengths (AVCC), one raw AAC frame, or any number of G.711 samples. */
  readonly data: Uint8Array;
  /** A sample of a past outage: recorded at its time, not sent to viewers. */
  readonly late?: boolean;
}

export const agentHeaderBytes = 16;
/** Origins differ, but none is three centuries away: beyond, ticks are no whole numbers any more, s. */
const maxDecodeTime = 1e10;

/** Header: flags (1 key frame, 2 audio, 4 substream, 8 late), three bytes 0, decode time (f64 s), offset and duration (u16, 1/10 ms each), big-endian. */
export function encodeAgentSample(sample: AgentSample): Uint8Array {
  const message = new Uint8Array(agentHeaderBytes + sample.data.byteLength);
  const view = new DataView(message.buffer);
  view.setUint8(
    0,
    (sample.keyFrame ? 1 : 0) | (sample.kind === 'audio' ? 2 : 0) | (sample.stream === 'low' ? 4 : 0) | (sample.late ? 8 : 0),
  );
  view.setFloat64(4, sample.decodeTime);
  view.setUint16(12, Math.min(0xffff, Math.round(sample.compositionOffset * 10_000)));
  view.setUint16(14, Math.min(0xffff, Math.round(sample.duration * 10_000)));
  message.set(sample.data, agentHeaderBytes);
  return message;
}

/**
 * Decodes a binary message; the data is a view, not a copy.
 * @throws {TypeError} when it is shorter than its header, or its time is not within 10,000,000,000 s of its origin
 */
export function decodeAgentSample(message: Uint8Array): AgentSample {
  if (message.byteLength < agentHeaderBytes) throw new TypeError('An agent sample is at least 16 bytes long.');
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const flags = view.getUint8(0);
  const decodeTime = view.getFloat64(4);
  if (!(Math.abs(decodeTime) <= maxDecodeTime))
    throw new TypeError('The decode time of an agent sample must be a number of seconds between -1e10 and 1e10.');
  return {
    stream: (flags & 4) !== 0 ? 'low' : 'main',
    kind: (flags & 2) !== 0 ? 'audio' : 'video',
    keyFrame: (flags & 1) !== 0,
    decodeTime,
    compositionOffset: view.getUint16(12) / 10_000,
    duration: view.getUint16(14) / 10_000,
    data: message.subarray(agentHeaderBytes),
    late: (flags & 8) !== 0,
  };
}
