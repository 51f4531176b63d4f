import { readCameraAddress, writeCameraAddress } from '@watchpost/sdk-core';

/** Addresses as manufacturers print them; users replace `192.168.1.10`. */
export const addressExamples = [
  { maker: 'Hikvision, HiWatch', url: 'rtsp://192.168.1.10:554/Streaming/Channels/101' },
  { maker: 'Dahua, Amcrest', url: 'rtsp://192.168.1.10:554/cam/realmonitor?channel=1&subtype=0' },
  { maker: 'TP-Link Tapo, VIGI', url: 'rtsp://192.168.1.10:554/stream1' },
  { maker: 'Reolink', url: 'rtsp://192.168.1.10:554/h264Preview_01_main' },
  { maker: 'Axis', url: 'rtsp://192.168.1.10:554/axis-media/media.amp' },
] as const;

export interface CameraAddress {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** Why a text is no address. */
export interface AddressProblem {
  /** The one character that makes it none; null without one. */
  readonly character: string | null;
  /** The character may be a part of a password, which has a field of its own. */
  readonly mayBePassword: boolean;
}

/**
 * Splits a typed or pasted address: the user name and password move into their own fields, where the password is hidden.
 * An address that can't be read stays as it is.
 * @example splitAddress('admin:p@ss@10.0.0.5/stream') // { url: '10.0.0.5/stream', username: 'admin', password: 'p@ss' }
 */
export function splitAddress(text: string): CameraAddress {
  const reading = readCameraAddress(text);
  if (reading.kind !== 'read') return { url: text.trim(), username: '', password: '' };
  const { username, password } = reading.address;
  return { url: writeCameraAddress(reading.address), username, password };
}

/** Null for a text that can be a camera's address; only the server can find out what is there. */
export function addressProblem(text: string): AddressProblem | null {
  const reading = readCameraAddress(text);
  if (reading.kind === 'read') return null;
  return { character: reading.character, mayBePassword: reading.kind === 'ambiguous' || text.includes('@') };
}
