import type { ErrorCode } from '@watchpost/contract/kernel';
import type { GapReason } from '@watchpost/contract/schemas/archive';
import type { CameraState } from '../../media/media-types.ts';

/** A camera as somewhere in the field, as data: what it does that others don't, who reported it, and what must be seen of it. */
export interface FieldCase {
  /** Also the path of its address, in lower case with dashes. */
  readonly name: string;
  /** Public reports: `owner/repo #number`, separated by commas; `conformant` for a camera without oddities. */
  readonly source: string;
  /** What the camera does, for the page of the guide: one sentence without its full stop. */
  readonly does: string;
  readonly sends: FieldBehaviour;
  readonly seen: FieldOutcome;
}

/** What a user must see of a camera. */
interface FieldOutcome {
  /** `online` by default. */
  readonly state?: CameraState;
  /** Why it is offline. */
  readonly reason?: ErrorCode;
  /** Most connections that the camera may count until it is seen as described; 2 by default: the first look, and the source. */
  readonly connections?: number;
  /** Sound in the recording: its tag, `mp4a` or `Opus`; null by default. */
  readonly audio?: string | null;
  /** For a camera of which there is no continuous recording: why there are gaps; no clip is looked at. */
  readonly gap?: GapReason;
  /** Name of the sound that can't be played. */
  readonly unplayedSound?: string;
  /** Sizes of the picture in the recording, in any order, `320x180`; that of the scene by default. */
  readonly sizes?: readonly string[];
  /** Pictures of each second of the camera's own time that must decode, of 10; 10 by default. */
  readonly picturesPerSecond?: number;
  /** The longest time without a picture that decodes, ms, in which a clip may begin or end; 0 by default. */
  readonly longestHoleMs?: number;
  /** Where in the recording the clip begins, ms; 0 by default. */
  readonly clipFromMs?: number;
  /** Whether its page counts pictures that can't be shown whole, and its recording is marked; false by default. */
  readonly isDamaged?: boolean;
  /** Looked at when everything else has been seen. */
  readonly counted?: (stats: FieldStats) => boolean;
}

export type TrackKind = 'video' | 'audio';
export type SoundName = 'aac' | 'pcma' | 'opus';
/** Scenes of the same length, 10 pictures a second, a key frame each second. */
export type SceneName = 'h264' | 'h265' | 'small' | 'second';

/** What a camera does; what is left out is conformant. */
export interface FieldBehaviour {
  /** `h264` by default; a function chooses for each picture. */
  readonly video?: SceneName | ((picture: number) => SceneName);
  readonly sound?: SoundName;
  /** Lines of the description. */
  readonly sdp?: (parts: SdpParts) => readonly string[];
  /** Changes an answer; null keeps silent. */
  readonly answer?: (answer: FieldAnswer, request: FieldRequest) => FieldAnswer | null;
  /** Changes the text of an answer's head. */
  readonly wire?: (head: string) => string;
  /** Changes the NAL units of a picture, those of its parameter sets included. */
  readonly units?: (units: readonly Buffer[], picture: PictureOf) => readonly Buffer[];
  /** Changes the payloads of a picture. */
  readonly payloads?: (payloads: readonly Buffer[], picture: PictureOf) => readonly Buffer[];
  /** Changes a packet's header. */
  readonly rtp?: (packet: FieldPacket) => FieldPacket;
  /** Changes a packet of sound. */
  readonly payload?: (payload: Buffer, index: number) => Buffer;
  /** Payload type of the sound's packets. */
  readonly soundType?: number;
  /** Whether a picture's packets are lost on the way. */
  readonly isLost?: (picture: number) => boolean;
  /** Keeps a track back. @param seconds since PLAY @param play how many times the camera has been played, this one included */
  readonly isMuted?: (kind: TrackKind, seconds: number, play: number) => boolean;
  /** Called after each picture of a connection, the first is 0. */
  readonly afterPicture?: (connection: FieldConnection, picture: number) => void;
  readonly auth?: FieldAuth;
  /** Ends a session after this time without a sign of life that counts, seconds; 60 by default, and any sign counts. */
  readonly timeoutSeconds?: number;
  readonly isAlive?: (sign: string) => boolean;
  /** The address that the description is relative to. */
  readonly base?: (url: string) => string;
  /** Only answers SETUP for the addresses of its own tracks. */
  readonly isStrict?: boolean;
  /** Uses other channels than it was asked for. */
  readonly channelShift?: number;
  /** Refuses TCP with 461 and sends over UDP. */
  readonly overUdp?: boolean;
  /** Speaks only TLS, with a certificate that it signed itself; the address is given with this scheme. */
  readonly overTls?: 'rtsps' | 'rtspx';
}

export interface SdpParts {
  readonly session: readonly string[];
  readonly video: readonly string[];
  /** Empty without sound. */
  readonly audio: readonly string[];
  /** Parameter sets of the scene: SPS and PPS; for H.265 with the VPS before them. */
  readonly parameterSets: readonly Buffer[];
  readonly h264: readonly string[];
  readonly aac: readonly string[];
  readonly pcma: readonly string[];
  readonly opus: readonly string[];
}

export interface FieldAnswer {
  status: number;
  reason: string;
  readonly headers: Map<string, string | readonly string[]>;
  body: string;
}

export interface FieldRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Number of the connection, from 1. */
  readonly connection: number;
}

interface PictureOf {
  readonly index: number;
  readonly isKeyFrame: boolean;
  readonly isHevc: boolean;
}

interface FieldPacket {
  readonly kind: TrackKind;
  /** Number of the picture or of the packet of sound. */
  readonly index: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payloadType: number;
}

export interface FieldConnection {
  /** From 1. */
  readonly number: number;
  /** Writes bytes between the packets. */
  write(bytes: Buffer): void;
  end(): void;
}

export interface FieldAuth {
  /** Each a value of WWW-Authenticate. */
  readonly challenges: readonly ((nonce: string) => string)[];
  /** Algorithms that work, `MD5`. */
  readonly accepts: readonly string[];
  /** Refuses everybody for now. */
  readonly isRefused?: () => boolean;
}

/** What a camera counted. */
export interface FieldStats {
  readonly connections: number;
  /** By method. */
  readonly requests: Readonly<Record<string, number>>;
  /** Addresses of SETUP, without the origin, with the status of the answer: `/case/track1 200`. */
  readonly setups: Readonly<Record<string, number>>;
  readonly plays: number;
  /** Requests after PLAY and reports, by method; `RTCP` for reports. */
  readonly signsOfLife: Readonly<Record<string, number>>;
  /** Sessions that ended for want of one. */
  readonly timeouts: number;
  /** Requests with credentials that were refused. */
  readonly refused: number;
}

export interface FieldCamera {
  /** Without credentials. */
  readonly url: string;
  /** What {@link FieldBehaviour.auth} accepts. */
  readonly username: string;
  readonly password: string;
  stats(): FieldStats;
  /** Closes all connections and the port. */
  close(): Promise<void>;
}
