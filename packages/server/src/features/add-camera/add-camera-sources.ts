import type { OnvifSource, ProbeSourceAnswer, RtspSource } from '@watchpost/contract/schemas/add-camera';
import type { OnvifCamera } from '@watchpost/onvif';
import { parseRtspUrl } from '../../media/ingest/index.ts';
import type { StoredSource } from '../cameras/index.ts';

export interface SourceDeps {
  /** Looks whether a picture comes from an address, within 10 s. */
  readonly probe: (source: RtspSource) => Promise<ProbeSourceAnswer>;
  /** Asks an ONVIF camera for its streams, within 15 s. */
  readonly readOnvif: (source: OnvifSource) => Promise<OnvifCamera>;
}

/** A source that has shown a picture. */
export interface ReachedSource {
  /** As it is kept. */
  readonly source: Extract<StoredSource, { kind: 'rtsp' }>;
  readonly answer: ProbeSourceAnswer;
}

/** Finds the streams of what a person named, and looks whether a picture comes. @throws {AppError} the exact reason */
export async function reachSource(named: RtspSource | OnvifSource, deps: SourceDeps): Promise<ReachedSource> {
  if (named.kind === 'onvif') return reachOnvif(named, deps);
  if (named.lowUrl !== undefined) parseRtspUrl({ url: named.lowUrl });
  return { source: named, answer: await deps.probe(named) };
}

async function reachOnvif(named: OnvifSource, { probe, readOnvif }: SourceDeps): Promise<ReachedSource> {
  const { device, url, lowUrl } = await readOnvif(named);
  const credentials = { ...(named.username !== undefined && { username: named.username }), ...(named.password !== undefined && { password: named.password }) };
  const main = { kind: 'rtsp', url, ...credentials } as const;
  const { tracks } = await probe(main);
  // A camera may name a low stream that is switched off: then the server makes one, as for a camera that has none.
  const low = lowUrl === null ? null : await probe({ ...main, url: lowUrl }).catch(() => null);
  const hasLowStream = low !== null;
  return {
    source: { ...main, ...(lowUrl !== null && hasLowStream && { lowUrl }), device },
    answer: { tracks, device: { manufacturer: device.manufacturer, model: device.model, hasLowStream } },
  };
}

/** What a camera is called until somebody names it. */
export function titleOfSource(source: StoredSource): string {
  if (source.kind === 'agent') return (source.model || source.serialNumber).slice(0, 100);
  if (source.kind === 'phone') return source.model || 'Smartphone';
  const { manufacturer = '', model = '' } = source.device ?? {};
  return (`${manufacturer} ${model}`.trim() || parseRtspUrl(source).host).slice(0, 100);
}
