import type { Clock } from '@watchpost/contract/timing/clock';
import { isRefused, OnvifError } from '../kernel/onvif-error.ts';
import type { OnvifNetwork } from '../kernel/onvif-ports.ts';
import { parseOnvifAddress, serviceUrl } from '../soap/onvif-address.ts';
import { connectOnvif } from '../soap/onvif-client.ts';
import { readClockOffset, readServices } from '../soap/onvif-services.ts';
import { readProfiles } from './onvif-camera.ts';
import { chooseProfiles } from './onvif-profiles.ts';
import { jpegSize } from './jpeg-size.ts';

/** Which camera's snapshot to read, and how it is reached. */
export interface OnvifSnapshotOptions {
  readonly address: string;
  /** Without credentials, the camera learns no user name: many return a snapshot all the same. */
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly clock: Clock;
  readonly network: OnvifNetwork;
  /** Aborts when the result is no longer needed. */
  readonly signal: AbortSignal;
}

/** Timeout of the whole request, ms. */
const snapshotTimeoutMs = 8000;
/** Timeout of the picture alone, ms. */
const pictureTimeoutMs = 3000;
const maxPictureBytes = 2 * 1024 * 1024;
/** Maximum size in pixels: no camera sends more, and a decoder needs memory for each. */
const maxSidePixels = 8192;
const maxPixels = 40_000_000;

/**
 * Returns the camera's current picture as JPEG: of its main lens, and small if it has a substream.
 * @throws {OnvifError} camera-wrong-password, camera-unsupported if it has no snapshots, or the exact reason
 * @example const jpeg = await readOnvifSnapshot({ address: '192.168.1.10', clock, network, signal });
 */
export async function readOnvifSnapshot({
  address,
  username = '',
  password = '',
  clock,
  network,
  signal,
}: OnvifSnapshotOptions): Promise<Uint8Array> {
  const device = parseOnvifAddress(address);
  const abort = new AbortController();
  const cancel = clock.after(snapshotTimeoutMs, () => abort.abort());
  try {
    const client = await connectOnvif({ device, username, password, clock, network, signal: AbortSignal.any([abort.signal, signal]) });
    if (username !== '') client.setClockOffset(await readClockOffset(client, device, clock));
    const { media, profiles } = await readProfiles(client, await readServices(client, device));
    const chosen = chooseProfiles(profiles);
    const profile = chosen?.low ?? chosen?.main ?? profiles[0];
    if (!profile) throw new OnvifError('camera-unsupported', 'The camera has no profile.');
    const url = snapshotUrl(await media.snapshotUri(profile.token), device);
    const picture = await client.get(url, { maxBytes: maxPictureBytes, timeoutMs: pictureTimeoutMs });
    const size = jpegSize(picture);
    if (!size || size.width > maxSidePixels || size.height > maxSidePixels || size.width * size.height > maxPixels)
      throw new OnvifError('camera-unsupported', 'The camera did not return a JPEG, or one of an implausible size.');
    return picture;
  } catch (error) {
    // The camera understood the request but refused it, as it does without snapshots.
    if (isRefused(error)) throw new OnvifError('camera-unsupported', error.message, { cause: error });
    throw error;
  } finally {
    cancel();
    abort.abort();
  }
}

/** Returns the URL at the host that was queried, whatever the camera wrote. @throws {OnvifError} camera-unsupported */
function snapshotUrl(named: string, device: URL): URL {
  if (!/^https?:\/\//i.test(named) || named.length > 2048 || !URL.canParse(named))
    throw new OnvifError('camera-unsupported', 'The camera named no address of a picture.');
  return serviceUrl(named, device);
}
