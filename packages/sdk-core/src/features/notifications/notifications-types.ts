import type { ReadonlySignal } from '@preact/signals-core';
import type { PlacePresence, UpdatePresenceBody } from '@watchpost/contract/schemas/locations';
import type {
  CameraNotifications,
  ChannelTest,
  EventNotifications,
  UpdateCameraNotificationsBody,
  UpdateEventNotificationsBody,
} from '@watchpost/contract/schemas/notifications';
import type { EventType } from '@watchpost/contract/schemas/events';
import type { WatchpostError } from '../../kernel/errors.ts';
import type { CallOptions, Unsubscribe } from '../../kernel/ports.ts';

/** `blocked`: only the browser's own settings can undo it. `unsupported`: this browser or this page (plain http) has no push. */
export type PushPermission = 'default' | 'granted' | 'blocked' | 'unsupported';

/** Whether this browser receives notifications; `failed` says why not. */
export type PushConnection =
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected' }
  | { readonly kind: 'failed'; readonly error: WatchpostError };

/** The permission of the browser, and the connection that it allows. */
export interface PushState {
  readonly permission: PushPermission;
  readonly connection: PushConnection;
}

/** Notifications of the cameras' events in this browser, also while no tab is open. */
export interface NotificationsApi {
  /** The confirmed state: `connected` once the server has the subscription. */
  readonly state: ReadonlySignal<PushState>;
  /**
   * Asks for the permission, registers the service worker, subscribes, and sends the subscription to the server. Call it from a
   * click: otherwise browsers don't ask. A second call joins the first one; disconnect() cancels it. Never throws: see `state` and onError.
   * @example button.onclick = () => client.notifications.connect();
   */
  connect(): Promise<void>;
  /** Reconnects without asking, if this user had notifications on here and the permission is still granted. Call it at the start of an app. */
  resume(): Promise<void>;
  /** Removes the subscription from the server and the browser. Never throws. Signing out does the same. */
  disconnect(): Promise<void>;
  /**
   * Makes the server send a test message to this device.
   * @throws {WatchpostError} `not-found` when this device is not connected
   */
  sendTest(options?: CallOptions): Promise<void>;
  /**
   * Sends one message through each of the user's channels: every connected device, every chat, and e-mail. An entry for each says whether it was
   * sent, or what broke.
   * @throws {WatchpostError} `too-many-requests`
   * @example const broken = (await client.notifications.testAll()).filter(({ state }) => state === 'failed');
   */
  testAll(options?: CallOptions): Promise<ChannelTest[]>;
  /** Returns who is home at each of the user's locations; the cameras without a location are the last entry. */
  presence(options?: CallOptions): Promise<PlacePresence[]>;
  /**
   * Sets it: alerts with `onlyWhenAway` come only while nobody is home.
   * @param change `locationId`: null for the cameras without a location, undefined for all places
   * @returns all places
   * @throws {WatchpostError} `not-found` for an unknown location
   * @example await client.notifications.updatePresence({ presence: 'away' });
   */
  updatePresence(change: UpdatePresenceBody, options?: CallOptions): Promise<PlacePresence[]>;
  /**
   * Returns the user's notification settings for one camera. They apply to all connected devices.
   * @throws {WatchpostError} `not-found` for a camera that does not exist or is not visible
   */
  camera(cameraId: string, options?: CallOptions): Promise<CameraNotifications>;
  /**
   * Changes these settings, for this user only.
   * @param change `snoozedUntil`: no events are announced before this time, Unix milliseconds; `endlessSnooze` until it is set to null
   * @throws {WatchpostError} `not-found` as `camera`, `invalid-request`
   * @example await client.notifications.updateCamera(cameraId, { snoozedUntil: client.serverNow() + 3_600_000 });
   */
  updateCamera(cameraId: string, change: UpdateCameraNotificationsBody, options?: CallOptions): Promise<CameraNotifications>;
  /**
   * Returns the user's notification settings for one event type of one camera. They apply to all connected devices.
   * @throws {WatchpostError} `not-found` as `camera`
   * @example const { isEnabled, schedule } = await client.notifications.event(cameraId, 'human');
   */
  event(cameraId: string, type: EventType, options?: CallOptions): Promise<EventNotifications>;
  /**
   * Changes these settings, for this user only.
   * @param change `isEnabled`: by push; `isEmailEnabled`: by e-mail; `cooldownSeconds`: 0 to 3600; `schedule`: when to notify, null for always
   * @throws {WatchpostError} `not-found` as `camera`, `invalid-request`
   * @example
   * const night = { days: [...weekdays], from: '22:00', to: '07:00' };
   * await client.notifications.updateEvent(cameraId, 'human', { schedule: [night] });
   */
  updateEvent(cameraId: string, type: EventType, change: UpdateEventNotificationsBody, options?: CallOptions): Promise<EventNotifications>;
  /** Reports every failure of connecting and disconnecting. Apps may ignore them. */
  onError(listener: (error: WatchpostError) => void): Unsubscribe;
}
