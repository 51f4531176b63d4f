import type { AddressSource, OnvifSource, ProbeSourceAnswer, RtspSource } from '@watchpost/contract/schemas/add-camera';
import type { ErrorCode } from '@watchpost/contract/kernel';
import { readCameraAddress, writeCameraAddress, type CameraAddress } from '@watchpost/contract/protocols/camera-address';
import { AppError } from '../../kernel/app-error.ts';
import type { ReachedSource } from './add-camera-sources.ts';

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
type Meaning =
  | { readonly kind: 'stream'; readonly url: string }
  | { readonly kind: 'device'; readonly onvif: readonly string[]; readonly rtsp: string };

/** The address without its credentials, and the credentials. */
type Typed = Meaning & Pick<CameraAddress, 'username' | 'password'>;

/**
 * Finds the camera at an address that a user typed: ONVIF first, which knows the streams, then RTSP with the usual paths.
 * @throws {AppError} the most helpful reason
 */
export async function findCamera(
  { address, username, password }: AddressSource,
  reachSource: (source: RtspSource | OnvifSource) => Promise<ReachedSource>,
): Promise<ProbeSourceAnswer> {
  const typed = readAddress(address);
  const credentials = credentialsOf({ username: username || typed.username, password: password || typed.password });
  const reach = async (source: RtspSource | OnvifSource, found: Found): Promise<ProbeSourceAnswer> => {
    const { answer } = await reachSource(source);
    return { ...answer, found };
  };
  const reachStream = (url: string): Promise<ProbeSourceAnswer> => reach({ kind: 'rtsp', url, ...credentials }, { kind: 'rtsp', url });
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

function credentialsOf({ username, password }: Pick<CameraAddress, 'username' | 'password'>): Pick<AddressSource, 'username' | 'password'> {
  return { ...(username !== '' && { username }), ...(password !== '' && { password }) };
}

/** Parses a typed address. @throws {AppError} camera-url-invalid, camera-url-ambiguous */
export function readAddress(text: string): Typed {
  const reading = readCameraAddress(text);
  if (reading.kind === 'ambiguous') throw new AppError('camera-url-ambiguous');
  if (reading.kind === 'invalid') throw new AppError('camera-url-invalid');
  const { username, password } = reading.address;
  return { ...meaningOf(reading.address), username, password };
}

function meaningOf({ scheme, host, port, path }: CameraAddress): Meaning {
  const bare = path === '' || path === '/';
  if (scheme === 'http' || scheme === 'https')
    return { kind: 'device', onvif: [writeCameraAddress({ scheme, host, port, path })], rtsp: `rtsp://${host}` };
  const rtsp = writeCameraAddress({ scheme: scheme ?? 'rtsp', host, port, path: '' });
  if (!bare) return { kind: 'stream', url: rtsp + path };
  if (scheme !== null) return { kind: 'device', onvif: [], rtsp };
  // Port 80 is the usual port of ONVIF, so RTSP is elsewhere.
  return port === null || port === 80
    ? { kind: 'device', onvif: onvifPorts.map((usual) => `${host}:${usual}`), rtsp: `rtsp://${host}` }
    : { kind: 'device', onvif: [`${host}:${port}`], rtsp };
}
