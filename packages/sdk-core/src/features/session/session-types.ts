import type { ReadonlySignal } from '@preact/signals-core';
import type { RequestCodeAnswer } from '@watchpost/contract/schemas/session';
import type { CallOptions, Unsubscribe } from '../../kernel/ports.ts';

/** The signed-in user. Contains no tokens: it changes with the user, not with every token rotation. */
export interface Session {
  readonly customerId: string;
  readonly email: string;
  readonly analyticsId: string;
}

/** A session that has just begun. */
export interface SignIn extends Session {
  /** This sign-in canceled the deletion of the account. */
  readonly isRestored: boolean;
}

/** `elsewhere`: another tab signed out. */
export type SessionEnd = 'signed-out' | 'expired' | 'elsewhere';

/** Another tab changed the signed-in user. */
export interface SubjectChange {
  /** Customer ids; null without a session. */
  readonly previous: string | null;
  readonly current: string | null;
}

/** What a program shows to the user who signs it in, on a screen or in a terminal. */
export interface DeviceCode {
  /** What the user enters, `WDJB-MJHT`. */
  readonly userCode: string;
  /** The page where the user enters it. */
  readonly verificationUrl: string;
  /** The same page with the code filled in, for a link or a QR code. */
  readonly verificationUrlComplete: string;
  /** Unix milliseconds by this device's clock. */
  readonly expiresAt: number;
}

/** How a program without a keyboard signs in: it shows a code, which its user approves in a browser (RFC 8628). */
export interface DeviceCodeSignIn {
  /** The name by which the user recognizes the program, before approving and later among the devices; at most 60 characters. */
  readonly deviceName: string;
  /** Shows the code; called once. */
  readonly onCode: (code: DeviceCode) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Sign-in by e-mail and one-time code, or by device code, and the session after it. */
export interface SessionApi {
  /** The signed-in user, or null; follows sign-in, sign-out and other tabs. @example const email = client.session.current.value?.email; */
  readonly current: ReadonlySignal<Session | null>;
  /**
   * Sends a one-time code to the address. The answer is the same whether the address is known or not.
   * @throws {WatchpostError} `too-many-requests` with `retryAfterSeconds`
   * @example const { resendAfterSeconds } = await client.session.requestCode('anna@example.com');
   */
  requestCode(email: string, options?: CallOptions): Promise<RequestCodeAnswer>;
  /**
   * Signs in. `isRestored`: the account was scheduled for deletion, and signing in canceled that.
   * @throws {WatchpostError} `invalid-code` "Invalid or expired code", `too-many-requests`
   * @example const { isRestored } = await client.session.confirmCode({ email: 'anna@example.com', code: '123456' });
   */
  confirmCode(input: { readonly email: string; readonly code: string }, options?: CallOptions): Promise<SignIn>;
  /**
   * Signs in a program that has no page of its own, such as a command: its user approves it in a browser where they are signed in (RFC 8628).
   * Resolves once they have; a network outage meanwhile does no harm.
   * @throws {WatchpostError} `access-denied`, `expired-token` after 10 minutes, `too-many-requests`, `aborted` by the signal
   * @example
   * await client.session.signInWithDeviceCode({
   *   deviceName: 'Backup on nas',
   *   onCode: ({ userCode, verificationUrl }) => console.log(`Open ${verificationUrl} and enter ${userCode}`),
   * });
   */
  signInWithDeviceCode(input: DeviceCodeSignIn): Promise<SignIn>;
  /** Signs out here immediately, then on the server if it can be reached (at most 5 s). Never throws. @example await client.session.signOut(); */
  signOut(): Promise<void>;
  /** Resolves to an access token that is valid for the next seconds, renewed if it is about to expire; null without a session. */
  accessToken(): Promise<string | null>;
  /** Called once whenever a session ends, with the reason. @example const stop = client.session.onEnded((reason) => showSignIn(reason)); */
  onEnded(listener: (reason: SessionEnd) => void): Unsubscribe;
  /** Another tab signed out, or signed in as another user: reload the page. New tokens of the same user don't count. */
  onSubjectChanged(listener: (change: SubjectChange) => void): Unsubscribe;
}

/** What other features may do to the session. A late answer for a user who is no longer signed in changes nothing. */
export interface SessionControl {
  /** Identifies this device: a UUID that survives sign-outs. */
  deviceId(): string;
  /** Sets the signed-in user's new address; other tabs show it without a reload. */
  emailChanged(customerId: string, email: string): void;
  /** Ends the session here after the server deleted it with the account, without another call. */
  accountDeleted(customerId: string): void;
}
