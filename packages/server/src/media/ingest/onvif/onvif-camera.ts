import { AppError } from '../../../kernel/app-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { NetworkPolicy } from '../../../kernel/network/network-policy.ts';
import { parseOnvifAddress, streamUrl } from './onvif-address.ts';
import { connectOnvif, OnvifFault, type OnvifClient } from './onvif-client.ts';
import { createMedia1, createMedia2, type MediaService } from './onvif-media.ts';
import { chooseProfiles, isPlayable, type OnvifProfile } from './onvif-profiles.ts';
import { ifKnown, readClockOffset, readServices, type OnvifServices } from './onvif-services.ts';
import { namespaces, textAt } from './onvif-soap.ts';
import type { XmlElement } from './onvif-xml.ts';

/** What a camera says of itself; empty where it says nothing. */
export interface OnvifDevice {
  /** Of its device service. */
  readonly address: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly firmwareVersion: string;
  readonly serialNumber: string;
}

/** A camera's streams: found by it being asked, not by a person looking them up. */
export interface OnvifCamera {
  readonly device: OnvifDevice;
  readonly url: string;
  /** Null when the camera has no small picture. */
  readonly lowUrl: string | null;
}

export interface OnvifCameraOptions {
  readonly address: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly clock: Clock;
  readonly network: NetworkPolicy;
}

/** All of it, ms: a person waits. */
const patience = 15_000;

/**
 * Asks a camera who it is and where its pictures are.
 * @throws {AppError} the exact reason
 */
export async function readOnvifCamera({ address, username = '', password = '', clock, network }: OnvifCameraOptions): Promise<OnvifCamera> {
  const device = parseOnvifAddress(address);
  const abort = new AbortController();
  const cancel = clock.after(patience, () => abort.abort());
  try {
    const client = await connectOnvif({ device, username, password, clock, network, signal: abort.signal });
    client.setClockOffset(await readClockOffset(client, device, clock));
    const services = await readServices(client, device);
    const information = await client.call({ url: device, namespace: namespaces.device, name: 'GetDeviceInformation' });
    const { media, profiles } = await readProfiles(client, services);
    const chosen = chooseProfiles(profiles);
    if (!chosen) throw noPicture(profiles);
    const url = streamUrl(await media.streamUri(chosen.main.token), device);
    return { device: deviceOf(information, device), url, lowUrl: chosen.low && (await lowUrlOf(media, chosen.low, device, url)) };
  } catch (error) {
    // Understood, but not done: what a camera without the service does.
    if (error instanceof OnvifFault) throw new AppError('camera-stream-not-found', { message: error.message });
    throw error;
  } finally {
    cancel();
    abort.abort();
  }
}

/** What a camera encodes, asked of the generation of its media service that can be played. @throws {AppError} camera-no-video */
export async function readProfiles(client: OnvifClient, services: OnvifServices): Promise<{ readonly media: MediaService; readonly profiles: OnvifProfile[] }> {
  const [media, media2] = [services.get('media'), services.get('media2')];
  const first = media && createMedia1(client, media);
  const profiles = (first && (await ifKnown(first.profiles()))) ?? [];
  if (first && (!media2 || profiles.some(({ encoding }) => isPlayable(encoding)))) return { media: first, profiles };
  if (!media2) throw new AppError('camera-no-video', { message: 'The camera has no media service.' });
  const second = createMedia2(client, media2);
  return { media: second, profiles: await second.profiles() };
}

/** Without its low stream a camera is as good as one that has none. */
async function lowUrlOf(media: MediaService, { token }: OnvifProfile, device: URL, mainUrl: string): Promise<string | null> {
  try {
    const url = streamUrl(await media.streamUri(token), device);
    return url === mainUrl ? null : url;
  } catch (error) {
    if (error instanceof OnvifFault || error instanceof AppError) return null;
    throw error;
  }
}

function noPicture(profiles: readonly OnvifProfile[]): AppError {
  const found = profiles.map(({ encoding }) => encoding).join(', ');
  return new AppError(found === '' ? 'camera-no-video' : 'camera-codec-unsupported', { message: `No H.264, H.265 or JPEG profile, only: ${found || 'none'}` });
}

function deviceOf(information: XmlElement, device: URL): OnvifDevice {
  const text = (name: string): string => plainText(textAt(information, name));
  return { address: device.href, manufacturer: text('Manufacturer'), model: text('Model'), firmwareVersion: text('FirmwareVersion'), serialNumber: text('SerialNumber') };
}

/** A camera's words as they may stand in a list: one line, not endless. */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim().slice(0, 100);
}
