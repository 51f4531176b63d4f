import { readSettingsCommand, writeNetworkCommand, type DeviceState, type NetworkInterface, type UpdateNetworkBody } from '@watchpost/contract/schemas/camera-settings';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';

export interface NetworkChangeDeps {
  readonly clock: Clock;
  readonly control: CameraControl;
  readonly isAllowed: (address: string) => boolean;
  readonly places: CameraPlaces;
}

/** Where cameras are reached that have an address. */
export interface CameraPlaces {
  /** The host that a camera is asked at; null for one that comes by itself. */
  hostOf(cameraId: string): string | null;
  /** It is asked there from now on; nothing is kept yet. */
  tryHost(cameraId: string, host: string): void;
  /** Keeps where it is, and takes its picture from there. */
  keepHost(cameraId: string, host: string): Promise<void>;
}

/** So long a camera may take to be where it was sent, ms: some restart. */
const patience = 100_000;
const pause = 2000;

/**
 * Changes how a camera is in its network, and follows it to its new address.
 * @throws {AppError} camera-unsupported, camera-address-forbidden, camera-failed when it is as before, camera-offline when it is not found again
 */
export async function changeNetwork({ clock, control, isAllowed, places }: NetworkChangeDeps, cameraId: string, change: UpdateNetworkBody, signal: AbortSignal): Promise<DeviceState> {
  const host = places.hostOf(cameraId);
  const isSame = (one: NetworkInterface): boolean => one.name === change.name;
  const before = (await control.send(cameraId, readSettingsCommand, {}, { signal })).network.find(isSame);
  if (!before || host === null) throw new AppError('camera-unsupported');
  const isMoving = change.ipMode === 'static' && before.ip === host && change.ip !== host;
  // Whoever names an address here sends the server to it.
  if (isMoving && !isAllowed(change.ip)) throw new AppError('camera-address-forbidden');
  signal.throwIfAborted();
  // From here on it is seen through, also when nobody waits for it any more: else the camera would be lost.
  await control.send(cameraId, writeNetworkCommand, change);
  if (isMoving) places.tryHost(cameraId, change.ip);
  const end = clock.monotonic() + patience;
  for (;;) {
    const state = await control.send(cameraId, readSettingsCommand, {}).catch(() => null);
    const now = state?.network.find(isSame);
    if (state && now && isDone(now, change)) {
      if (isMoving) await places.keepHost(cameraId, change.ip);
      return state;
    }
    if (clock.monotonic() >= end) break;
    await new Promise<void>((resolve) => clock.after(pause, resolve));
  }
  if (isMoving) places.tryHost(cameraId, host);
  throw new AppError('camera-failed');
}

function isDone(now: NetworkInterface, change: UpdateNetworkBody): boolean {
  if (now.ipMode !== change.ipMode) return false;
  return change.ipMode === 'dhcp' || (now.ip === change.ip && now.prefixLength === change.prefixLength);
}
