import type { ReadonlySignal } from '@preact/signals-core';
import type { RequestCodeAnswer } from '@watchpost/contract/schemas/session';
import type { CallOptions, Unsubscribe } from '../../kernel/ports.ts';

/** Who is signed in. Tokens are not part of it: it changes with the person, not with every rotation. */
export interface Session {
  readonly customerId: string;
  readonly email: string;
  readonly analyticsId: string;
}

/** A session that has just begun. */
export interface SignIn extends Session {
  /** This sign-in called off the deletion of the account. */
  readonly isRestored: boolean;
}

/** `elsewhere`: another tab signed out. */
export type SessionEnd = 'signed-out' | 'expired' | 'elsewhere';

/** Another tab changed who is signed in. */
export interface SubjectChange {
  /** Customer ids; null: nobody. */
  readonly previous: string | null;
  readonly current: string | null;
}

/** Sign-in by e-mail and one-time code, and the session after it. */
export interface SessionApi {
  /** Follows sign-in, sign-out and other tabs. */
  readonly current: ReadonlySignal<Session | null>;
  /**
   * Sends a one-time code to the address. The answer is the same whether the address is known or not.
   * @example const { resendAfterSeconds } = await client.session.requestCode('anna@example.com');
   */
  requestCode(email: string, options?: CallOptions): Promise<RequestCodeAnswer>;
  /**
   * Signs in. `isRestored`: the account was about to be deleted, and signing in has called that off.
   * @throws {WatchpostError} `invalid-code` "Invalid or expired code"
   * @example const { isRestored } = await client.session.confirmCode({ email: 'anna@example.com', code: '123456' });
   */
  confirmCode(input: { readonly email: string; readonly code: string }, options?: CallOptions): Promise<SignIn>;
  /** Signs out here at once, then on the server as far as it can be reached (at most 5 s). Never throws. */
  signOut(): Promise<void>;
  /** An access token good for the next seconds, renewed when near its end; null when nobody is signed in. */
  accessToken(): Promise<string | null>;
  /** Called once for each end of a session. */
  onEnded(listener: (reason: SessionEnd) => void): Unsubscribe;
  /** Another tab signed in as somebody else, or out. A new token of the same person is no change. Reload the page then. */
  onSubjectChanged(listener: (change: SubjectChange) => void): Unsubscribe;
}

/** What other features may do to the session. Answers that are late, for somebody who is signed in no more, change nothing. */
export interface SessionControl {
  /** This device, a UUID that stays over sign-outs. */
  deviceId(): string;
  /** The signed-in person has a new address; other tabs show it without a reload. */
  emailChanged(customerId: string, email: string): void;
  /** The server has ended the session with the account: it ends here too, without another call. */
  accountDeleted(customerId: string): void;
}
