import { OnvifError } from '../kernel/onvif-error.ts';

const usualPath = '/onvif/device_service';

/**
 * The device service behind what a person typed or a search found: `192.168.1.10`, `cam.local:8000`, or a whole address.
 * @throws {OnvifError} camera-url-invalid
 */
export function parseOnvifAddress(text: string): URL {
  const trimmed = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  // oxlint-disable-next-line no-control-regex -- exactly these must not reach a request line
  if (/[\u0000-\u0020\u007f\\]/.test(whole) || whole.length > 2048 || !URL.canParse(whole)) throw new OnvifError('camera-url-invalid');
  const url = new URL(whole);
  // Credentials have their own fields: an address is stored and shown.
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '' || url.port === '0') throw new OnvifError('camera-url-invalid');
  if (url.pathname === '/' && url.search === '') url.pathname = usualPath;
  url.hash = '';
  return url;
}

/**
 * Where a service that the camera names is reached: always at the host that was asked. So a camera can't send the server
 * anywhere else, and one behind a router, which names its inner address, works too.
 * @param named as the camera wrote it
 */
export function serviceUrl(named: string, device: URL): URL {
  if (!URL.canParse(named)) return device;
  const url = new URL(named);
  const service = new URL(device);
  // Its port counts only where the host is the same: that of an inner address means nothing outside.
  if (url.hostname === device.hostname && url.protocol === device.protocol) service.port = url.port;
  service.pathname = url.pathname;
  service.search = url.search;
  return service;
}

/**
 * The address of a stream at the host that was asked, without credentials.
 * @param named as the camera wrote it
 * @throws {OnvifError} camera-stream-not-found
 */
export function streamUrl(named: string, device: URL): string {
  const scheme = /^rtsps?:\/\//i.exec(named)?.[0].toLowerCase();
  if (scheme === undefined || named.length > 2048 || !URL.canParse(named)) throw new OnvifError('camera-stream-not-found', 'The camera named no RTSP address.');
  const url = new URL(named);
  const port = url.port === '' ? '' : `:${url.port}`;
  // oxlint-disable-next-line no-control-regex -- exactly these must not reach a request line
  return (scheme + device.hostname + port + url.pathname + url.search).replaceAll(/[\u0000-\u0020\u007f\\]/g, (character) => encodeURIComponent(character));
}
