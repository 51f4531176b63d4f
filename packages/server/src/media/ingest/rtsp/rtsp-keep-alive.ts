import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../../kernel/app-error.ts';
import type { RtspAnswer } from './rtsp-connection.ts';
import type { RtspMemory, SignOfLife } from './rtsp-memory.ts';

export interface KeepAlive {
  /**
   * The camera ended the session, or stopped sending.
   * @param lifetimeMs how long it sent
   */
  onEnded(lifetimeMs: number): void;
  stop(): void;
}

export interface KeepAliveOptions {
  readonly clock: Clock;
  readonly memory: RtspMemory;
  /** The camera names GET_PARAMETER among its methods. */
  readonly knowsGetParameter: boolean;
  /** Timeout of the session. */
  readonly timeoutSeconds: number;
  send(sign: SignOfLife): Promise<RtspAnswer>;
}

/** @returns how often a session needs a keep-alive request, ms */
export function keepAliveInterval(timeoutSeconds: number): number {
  return Math.max(2, Math.min(30, timeoutSeconds / 2)) * 1000;
}

/**
 * Sends keep-alive requests. Cameras accept different methods, whatever they announce: a method that is refused or not answered is
 * replaced by the next one, and after a session that ends at about its timeout, the next session begins with another method.
 */
export function keepAlive({ clock, memory, knowsGetParameter, timeoutSeconds, send }: KeepAliveOptions): KeepAlive {
  const signs: readonly SignOfLife[] = knowsGetParameter
    ? ['GET_PARAMETER', 'OPTIONS', 'SET_PARAMETER']
    : ['OPTIONS', 'GET_PARAMETER', 'SET_PARAMETER'];
  const nextOf = (of: SignOfLife): SignOfLife => signs[(signs.indexOf(of) + 1) % signs.length] ?? of;
  let sign = memory.sign ?? (knowsGetParameter ? 'GET_PARAMETER' : 'OPTIONS');
  let isStopped = false;
  /** A method that the camera has not answered yet, and never did. */
  let unanswered: SignOfLife | null = null;
  const answered = new Set<SignOfLife>();
  /** @param tries how many other methods may follow at once */
  const sendSign = async (tries: number): Promise<void> => {
    const sent = sign;
    unanswered = answered.has(sent) ? null : sent;
    const isAnswered = await send(sent).then(
      ({ status }) => {
        answered.add(sent);
        unanswered = null;
        return status < 300;
      },
      // A connection that has ended says nothing about the method.
      (error: unknown) => !(error instanceof AppError && error.code === 'camera-timeout'),
    );
    if (isAnswered || isStopped || sign !== sent) return;
    sign = nextOf(sent);
    if (tries > 0) await sendSign(tries - 1);
  };
  const cancel = callEvery(clock, keepAliveInterval(timeoutSeconds), () => void sendSign(signs.length - 1));
  return {
    onEnded: (lifetimeMs) => {
      const timeouts = lifetimeMs / 1000 / timeoutSeconds;
      // Some cameras end the connection at a method that they don't know.
      if (unanswered !== null) memory.sign = nextOf(unanswered);
      else if (timeouts >= 0.75 && timeouts <= 2) memory.sign = nextOf(sign);
      else if (timeouts > 2) memory.sign = sign;
    },
    stop: () => {
      isStopped = true;
      cancel();
    },
  };
}
