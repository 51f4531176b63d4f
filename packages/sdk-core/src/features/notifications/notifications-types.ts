import type { ReadonlySignal } from '@preact/signals-core';
import type { CameraNotifications, UpdateCameraNotificationsBody } from '@watchpost/contract/schemas/notifications';
import type { WatchpostError } from '../../kernel/errors.ts';
import type { CallOptions, Unsubscribe } from '../../kernel/ports.ts';

/** `blocked`: only the browser's own settings can undo it. `unsupported`: this browser or this page (plain http) has no push. */
export type PushPermission = 'default' | 'granted' | 'blocked' | 'unsupported';

export type PushConnection =
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected' }
  | { readonly kind: 'failed'; readonly error: WatchpostError };

export interface PushState {
  readonly permission: PushPermission;
  readonly connection: PushConnection;
}

/** Notifications of the cameras' events in this browser, also while no tab is open. */
export interface NotificationsApi {
  /** What is so, never what is hoped for: `connected` once the server has the subscription. */
  readonly state: ReadonlySignal<PushState>;
  /**
   * Asks for the permission, registers the service worker, subscribes and tells the server. Call it from a click: browsers ask
   * nobody otherwise. A second call joins the first one; disconnect() gives it up. Never throws: see `state` and onError.
   * @example button.onclick = () => client.notifications.connect();
   */
  connect(): Promise<void>;
  /** Connects again, without asking anything, if this person had it on here and the permission stands. For the start of an app. */
  resume(): Promise<void>;
  /** Takes the subscription from the server and from the browser. Never throws. Signing out does the same. */
  disconnect(): Promise<void>;
  /**
   * Has the server send one message to this device.
   * @throws {WatchpostError} `not-found` when this device is not connected
   */
  sendTest(options?: CallOptions): Promise<void>;
  /**
   * What this person is told of one camera, on every device that is connected.
   * @throws {WatchpostError} `not-found` for a camera that does not exist or is not visible
   */
  camera(cameraId: string, options?: CallOptions): Promise<CameraNotifications>;
  /**
   * Changes that, for this person only.
   * @throws {WatchpostError} `not-found` as `camera`
   * @example await client.notifications.updateCamera(cameraId, { isStatusNotified: true });
   */
  updateCamera(cameraId: string, change: UpdateCameraNotificationsBody, options?: CallOptions): Promise<CameraNotifications>;
  /** Every failure of connecting and disconnecting; an app may well ignore them. */
  onError(listener: (error: WatchpostError) => void): Unsubscribe;
}
