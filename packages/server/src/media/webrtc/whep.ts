import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import { newSecret } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/log.ts';
import type { StreamQuality } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import type { WhepReach } from './whep-reach.ts';
import { startWhepSession, type WhepSession } from './whep-session.ts';

interface WhepRequest {
  readonly cameraId: string;
  /** Whose access it is. */
  readonly customerId: string;
  /** Who watches: that customer, or a guest of theirs. */
  readonly viewerId: string;
  readonly quality: StreamQuality;
  readonly offer: string;
  /** Whether the viewer has access to audio. */
  readonly audio: boolean;
  readonly addresses: readonly string[];
  /**
   * Called every 10 s.
   * @throws {AppError} below 500 when the access has ended
   */
  readonly checkAccess: () => Promise<void>;
  /** Called once when the session is over, or could not start. */
  readonly onEnd: () => void;
}

/** All WebRTC sessions of viewers. */
export interface Whep {
  /**
   * Starts a session and returns its id and the SDP answer.
   * @throws {AppError} camera-offline, webrtc-impossible, invalid-request, too-many-requests
   */
  start(request: WhepRequest): Promise<{ readonly sessionId: string; readonly answer: string }>;
  /** Ends a session; returns false when this viewer has no such session at this camera. */
  end(cameraId: string, viewerId: string, sessionId: string): boolean;
  /** Checks the viewers of a camera at once: those with one customer's access, or all. */
  onAccessChanged(cameraId: string, customerId: string | null): void;
  /** Ends the sessions of a removed camera. */
  stop(cameraId: string): void;
  readonly viewers: number;
  close(): void;
}

const maxSessions = 128;
const maxSessionsPerViewer = 24;
const accessCheckIntervalMs = 9000;

interface Entry {
  readonly cameraId: string;
  readonly customerId: string;
  readonly viewerId: string;
  readonly checkAccess: () => Promise<void>;
  readonly onEnd: () => void;
  session: WhepSession | null;
  isEnded: boolean;
}

export interface WhepOptions {
  readonly streams: StreamRegistry;
  readonly clock: Clock;
  readonly log: Logger;
  readonly reach: WhepReach;
  readonly start?: typeof startWhepSession;
  /** Names this server in the ids of its sessions, so that others can pass on what is about them; null where it runs alone. */
  readonly nodeId?: string | null;
}

export function createWhep({ streams, clock, log, reach, start = startWhepSession, nodeId = null }: WhepOptions): Whep {
  const sessions = new Map<string, Entry>();
  let stopTimer: (() => void) | null = null;

  const remove = (sessionId: string): void => {
    const entry = sessions.get(sessionId);
    sessions.delete(sessionId);
    if (entry && !entry.isEnded) {
      entry.isEnded = true;
      entry.session?.end();
      entry.onEnd();
    }
    if (sessions.size > 0) return;
    stopTimer?.();
    stopTimer = null;
  };
  const check = (isConcerned: (entry: Entry) => boolean): void => {
    for (const [sessionId, entry] of sessions) {
      if (!isConcerned(entry)) continue;
      const { cameraId, checkAccess } = entry;
      checkAccess().catch((error: unknown) => {
        // An unavailable database ends nothing.
        if (error instanceof AppError && error.status < 500) remove(sessionId);
        else log.warn({ err: error, cameraId }, 'Access to a camera could not be checked');
      });
    }
  };

  return {
    start: async ({ cameraId, customerId, viewerId, quality, offer, audio, addresses, checkAccess, onEnd }) => {
      const own = [...sessions.values()].filter((entry) => entry.viewerId === viewerId).length;
      if (sessions.size >= maxSessions || own >= maxSessionsPerViewer) throw new AppError('too-many-requests', { retryAfter: 10 });
      const sessionId = nodeId === null ? newSecret() : `${nodeId}-${newSecret()}`;
      // The session counts towards the limits while the two ends still negotiate.
      const entry: Entry = { cameraId, customerId, viewerId, checkAccess, onEnd, session: null, isEnded: false };
      sessions.set(sessionId, entry);
      stopTimer ??= callEvery(clock, accessCheckIntervalMs, () => check(() => true));
      try {
        entry.session = await start({ cameraId, quality, offer, audio, addresses, reach, streams, clock, onEnd: () => remove(sessionId) });
      } catch (error) {
        remove(sessionId);
        throw error;
      }
      if (entry.isEnded) {
        entry.session.end();
        throw new AppError('camera-offline');
      }
      return { sessionId, answer: entry.session.answer };
    },
    end: (cameraId, viewerId, sessionId) => {
      const entry = sessions.get(sessionId);
      if (entry?.cameraId !== cameraId || entry.viewerId !== viewerId) return false;
      remove(sessionId);
      return true;
    },
    onAccessChanged: (cameraId, customerId) =>
      check((entry) => entry.cameraId === cameraId && (customerId === null || entry.customerId === customerId)),
    stop: (cameraId) => {
      for (const [sessionId, entry] of sessions) if (entry.cameraId === cameraId) remove(sessionId);
    },
    get viewers() {
      return sessions.size;
    },
    close: () => {
      for (const sessionId of sessions.keys()) remove(sessionId);
    },
  };
}
