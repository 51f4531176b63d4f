import type { ErrorCode } from '@watchpost/contract/kernel';
import { readCameraAddress, writeCameraAddress } from '@watchpost/contract/protocols/camera-address';
import type { OnvifSource, ProbeSourceAnswer, RtspSource } from '@watchpost/contract/schemas/add-camera';
import type { OnvifCamera } from '@watchpost/onvif';
import type { Complete } from '../../kernel/contract/complete.ts';
import { AppError } from '../../kernel/app-error.ts';
import { parseRtspUrl } from '../../media/ingest/index.ts';
import type { StoredSource } from '../../kernel/module/stored-camera.ts';

export interface SourceDeps {
  /** Checks for an account whether an address delivers a picture, within 10 s. */
  readonly probe: (customerId: string, source: RtspSource) => Promise<ProbeSourceAnswer>;
  /** Requests an ONVIF camera's streams, within 15 s. */
  readonly readOnvif: (customerId: string, source: OnvifSource) => Promise<OnvifCamera>;
}

/** A source that has delivered a picture. */
export interface ReachedSource {
  /** The source as stored. */
  readonly source: Extract<StoredSource, { kind: 'rtsp' }>;
  readonly answer: ProbeSourceAnswer;
}

/** Finds the streams of a source and checks that a picture arrives. @throws {AppError} the exact reason */
export async function reachSource(customerId: string, named: RtspSource | OnvifSource, deps: SourceDeps): Promise<ReachedSource> {
  if (named.kind === 'onvif') return reachOnvif(customerId, named, deps);
  if (named.lowUrl !== undefined) parseRtspUrl({ url: named.lowUrl });
  return { source: named, answer: await deps.probe(customerId, named) };
}

async function reachOnvif(customerId: string, named: OnvifSource, { probe, readOnvif }: SourceDeps): Promise<ReachedSource> {
  const { device, channels, ...stated } = await readOnvif(customerId, named);
  const credentials = {
    ...(named.username !== undefined && { username: named.username }),
    ...(named.password !== undefined && { password: named.password }),
  };
  const probeAt = (url: string): Promise<ProbeSourceAnswer> => probe(customerId, { kind: 'rtsp', url, ...credentials });
  const { url, answer, isElsewhere } = await reachStream(stated.url, probeAt);
  const lowUrl = stated.lowUrl === null ? null : isElsewhere ? (atUsualPort(stated.lowUrl) ?? stated.lowUrl) : stated.lowUrl;
  // A camera may name a substream that is switched off: then the server transcodes one, as for a camera without a substream.
  const low = lowUrl === null ? null : await probeAt(lowUrl).catch(() => null);
  const hasLowStream = low !== null;
  return {
    source: { kind: 'rtsp', url, ...credentials, ...(lowUrl !== null && hasLowStream && { lowUrl }), device },
    answer: {
      tracks: answer.tracks,
      channels: channels.length > 1 ? channels.map((channel) => ({ ...channel, isAdded: false })) : undefined,
      device: { manufacturer: device.manufacturer, model: device.model, hasLowStream },
      found: undefined,
    } satisfies Complete<ProbeSourceAnswer>,
  };
}

/** Nothing speaks RTSP at a port. */
const notThere: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['camera-not-rtsp', 'camera-unreachable']);

/** Some devices name their HTTP port as that of their streams: where it doesn't speak RTSP, the usual one is tried. @throws {AppError} */
async function reachStream(
  url: string,
  probeAt: (url: string) => Promise<ProbeSourceAnswer>,
): Promise<{ readonly url: string; readonly answer: ProbeSourceAnswer; readonly isElsewhere: boolean }> {
  try {
    return { url, answer: await probeAt(url), isElsewhere: false };
  } catch (error) {
    const usual = error instanceof AppError && notThere.has(error.code) ? atUsualPort(url) : null;
    if (usual === null) throw error;
    try {
      return { url: usual, answer: await probeAt(usual), isElsewhere: true };
    } catch (second) {
      // Something is there, so its reason is the true one.
      throw second instanceof AppError && notThere.has(second.code) ? error : second;
    }
  }
}

/** Null for a URL at RTSP's port, and for one that can't be read. */
function atUsualPort(url: string): string | null {
  const reading = readCameraAddress(url);
  if (reading.kind !== 'read' || reading.address.port === null || reading.address.port === 554) return null;
  return writeCameraAddress({ ...reading.address, port: null });
}

/** Whether two sources are the same channel of the same recorder. @param first the channel that sources from before channels could be chosen have */
export function isSameChannel(one: StoredSource, other: StoredSource, first: string): boolean {
  if (one.kind !== 'rtsp' || other.kind !== 'rtsp' || !one.device || !other.device) return false;
  const isSameDevice = new URL(one.device.address).host === new URL(other.device.address).host;
  return isSameDevice && (one.device.channel ?? first) === (other.device.channel ?? first);
}

/** Returns a camera's default title. */
export function titleOfSource(source: StoredSource): string {
  if (source.kind === 'agent') return (source.model || source.serialNumber).slice(0, 100);
  if (source.kind === 'phone') return source.model || 'Smartphone';
  const { manufacturer = '', model = '' } = source.device ?? {};
  return (`${manufacturer} ${model}`.trim() || parseRtspUrl(source).host).slice(0, 100);
}

/** Returns a title that no other camera of the account has. @example uniqueTitle('127.0.0.1', new Set(['127.0.0.1'])) // '127.0.0.1 2' */
export function uniqueTitle(title: string, taken: ReadonlySet<string>): string {
  for (let count = 2, candidate = title; ; count += 1) {
    if (!taken.has(candidate)) return candidate;
    candidate = `${title.slice(0, 90)} ${count}`;
  }
}
