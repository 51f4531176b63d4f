import {
  readSettingsCommand,
  writeNetworkCommand,
  type DeviceState,
  type NetworkInterface,
  type UpdateNetworkBody,
} from '@watchpost/contract/schemas/camera-settings';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';

export interface NetworkChangeDeps {
  readonly clock: Clock;
  readonly control: CameraControl;
  /** Checks that the server may connect to the address for this camera. @throws {AppError} camera-address-forbidden */
  readonly checkAddress: (cameraId: string, address: string) => Promise<unknown>;
  readonly places: CameraPlaces;
}

/** Knows the hosts of cameras that are reached by address. */
export interface CameraPlaces {
  /** Returns the camera's host; null for a camera that connects by itself. */
  hostOf(cameraId: string): string | null;
  /** Queries the camera at this host from now on, without storing it. */
  tryHost(cameraId: string, host: string): void;
  /** Stores the camera's new host, and reconnects its stream there. */
  keepHost(cameraId: string, host: string): Promise<void>;
}

/** Time for a camera to answer at its new address, ms: some cameras restart. */
const moveTimeoutMs = 100_000;
const pollIntervalMs = 2000;

/**
 * Changes a camera's network settings, and follows it to its new address.
 * @throws {AppError} camera-unsupported, camera-address-forbidden, camera-failed when nothing changed, camera-offline when it is not found
 * again
 */
export async function changeNetwork(
  { clock, control, checkAddress, places }: NetworkChangeDeps,
  cameraId: string,
  change: UpdateNetworkBody,
  signal: AbortSignal,
): Promise<DeviceState> {
  const host = places.hostOf(cameraId);
  const isSame = (one: NetworkInterface): boolean => one.name === change.name;
  const before = (await control.send(cameraId, readSettingsCommand, {}, { signal })).network.find(isSame);
  if (!before || host === null) throw new AppError('camera-unsupported');
  const isMoving = change.ipMode === 'static' && before.ip === host && change.ip !== host;
  // An address given here makes the server connect to it.
  if (isMoving) await checkAddress(cameraId, change.ip);
  signal.throwIfAborted();
  // From here on the change is completed even if the caller leaves: otherwise the camera would be lost.
  await control.send(cameraId, writeNetworkCommand, change);
  if (isMoving) places.tryHost(cameraId, change.ip);
  const end = clock.monotonic() + moveTimeoutMs;
  for (;;) {
    const state = await control.send(cameraId, readSettingsCommand, {}).catch(() => null);
    const now = state?.network.find(isSame);
    if (state && now && isDone(now, change)) {
      if (isMoving) await places.keepHost(cameraId, change.ip);
      return state;
    }
    if (clock.monotonic() >= end) break;
    await new Promise<void>((resolve) => clock.after(pollIntervalMs, resolve));
  }
  if (isMoving) places.tryHost(cameraId, host);
  throw new AppError('camera-failed');
}

function isDone(now: NetworkInterface, change: UpdateNetworkBody): boolean {
  if (now.ipMode !== change.ipMode) return false;
  return change.ipMode === 'dhcp' || (now.ip === change.ip && now.prefixLength === change.prefixLength);
}
