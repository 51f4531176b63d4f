import { readCameraAddress, writeCameraAddress } from '@watchpost/contract/protocols/camera-address';
import { SourceError } from './frame-source.ts';

interface RtspAddress {
  /** For FFmpeg: credentials are percent-encoded, and nothing in it can end a line or a quoted text. */
  readonly url: string;
  readonly password: string;
}

/**
 * Reads a camera's address whose password may hold any character: FFmpeg would look up a part of `admin:12#34@10.0.0.5` as a host.
 * @throws {SourceError} in words for the operator
 */
export function parseRtspAddress(text: string): RtspAddress {
  const reading = readCameraAddress(text);
  if (reading.kind === 'ambiguous')
    throw new SourceError(
      `It is unclear whether "${reading.character}" belongs to the password. Write ${encodeURIComponent(reading.character)} instead, if it does.`,
    );
  const scheme = reading.kind === 'read' ? reading.address.scheme : null;
  if (reading.kind !== 'read' || (scheme !== 'rtsp' && scheme !== 'rtsps'))
    throw new SourceError('A camera on the network has an address like rtsp://192.168.1.20:554/stream.');
  const { username, password } = reading.address;
  const user = username === '' && password === '' ? '' : `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`;
  const url = writeCameraAddress(reading.address).replace('://', () => `://${user}`);
  return { url: url.replaceAll("'", '%27').replaceAll('"', '%22'), password };
}
