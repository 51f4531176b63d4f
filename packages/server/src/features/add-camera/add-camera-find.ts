import type { AddressSource, OnvifSource, ProbeSourceAnswer, RtspSource } from '@watchpost/contract/schemas/add-camera';
import type { ErrorCode } from '@watchpost/contract/kernel';
import { AppError } from '../../kernel/app-error.ts';
import { reachSource, type ReachedSource, type SourceDeps } from './add-camera-sources.ts';

/** Ports where vendors run their ONVIF service; the usual one first. */
const onvifPorts = [80, 8000, 8080, 8899, 2020];

/** Vendors' paths of main streams without ONVIF, tried in turn until one exists. */
const usualPaths = [
  '/',
  '/Streaming/Channels/101',
  '/cam/realmonitor?channel=1&subtype=0',
  '/stream1',
  '/h264Preview_01_main',
  '/axis-media/media.amp',
  '/live/ch00_0',
  '/live/main',
  '/live',
  '/11',
  '/h264',
  '/media/video1',
  '/videoMain',
  '/ch0_0.h264',
];

/** After one of these errors further attempts can't succeed, and a repeated wrong password locks an account of the camera. */
const decisive: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'camera-wrong-password',
  'camera-address-forbidden',
  'camera-address-loopback',
  'camera-host-unknown',
  'camera-url-invalid',
  'too-many-requests',
]);

/** Nothing speaks RTSP there: the error from HTTP is the better explanation. */
const ofSilence: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['camera-unreachable', 'camera-timeout', 'camera-not-rtsp']);

/** Errors of one path: another path may be the camera's stream. */
const ofThisPath: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['camera-stream-not-found', 'camera-redirects', 'camera-audio-only']);

const notOnvif: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['camera-not-onvif']);

type Found = NonNullable<ProbeSourceAnswer['found']>;

/** What an address can mean: a stream, or a device that is queried by ONVIF and then for the usual streams. */
type Typed =
  | { readonly kind: 'stream'; readonly url: string }
  | { readonly kind: 'device'; readonly onvif: readonly string[]; readonly rtsp: string };

/**
 * Finds the camera at an address that a user typed: ONVIF first, which knows the streams, then RTSP with the usual paths.
 * @throws {AppError} the most helpful reason
 */
export async function findCamera(
  customerId: string,
  { address, username, password }: AddressSource,
  deps: SourceDeps,
): Promise<ProbeSourceAnswer> {
  const credentials = { ...(username !== undefined && { username }), ...(password !== undefined && { password }) };
  const reach = async (source: RtspSource | OnvifSource, found: Found): Promise<ProbeSourceAnswer> => {
    const { answer }: ReachedSource = await reachSource(customerId, source, deps);
    return { ...answer, found };
  };
  const reachStream = (url: string): Promise<ProbeSourceAnswer> => reach({ kind: 'rtsp', url, ...credentials }, { kind: 'rtsp', url });
  const typed = readAddress(address);
  if (typed.kind === 'stream') return reachStream(typed.url);
  let reasons: readonly unknown[] = [];
  try {
    return await Promise.any(
      typed.onvif.map((service) => reach({ kind: 'onvif', address: service, ...credentials }, { kind: 'onvif', address: service })),
    );
  } catch (error) {
    reasons = error instanceof AggregateError ? error.errors : [error];
    const reason = reasons.find((one) => isOf(one, decisive));
    if (reason !== undefined) throw reason;
  }
  for (const path of usualPaths) {
    try {
      return await reachStream(typed.rtsp + path);
    } catch (error) {
      if (!isOf(error, ofThisPath)) throw (isOf(error, ofSilence) && reasons.find((one) => isOf(one, notOnvif))) || error;
    }
  }
  throw new AppError('camera-stream-not-found');
}

function isOf(error: unknown, codes: ReadonlySet<ErrorCode>): boolean {
  return error instanceof AppError && codes.has(error.code);
}

/** Parses a typed address. @throws {AppError} camera-url-invalid */
export function readAddress(text: string): Typed {
  const address = text.trim();
  if (/^rtsps?:\/\//i.test(address)) {
    const hasPath = /[/?#]./s.test(address.slice(address.indexOf('//') + 2));
    return hasPath ? { kind: 'stream', url: address } : { kind: 'device', onvif: [], rtsp: address.replace(/\/$/, '') };
  }
  const isWhole = /^https?:\/\//i.test(address);
  const whole = isWhole ? address : `http://${address}`;
  if (!URL.canParse(whole) || /^[a-z][a-z0-9+.-]*:\/\//i.test(address) !== isWhole) throw new AppError('camera-url-invalid');
  const { hostname, host, port, pathname, search } = new URL(whole);
  if (isWhole) return { kind: 'device', onvif: [address], rtsp: `rtsp://${hostname}` };
  if (pathname !== '/' || search !== '') return { kind: 'stream', url: `rtsp://${address}` };
  // `http:` omits port 80 from `host`, so any other port was typed explicitly.
  return port === ''
    ? { kind: 'device', onvif: onvifPorts.map((usual) => `${hostname}:${usual}`), rtsp: `rtsp://${hostname}` }
    : { kind: 'device', onvif: [host], rtsp: `rtsp://${host}` };
}
