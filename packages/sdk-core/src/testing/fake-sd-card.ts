import { eraseSdCard, formatSdCard, getSdCard, listSdCardVideos, updateSdCard } from '@watchpost/contract/endpoints/sd-card';
import type { Endpoint } from '@watchpost/contract/kernel';
import type { SdCard, SdCardVideo } from '@watchpost/contract/schemas/sd-card';

/** The in-memory server's SD cards. */
export interface FakeSdCardState {
  /** By camera id; all other cameras have no card slot. */
  readonly sdCards: Map<string, SdCard>;
  /** Recordings on every card, newest first. */
  sdCardVideos: readonly SdCardVideo[];
}

export function createFakeSdCards(): FakeSdCardState {
  return { sdCards: new Map(), sdCardVideos: [] };
}

const empty = { state: 'installed', memory: { used: 0, total: 32_000_000_000 } } as const;

/** Answers a call about SD cards; null for any other call. */
export function answerSdCard(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  query: URLSearchParams,
  body: object,
  state: FakeSdCardState,
): Response | null {
  if (is(listSdCardVideos)) {
    const before = Number(query.get('before') ?? Number.MAX_SAFE_INTEGER);
    const limit = Number(query.get('limit') ?? 50);
    const found = state.sdCardVideos.filter(({ startAt }) => startAt < before);
    return Response.json({ videos: found.slice(0, limit), next: found.length > limit ? (found[limit - 1]?.startAt ?? null) : null });
  }
  const cameraId = /\/cameras\/([^/]+)\/sd-card/.exec(path)?.[1] ?? '';
  const known = state.sdCards.get(cameraId) ?? { support: 'none' };
  const keep = (card: SdCard, status = 200): Response => {
    state.sdCards.set(cameraId, card);
    return Response.json(card, { status });
  };
  if (is(getSdCard)) return Response.json(known);
  if (known.support === 'none') return null;
  if (is(updateSdCard)) return keep({ ...known, ...body });
  if (is(formatSdCard) || is(eraseSdCard)) {
    state.sdCardVideos = [];
    return keep({ ...known, card: empty, work: null }, 202);
  }
  return null;
}
