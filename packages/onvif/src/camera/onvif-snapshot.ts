import { isRefused, OnvifError } from '../kernel/onvif-error.ts';
import type { OnvifClock, OnvifNetwork } from '../kernel/onvif-ports.ts';
import { parseOnvifAddress, serviceUrl } from '../soap/onvif-address.ts';
import { connectOnvif } from '../soap/onvif-client.ts';
import { readClockOffset, readServices } from '../soap/onvif-services.ts';
import { readProfiles } from './onvif-camera.ts';
import { chooseProfiles } from './onvif-profiles.ts';
import { jpegSize } from './jpeg-size.ts';

export interface OnvifSnapshotOptions {
  readonly address: string;
  /** Without one the camera is told nothing of anybody: many give a picture all the same. */
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly clock: OnvifClock;
  readonly network: OnvifNetwork;
  /** Nobody waits for it any more. */
  readonly signal: AbortSignal;
}

/** All of it, ms. */
const patience = 8000;
/** The picture alone, ms. */
const picturePatience = 3000;
const longestPicture = 2 * 1024 * 1024;
/** Pixels: more is no picture of a camera, and whoever decodes it needs memory for each. */
const widest = 8192;
const largest = 40_000_000;

/**
 * What a camera sees now, by its own words a JPEG: of its main lens, small where it has a small stream.
 * @throws {OnvifError} camera-wrong-password, camera-unsupported where it gives none, or the exact reason
 * @example const jpeg = await readOnvifSnapshot({ address: '192.168.1.10', clock, network, signal });
 */
export async function readOnvifSnapshot({ address, username = '', password = '', clock, network, signal }: OnvifSnapshotOptions): Promise<Uint8Array> {
  const device = parseOnvifAddress(address);
  const abort = new AbortController();
  const cancel = clock.after(patience, () => abort.abort());
  try {
    const client = await connectOnvif({ device, username, password, clock, network, signal: AbortSignal.any([abort.signal, signal]) });
    if (username !== '') client.setClockOffset(await readClockOffset(client, device, clock));
    const { media, profiles } = await readProfiles(client, await readServices(client, device));
    const chosen = chooseProfiles(profiles);
    const profile = chosen?.low ?? chosen?.main ?? profiles[0];
    if (!profile) throw new OnvifError('camera-unsupported', 'The camera has no profile.');
    const url = snapshotUrl(await media.snapshotUri(profile.token), device);
    const picture = await client.get(url, { longest: longestPicture, patience: picturePatience });
    const size = jpegSize(picture);
    if (!size || size.width > widest || size.height > widest || size.width * size.height > largest) throw new OnvifError('camera-unsupported', 'What the camera gave is no JPEG, or one of a size that no camera has.');
    return picture;
  } catch (error) {
    // Understood, but not done: what a camera without pictures does.
    if (isRefused(error)) throw new OnvifError('camera-unsupported', error.message, { cause: error });
    throw error;
  } finally {
    cancel();
    abort.abort();
  }
}

/** At the host that was asked, whatever the camera wrote. @throws {OnvifError} camera-unsupported */
function snapshotUrl(named: string, device: URL): URL {
  if (!/^https?:\/\//i.test(named) || named.length > 2048 || !URL.canParse(named)) throw new OnvifError('camera-unsupported', 'The camera named no address of a picture.');
  return serviceUrl(named, device);
}
