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

const startsWithIp = /^(?:\d{1,3}\.){3}\d{1,3}[:/]/;

/**
 * Returns a service's URL, always at the host that was queried. A camera therefore can't send the server
 * anywhere else, and a camera behind a router that reports its inner address works too.
 * @param named as the camera wrote it: whole, or without a host or a scheme; of several, with white space between them, the first
 */
export function serviceUrl(named: string, device: URL): URL {
  const [first = ''] = named.trim().split(/\s+/, 1);
  const whole = startsWithIp.test(first) ? `http://${first}` : /^\/(?!\/)/.test(first) ? device.origin + first : first;
  if (!URL.canParse(whole)) return device;
  const url = new URL(whole);
  const service = new URL(device);
  // Its port counts only if the host is the same: the port of an inner address means nothing outside.
  if (url.hostname === device.hostname && url.protocol === device.protocol) service.port = url.port;
  service.pathname = url.pathname;
  service.search = url.search;
  return service;
}

/** The endpoint that WS-Addressing names where a service has no other. */
const anonymousEndpoint = 'http://www.w3.org/2005/08/addressing/anonymous';

/**
 * Returns the URL of a subscription, always at the host that was queried; that of the service if the camera named none.
 * @param named as the camera wrote it: whole, relative, or without a scheme
 */
export function subscriptionUrl(named: string, service: URL): URL {
  if (named === '' || named === anonymousEndpoint || named.length > 2048) return service;
  const whole = startsWithIp.test(named) ? `http://${named}` : named;
  if (!URL.canParse(whole, service.href)) return service;
  const url = new URL(whole, service.href);
  return url.protocol === 'http:' || url.protocol === 'https:' ? serviceUrl(url.href, service) : service;
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
