import type { ReadonlySignal } from '@preact/signals-core';
import type { AgentAudioTrack, AgentSample, AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import type { Unsubscribe } from '../../kernel/ports.ts';

/** What a phone says of itself at its registration. */
export interface PhoneIdentity {
  /** 1 to 100 characters; the camera's initial name. */
  readonly title?: string;
  readonly model?: string;
  /** IANA name of the time zone; an invalid one is omitted. */
  readonly timeZone?: string;
}

/** Which camera of the phone films: the one above the screen, or that on its back. */
export type PhoneLens = 'front' | 'rear';
/** `unknown`: the browser doesn't expose it. */
export type PhoneNetwork = 'wifi' | 'cellular' | 'unknown';

/** The battery of a phone that is a camera. */
export interface PhoneBattery {
  /** 0 to 1. */
  readonly level: number;
  readonly isCharging: boolean;
}

/** The user's choices on the phone, stored there. */
export interface PhoneSettings {
  readonly lens: PhoneLens;
  readonly withSound: boolean;
  /** Nothing is sent over the mobile network; only for browsers that report the network type. */
  readonly wifiOnly: boolean;
  /** Lit while the rear lens films, if the phone has a light. */
  readonly withTorch: boolean;
}

/** The reason for a missing picture; the app offers a remedy for each. */
export type PhoneFailure =
  /** The page was loaded over plain http, where browsers don't open cameras. */
  | 'insecure'
  /** The browser can't encode H.264. */
  | 'unsupported'
  /** The user, or the system's settings, refused access. */
  | 'refused'
  | 'no-camera'
  /** Another program uses the camera. */
  | 'busy'
  /** The browser lets the page play nothing without a press, as Safari in Low Power Mode: `start` in a press. */
  | 'blocked'
  /** The server can't decode what this browser encodes. It is tried again from time to time. */
  | 'unreadable';

/** What the phone does as a camera, or why it does not film. */
export type PhoneCameraState =
  /** Not registered as a camera yet: open a link first. */
  | { readonly kind: 'new' }
  | { readonly kind: 'off' }
  | { readonly kind: 'opening' }
  /** `link`: the state of the connection to the server. */
  | { readonly kind: 'filming'; readonly link: PhoneLinkState }
  /** The browser took the camera away, as behind a lock screen; it is opened again when the page is visible. */
  | { readonly kind: 'asleep' }
  | { readonly kind: 'no-wifi' }
  | { readonly kind: 'failed'; readonly reason: PhoneFailure }
  /** Another tab of this browser films as this camera; `start` takes over. */
  | { readonly kind: 'elsewhere' }
  /** The owner has removed the camera; the credential is deleted. */
  | { readonly kind: 'removed' };

/** State of the connection to the server; `waiting`: until the next attempt. */
export type PhoneLinkState = 'connecting' | 'live' | 'waiting';

/** The abilities of the open camera. */
export interface PhoneAbilities {
  readonly lens: PhoneLens;
  readonly hasTorch: boolean;
  /** False if audio was requested but the microphone was refused, or the browser can't encode it. */
  readonly hasSound: boolean;
}

/** What a phone sends: its video track, and its sound if there is any. */
export interface PhoneTracks {
  readonly video: AgentVideoTrack;
  readonly audio: AgentAudioTrack | null;
}
/** One encoded frame or block of sound. Times are in seconds. */
export type PhoneSample = Omit<AgentSample, 'stream' | 'late'>;

/** Receives what a phone’s encoders produce. */
export interface PhoneRecordingHandlers {
  /** Called before the first sample, and when the picture changes its size. */
  onTracks(tracks: PhoneTracks): void;
  onSample(sample: PhoneSample): void;
}

/** A running recording of the phone: its encoder follows the server’s requests. */
export interface PhoneRecording {
  /** @param bitsPerSecond bitrate of the video */
  setBitrate(bitsPerSecond: number): void;
  /** Makes the next frame a key frame. */
  requestKeyFrame(): void;
  /** Stops encoding while nothing is sent. */
  setPaused(isPaused: boolean): void;
}

/** An open camera. */
export interface PhoneCapture {
  readonly abilities: PhoneAbilities;
  setTorch(isOn: boolean): Promise<void>;
  record(handlers: PhoneRecordingHandlers, bitsPerSecond: number): PhoneRecording;
  /**
   * Called once when the browser takes the camera away, no picture has arrived for a while, or it can't be encoded; with the reason
   * when trying again can't help.
   */
  onLost(listener: (reason?: PhoneFailure) => void): Unsubscribe;
  close(): void;
}

/** The phone itself; `createPhoneDevice` from `@watchpost/sdk-core/browser` uses the one that the page runs on. */
export interface PhoneDevice {
  /** Why the phone can't be a camera at all; null if it can. */
  unfit(): Promise<PhoneFailure | null>;
  /** Called in the press that starts the camera: some browsers let a page play picture and sound only from then on. */
  onPress?(options: { readonly withSound: boolean }): void;
  /** Opens the camera. @throws {PhoneCameraError} with the reason for a missing picture */
  open(options: { readonly lens: PhoneLens; readonly withSound: boolean }): Promise<PhoneCapture>;
  /** Keeps the screen on while the page is visible, if the browser can. */
  keepAwake(): Unsubscribe;
  /** Reports the current value immediately; null if the browser doesn't expose it. */
  watchBattery(listener: (battery: PhoneBattery | null) => void): Unsubscribe;
  watchNetwork(listener: (network: PhoneNetwork) => void): Unsubscribe;
  watchVisible(listener: (isVisible: boolean) => void): Unsubscribe;
}

/** The part of a WebSocket that publishing needs; the platform's own implements it. */
export interface PhoneSocket {
  binaryType: 'arraybuffer' | 'blob';
  /** Number of bytes that wait to be sent. */
  readonly bufferedAmount: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number }) => void): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
}

/** This browser as a camera of the server. */
export interface PhoneCamera {
  readonly state: ReadonlySignal<PhoneCameraState>;
  readonly settings: ReadonlySignal<PhoneSettings>;
  /** Abilities of the open camera; null while it is closed. */
  readonly abilities: ReadonlySignal<PhoneAbilities | null>;
  readonly battery: ReadonlySignal<PhoneBattery | null>;
  readonly network: ReadonlySignal<PhoneNetwork>;
  /** The name given at registration. */
  readonly title: ReadonlySignal<string | null>;
  /**
   * Opens the camera, then registers this phone with the token's account: if the user refuses access to the camera, the token stays unused.
   * Call it in the user's press: some browsers let a page play only then. What has to be found out about the phone first may be a promise.
   * @throws {PhoneCameraError} with the reason for a missing picture
   * @throws {WatchpostError} `registration-token-invalid`, `registration-token-used`, `network` …
   */
  register(registrationToken: string, phone?: PhoneIdentity | Promise<PhoneIdentity>): Promise<void>;
  /** Call it in the user's press, like `register`. */
  start(): void;
  stop(): void;
  /** Changes settings; call it in the user's press, like `register`. All except the light are kept across reloads. */
  set(change: Partial<PhoneSettings>): void;
  /** Stops, and deletes the credential; the owner's camera remains until they remove it. */
  forget(): void;
  dispose(): void;
}
