import { readCameraAddress, writeCameraAddress } from '@watchpost/contract/protocols/camera-address';
import { OnvifError } from '../kernel/onvif-error.ts';

const usualPath = '/onvif/device_service';

/**
 * Returns the URL of the device service for a typed or discovered address: `192.168.1.10`, `cam.local:8000`, or a full URL.
 * @throws {OnvifError} camera-url-invalid, camera-url-ambiguous
 */
export function parseOnvifAddress(text: string): URL {
  const reading = readCameraAddress(text);
  if (reading.kind === 'ambiguous') throw new OnvifError('camera-url-ambiguous');
  if (reading.kind === 'invalid') throw new OnvifError('camera-url-invalid');
  const { scheme, username, password } = reading.address;
  const whole = writeCameraAddress({ ...reading.address, scheme: scheme ?? 'http' });
  // Credentials have fields of their own, because an address is stored and shown.
  if (scheme === 'rtsp' || scheme === 'rtsps' || username !== '' || password !== '' || !URL.canParse(whole))
    throw new OnvifError('camera-url-invalid');
  const url = new URL(whole);
  if (url.pathname === '/' && url.search === '') url.pathname = usualPath;
  return url;
}

/**
 * Returns a service's URL, always at the host that was queried. A camera therefore can't send the server
 * anywhere else, and a camera behind a router that reports its inner address works too.
 * @param named as the camera wrote it
 */
export function serviceUrl(named: string, device: URL): URL {
  if (!URL.canParse(named)) return device;
  const url = new URL(named);
  const service = new URL(device);
  // Its port counts only if the host is the same: the port of an inner address means nothing outside.
  if (url.hostname === device.hostname && url.protocol === device.protocol) service.port = url.port;
  service.pathname = url.pathname;
  service.search = url.search;
  return service;
}

/**
 * Returns a stream's URL at the host that was queried, without credentials.
 * @param named as the camera wrote it
 * @throws {OnvifError} camera-stream-not-found
 */
export function streamUrl(named: string, device: URL): string {
  const scheme = /^rtsps?:\/\//i.exec(named)?.[0].toLowerCase();
  if (scheme === undefined || named.length > 2048 || !URL.canParse(named))
    throw new OnvifError('camera-stream-not-found', 'The camera named no RTSP address.');
  const url = new URL(named);
  const port = url.port === '' ? '' : `:${url.port}`;
  // oxlint-disable-next-line no-control-regex -- exactly these must not reach a request line
  return (scheme + device.hostname + port + url.pathname + url.search).replaceAll(/[\u0000-\u0020\u007f\\]/g, (character) =>
    encodeURIComponent(character),
  );
}
