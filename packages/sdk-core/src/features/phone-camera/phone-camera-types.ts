import type { ReadonlySignal } from '@preact/signals-core';
import type { AgentAudioTrack, AgentSample, AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import type { Unsubscribe } from '../../kernel/ports.ts';

export type PhoneLens = 'front' | 'rear';
/** `unknown`: the browser does not tell. */
export type PhoneNetwork = 'wifi' | 'cellular' | 'unknown';

export interface PhoneBattery {
  /** 0 to 1. */
  readonly level: number;
  readonly isCharging: boolean;
}

/** What a person chooses on the phone; kept there. */
export interface PhoneSettings {
  readonly lens: PhoneLens;
  readonly withSound: boolean;
  /** Nothing is sent over the mobile network; only where the browser tells one from the other. */
  readonly wifiOnly: boolean;
  /** Lit while the rear lens films, where there is a light. */
  readonly withTorch: boolean;
}

/** Why there is no picture, with a way out for each. */
export type PhoneFailure =
  /** The page came over plain http, where browsers open no camera. */
  | 'insecure'
  /** A browser that encodes no H.264. */
  | 'unsupported'
  /** The person, or the system's settings, said no. */
  | 'refused'
  | 'no-camera'
  /** Another program has it. */
  | 'busy';

export type PhoneCameraState =
  /** Belongs to no camera yet: open a link first. */
  | { readonly kind: 'new' }
  | { readonly kind: 'off' }
  | { readonly kind: 'opening' }
  /** `link`: how the picture gets to the server. */
  | { readonly kind: 'filming'; readonly link: PhoneLinkState }
  /** The browser has taken the camera away, as it does behind a lock screen; it is opened again when the page is seen. */
  | { readonly kind: 'asleep' }
  | { readonly kind: 'no-wifi' }
  | { readonly kind: 'failed'; readonly reason: PhoneFailure }
  /** Another tab of this browser films as this camera; `start` takes it back. */
  | { readonly kind: 'elsewhere' }
  /** The owner has removed the camera; nothing is kept any more. */
  | { readonly kind: 'removed' };

export type PhoneLinkState = 'connecting' | 'live' | 'waiting';

/** What the open camera can do. */
export interface PhoneAbilities {
  readonly lens: PhoneLens;
  readonly hasTorch: boolean;
  /** False when sound was asked for and the microphone was refused, or nobody encodes it. */
  readonly hasSound: boolean;
}

export interface PhoneTracks {
  readonly video: AgentVideoTrack;
  readonly audio: AgentAudioTrack | null;
}
export type PhoneSample = Omit<AgentSample, 'stream' | 'late'>;

export interface PhoneRecordingHandlers {
  /** Before the first sample, and when the picture changes its size. */
  onTracks(tracks: PhoneTracks): void;
  onSample(sample: PhoneSample): void;
}

export interface PhoneRecording {
  /** @param bitsPerSecond of the picture */
  setBitrate(bitsPerSecond: number): void;
  /** The next picture stands for itself. */
  requestKeyFrame(): void;
  /** While nobody takes it, nothing is encoded. */
  setPaused(isPaused: boolean): void;
}

/** A camera that is open. */
export interface PhoneCapture {
  readonly abilities: PhoneAbilities;
  setTorch(isOn: boolean): Promise<void>;
  record(handlers: PhoneRecordingHandlers, bitsPerSecond: number): PhoneRecording;
  /** Called once when the browser takes the camera away, no picture has come for a while, or it can't be encoded. */
  onLost(listener: () => void): Unsubscribe;
  close(): void;
}

/** The phone itself; `createPhoneDevice` of `@watchpost/sdk-core/browser` drives the one that the page runs on. */
export interface PhoneDevice {
  /** Why it can not be a camera at all; null when it can. */
  unfit(): Promise<PhoneFailure | null>;
  /** @throws {PhoneCameraError} why there is no picture */
  open(options: { readonly lens: PhoneLens; readonly withSound: boolean }): Promise<PhoneCapture>;
  /** Keeps the screen on while the page is seen, where browsers can. */
  keepAwake(): Unsubscribe;
  /** Hears the present value at once; null: the browser does not tell. */
  watchBattery(listener: (battery: PhoneBattery | null) => void): Unsubscribe;
  watchNetwork(listener: (network: PhoneNetwork) => void): Unsubscribe;
  watchVisible(listener: (isVisible: boolean) => void): Unsubscribe;
}

/** The part of a WebSocket that publishing needs; the platform's own fits. */
export interface PhoneSocket {
  binaryType: 'arraybuffer' | 'blob';
  /** Bytes that wait to be sent. */
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
  /** Of the open camera; null before. */
  readonly abilities: ReadonlySignal<PhoneAbilities | null>;
  readonly battery: ReadonlySignal<PhoneBattery | null>;
  readonly network: ReadonlySignal<PhoneNetwork>;
  /** As it was called when it was added. */
  readonly title: ReadonlySignal<string | null>;
  /**
   * Opens the camera, then adds this phone to the account that the token is of: who says no to the browser has not used up the token.
   * @throws {PhoneCameraError} why there is no picture
   * @throws {WatchpostError} registration-token-invalid, registration-token-used, network …
   */
  register(registrationToken: string, phone?: { readonly title?: string; readonly model?: string; readonly timeZone?: string }): Promise<void>;
  start(): void;
  stop(): void;
  /** Lasts beyond a reload, but for the light. */
  set(change: Partial<PhoneSettings>): void;
  /** Stops, and forgets the camera that it was; the owner's camera stays until they remove it. */
  forget(): void;
  dispose(): void;
}
