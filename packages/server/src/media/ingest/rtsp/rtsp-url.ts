import { readCameraAddress, writeCameraAddress } from '@watchpost/contract/protocols/camera-address';
import { AppError } from '../../../kernel/app-error.ts';

/** The parts of a camera's address; its credentials never go back into a URL. */
export interface RtspTarget {
  /** The address as sent to the camera, without credentials. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** True for rtsps, RTSP over TLS. */
  readonly isSecure: boolean;
  readonly username: string;
  readonly password: string;
}

export interface RtspAddress {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Parses a camera's address and separates its credentials.
 * @throws {AppError} camera-url-invalid, camera-url-ambiguous
 */
export function parseRtspUrl({ url: text, username, password }: RtspAddress): RtspTarget {
  const reading = readCameraAddress(text);
  if (reading.kind === 'ambiguous') throw new AppError('camera-url-ambiguous');
  // No URL parser gets the credentials: it would take a part of some passwords for the host.
  const bare = reading.kind === 'read' ? writeCameraAddress(reading.address) : '';
  if (reading.kind !== 'read' || !/^rtsps?:/.test(bare) || !URL.canParse(bare)) throw new AppError('camera-url-invalid');
  const { scheme, port, ...typed } = reading.address;
  const url = new URL(bare);
  const isSecure = scheme === 'rtsps';
  return {
    url: url.href,
    host: url.hostname,
    port: port ?? (isSecure ? 322 : 554),
    isSecure,
    username: username || typed.username,
    password: password || typed.password,
  };
}
