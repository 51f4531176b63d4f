import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newSecret } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/log.ts';
import type { StreamQuality } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import type { WhepReach } from './whep-reach.ts';
import { startWhepSession, type WhepSession } from './whep-session.ts';

export interface WhepRequest {
  readonly cameraId: string;
  readonly customerId: string;
  readonly quality: StreamQuality;
  readonly offer: string;
  readonly addresses: readonly string[];
  /** Asked every 10 s. @throws {AppError} below 500 when the access has ended */
  readonly checkAccess: () => Promise<void>;
}

/** All viewers over WebRTC. */
export interface Whep {
  /** @throws {AppError} camera-offline, webrtc-impossible, invalid-request, too-many-requests */
  start(request: WhepRequest): Promise<{ readonly sessionId: string; readonly answer: string }>;
  /** False when there is no such session of this customer at this camera. */
  end(cameraId: string, customerId: string, sessionId: string): boolean;
  /** Ends the sessions of a camera that is gone. */
  stop(cameraId: string): void;
  readonly viewers: number;
  close(): void;
}

const maximumSessions = 128;
const sessionsOfOne = 24;
const checkEvery = 9000;

interface Entry {
  readonly cameraId: string;
  readonly customerId: string;
  readonly checkAccess: () => Promise<void>;
  session: WhepSession | null;
  isEnded: boolean;
}

export interface WhepOptions {
  readonly streams: StreamRegistry;
  readonly clock: Clock;
  readonly log: Logger;
  readonly reach: WhepReach;
  readonly start?: typeof startWhepSession;
}

export function createWhep({ streams, clock, log, reach, start = startWhepSession }: WhepOptions): Whep {
  const sessions = new Map<string, Entry>();
  let stopTimer: (() => void) | null = null;

  const remove = (sessionId: string): void => {
    const entry = sessions.get(sessionId);
    sessions.delete(sessionId);
    if (entry && !entry.isEnded) {
      entry.isEnded = true;
      entry.session?.end();
    }
    if (sessions.size > 0) return;
    stopTimer?.();
    stopTimer = null;
  };
  const check = (): void => {
    for (const [sessionId, { cameraId, checkAccess }] of sessions) {
      checkAccess().catch((error: unknown) => {
        // A database that is away ends nothing.
        if (error instanceof AppError && error.status < 500) remove(sessionId);
        else log.warn({ err: error, cameraId }, 'Access to a camera could not be checked');
      });
    }
  };

  return {
    start: async ({ cameraId, customerId, quality, offer, addresses, checkAccess }) => {
      const own = [...sessions.values()].filter((entry) => entry.customerId === customerId).length;
      if (sessions.size >= maximumSessions || own >= sessionsOfOne) throw new AppError('too-many-requests', { retryAfter: 10 });
      const sessionId = newSecret();
      // The place is taken while the two ends still negotiate.
      const entry: Entry = { cameraId, customerId, checkAccess, session: null, isEnded: false };
      sessions.set(sessionId, entry);
      stopTimer ??= clock.every(checkEvery, check);
      try {
        entry.session = await start({ cameraId, quality, offer, addresses, reach, streams, clock, onEnd: () => remove(sessionId) });
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
    end: (cameraId, customerId, sessionId) => {
      const entry = sessions.get(sessionId);
      if (entry?.cameraId !== cameraId || entry.customerId !== customerId) return false;
      remove(sessionId);
      return true;
    },
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
