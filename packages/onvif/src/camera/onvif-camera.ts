import type { Clock } from '@watchpost/contract/timing/clock';
import { isRefused, OnvifError } from '../kernel/onvif-error.ts';
import type { OnvifNetwork } from '../kernel/onvif-ports.ts';
import { parseOnvifAddress, streamUrl } from '../soap/onvif-address.ts';
import { connectOnvif, type OnvifClient } from '../soap/onvif-client.ts';
import { createMedia1, createMedia2, type MediaService } from './onvif-media.ts';
import { channelsOf, chooseProfiles, isPlayable, type OnvifChannel, type OnvifProfile } from './onvif-profiles.ts';
import { ifKnown, readClockOffset, readServices, type OnvifServices } from '../soap/onvif-services.ts';
import { namespaces, textAt } from '../soap/onvif-soap.ts';
import { plainText } from '../soap/plain-text.ts';
import type { XmlElement } from '../soap/onvif-xml.ts';

/** A camera's own description; empty texts where it reports nothing. */
export interface OnvifDevice {
  /** URL of its device service. */
  readonly address: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly firmwareVersion: string;
  readonly serialNumber: string;
  /** The video source that was chosen of several; absent for a camera with one. */
  readonly channel?: string;
}

/** A camera's streams, found by querying it. */
export interface OnvifCamera {
  readonly device: OnvifDevice;
  readonly url: string;
  /** Null if the camera has no substream. */
  readonly lowUrl: string | null;
  /** The inputs to choose from, in the device's order; one for a camera. */
  readonly channels: readonly OnvifChannel[];
}

/** Which camera to read, and how it is reached. */
export interface OnvifCameraOptions {
  readonly address: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Which of `channels` to read; the first by default. */
  readonly channel?: string | undefined;
  readonly clock: Clock;
  readonly network: OnvifNetwork;
  /** Upper case; the caller can play no others. Any playable codec if absent. */
  readonly encodings?: readonly string[];
}

/** Timeout of the whole query, ms: a user is waiting. */
const probeTimeoutMs = 15_000;

/**
 * Queries a camera for its description and its streams.
 * @throws {OnvifError} the exact reason
 */
export async function readOnvifCamera({
  address,
  username = '',
  password = '',
  channel,
  clock,
  network,
  encodings,
}: OnvifCameraOptions): Promise<OnvifCamera> {
  const device = parseOnvifAddress(address);
  const abort = new AbortController();
  const cancel = clock.after(probeTimeoutMs, () => abort.abort());
  try {
    const client = await connectOnvif({ device, username, password, clock, network, signal: abort.signal });
    client.setClockOffset(await readClockOffset(client, device, clock));
    const services = await readServices(client, device);
    const information = await client.call({ url: device, namespace: namespaces.device, name: 'GetDeviceInformation' });
    const { media, profiles } = await readProfiles(client, services);
    const playable = profiles.filter(({ encoding }) => encoding === '' || (encodings?.includes(encoding) ?? true));
    const channels = channelsOf(playable);
    const chosen = chooseProfiles(playable, channel);
    if (!chosen && channels.length > 0) throw new OnvifError('camera-stream-not-found', 'The recorder has no such channel.');
    if (!chosen) throw noPicture(profiles);
    const url = streamUrl(await media.streamUri(chosen.main.token), device);
    return {
      device: { ...deviceOf(information, device), ...(channels.length > 1 && { channel: chosen.main.source }) },
      url,
      lowUrl: chosen.low && (await lowUrlOf(media, chosen.low, device, url)),
      channels,
    };
  } catch (error) {
    // The camera understood the request but refused it, as it does without the service.
    if (isRefused(error)) throw new OnvifError('camera-stream-not-found', error.message, { cause: error });
    throw error;
  } finally {
    cancel();
    abort.abort();
  }
}

/** Queries a camera's profiles over the media service version that offers a playable one. @throws {OnvifError} camera-no-video */
export async function readProfiles(
  client: OnvifClient,
  services: OnvifServices,
): Promise<{ readonly media: MediaService; readonly profiles: OnvifProfile[] }> {
  const [media, media2] = [services.get('media'), services.get('media2')];
  const first = media && createMedia1(client, media);
  const profiles = (first && (await ifKnown(first.profiles()))) ?? [];
  if (first && (!media2 || profiles.some(({ encoding }) => isPlayable(encoding)))) return { media: first, profiles };
  if (!media2) throw new OnvifError('camera-no-video', 'The camera has no media service.');
  const second = createMedia2(client, media2);
  return { media: second, profiles: await second.profiles() };
}

/** An error in the substream counts as having none. */
async function lowUrlOf(media: MediaService, { token }: OnvifProfile, device: URL, mainUrl: string): Promise<string | null> {
  try {
    const url = streamUrl(await media.streamUri(token), device);
    return url === mainUrl ? null : url;
  } catch (error) {
    if (error instanceof OnvifError) return null;
    throw error;
  }
}

function noPicture(profiles: readonly OnvifProfile[]): OnvifError {
  const found = profiles.map(({ encoding }) => encoding).join(', ');
  return new OnvifError(
    found === '' ? 'camera-no-video' : 'camera-codec-unsupported',
    `No profile that can be shown, only: ${found || 'none'}`,
  );
}

function deviceOf(information: XmlElement, device: URL): OnvifDevice {
  const text = (name: string): string => plainText(textAt(information, name));
  return {
    address: device.href,
    manufacturer: text('Manufacturer'),
    model: text('Model'),
    firmwareVersion: text('FirmwareVersion'),
    serialNumber: text('SerialNumber'),
  };
}
