/**
 * The agent protocol: what a camera-agent sends over its one outbound WebSocket (`agentLink`).
 * `Authorization: Bearer <agentToken>` on the upgrade. A page of a browser can send no such header: it connects without, from the
 * server's own origin, says `authorize` within 5 s and nothing else before the `welcome`; close code 4401 then stands for the 401.
 * Control messages are JSON text; samples are binary.
 */
export const agentSubprotocol = 'watchpost.agent.v1';

/** Main stream and optional low stream of the same picture. */
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
  /** RFC 6381, `mp4a.40.2`; `pcmu` for G.711 µ-law of any sample rate, which the server makes AAC of: some browsers encode no AAC. */
  readonly codec: string;
  readonly sampleRate: number;
  readonly channels: number;
  /** AudioSpecificConfig (ISO/IEC 14496-3), base64; empty for `pcmu`. */
  readonly configuration: string;
}

/** First on a connection that was opened without the header. */
export interface AgentAuthorization {
  readonly type: 'authorize';
  readonly token: string;
}

export type AgentMessage =
  /** Once after the connection opens; without it the camera has none of this. `low`: there is a low stream to ask for. */
  | { readonly type: 'capabilities'; readonly speaker: boolean; readonly low: boolean }
  | AgentTracks
  | { readonly type: 'ended'; readonly stream: AgentStream }
  /** The answer to `missed`: what was kept of it has been sent. */
  | { readonly type: 'caught-up' };

/** Before the first sample of a stream, and whenever its picture changes. */
export interface AgentTracks {
  readonly type: 'tracks';
  readonly stream: AgentStream;
  readonly video: AgentVideoTrack;
  readonly audio: AgentAudioTrack | null;
  /** Names the timeline of the decode times. An agent that comes back on it keeps what a cut held back, and can be asked for it. */
  readonly timeline?: string | undefined;
  /** Of the late samples that follow; the live ones keep theirs. */
  readonly late?: boolean | undefined;
}

/** A part of an agent's timeline, seconds, both ends exclusive; null: from the first thing that it has. */
export interface AgentMissedSpan {
  readonly after: number | null;
  readonly before: number;
}

export type AgentServerMessage =
  /** `pingEvery`: the server is heard at least so often, seconds; silence for much longer means that the connection is dead. */
  | { readonly type: 'welcome'; readonly cameraId: string; readonly serverTime: number; readonly pingEvery: number }
  /** Streams that somebody looks at or records; an agent sends only these. */
  | { readonly type: 'wanted'; readonly streams: readonly AgentStream[] }
  /** What a cut held back of the main stream is wanted, as late samples, the oldest first, and `caught-up` in the end. */
  | { readonly type: 'missed'; readonly spans: readonly AgentMissedSpan[] }
  /** Somebody speaks: the sound, as one stream of this type, follows as binary messages until `talk-end`. */
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
  /** Of a time that has passed: recorded where it belongs, shown to nobody. */
  readonly late?: boolean;
}

export const agentHeaderBytes = 16;

/** Header: flags (1 key frame, 2 audio, 4 low stream, 8 late), three bytes 0, decode time (f64 s), offset and duration (u16, 1/10 ms each), big-endian. */
export function encodeAgentSample(sample: AgentSample): Uint8Array {
  const message = new Uint8Array(agentHeaderBytes + sample.data.byteLength);
  const view = new DataView(message.buffer);
  view.setUint8(0, (sample.keyFrame ? 1 : 0) | (sample.kind === 'audio' ? 2 : 0) | (sample.stream === 'low' ? 4 : 0) | (sample.late ? 8 : 0));
  view.setFloat64(4, sample.decodeTime);
  view.setUint16(12, Math.min(0xffff, Math.round(sample.compositionOffset * 10_000)));
  view.setUint16(14, Math.min(0xffff, Math.round(sample.duration * 10_000)));
  message.set(sample.data, agentHeaderBytes);
  return message;
}

/**
 * Reads a binary message; the data is a view, not a copy.
 * @throws {TypeError} when it is shorter than its header or its time is not a finite number
 */
export function decodeAgentSample(message: Uint8Array): AgentSample {
  if (message.byteLength < agentHeaderBytes) throw new TypeError('An agent sample is at least 16 bytes long.');
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const flags = view.getUint8(0);
  const decodeTime = view.getFloat64(4);
  if (!Number.isFinite(decodeTime)) throw new TypeError('The decode time of an agent sample must be a finite number of seconds.');
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
