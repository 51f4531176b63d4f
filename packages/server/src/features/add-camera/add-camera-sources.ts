import type { OnvifSource, ProbeSourceAnswer, RtspSource } from '@watchpost/contract/schemas/add-camera';
import type { OnvifCamera } from '@watchpost/onvif';
import type { Complete } from '../../kernel/contract/complete.ts';
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
  const { device, url, lowUrl } = await readOnvif(customerId, named);
  const credentials = {
    ...(named.username !== undefined && { username: named.username }),
    ...(named.password !== undefined && { password: named.password }),
  };
  const main = { kind: 'rtsp', url, ...credentials } as const;
  const { tracks } = await probe(customerId, main);
  // A camera may name a substream that is switched off: then the server transcodes one, as for a camera without a substream.
  const low = lowUrl === null ? null : await probe(customerId, { ...main, url: lowUrl }).catch(() => null);
  const hasLowStream = low !== null;
  return {
    source: { ...main, ...(lowUrl !== null && hasLowStream && { lowUrl }), device },
    answer: {
      tracks,
      device: { manufacturer: device.manufacturer, model: device.model, hasLowStream },
      found: undefined,
    } satisfies Complete<ProbeSourceAnswer>,
  };
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
