import type { Db } from '../../db/database.ts';
import type { TestServer } from '../test-server.ts';

/** Makes one call of the matrix for an actor with the right: valid except for the actor. */
export interface Attempt {
  readonly body?: unknown;
  /** Sent beside those of the actor. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as multipart form data instead. */
  readonly form?: Readonly<Record<string, string>>;
  /** An SDP offer, sent as such. */
  readonly sdp?: string;
  readonly query?: string;
  /** Second parameter of the path. */
  readonly file?: string;
  /** Parameters of the path by their names. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The path's `{id}`, if it is not the empty camera of this attempt. */
  readonly cameraId?: string;
  readonly isUpgrade?: boolean;
}

/** A column of the matrix. */
export type Actor = (typeof actors)[number];
export const actors = ['A', 'S', 'V', 'Vna', 'Vnu', 'F', 'O', 'X', 'R', 'RP'] as const;

export interface Scene {
  readonly db: Db;
  readonly server: TestServer;
  readonly cameraId: string;
  readonly ownerId: string;
  /** The caller. */
  readonly actor: Actor;
  /** The caller's authorization; empty for A. */
  readonly headers: Record<string, string>;
  /** A device of the caller other than the current one; an unknown one for A. */
  readonly otherDeviceId: string;
  /** A camera that is online and has been recorded for some seconds. */
  readonly live: LiveCamera;
}

/** Its files, named as in the playlists. */
export interface LiveCamera {
  readonly cameraId: string;
  readonly liveInit: string;
  readonly recordedFrom: number;
  readonly recordedTo: number;
  readonly recordedInit: string;
}
