import {
  createStreamLink,
  getStreamOutputs,
  listStreamLinks,
  revokeStreamLink,
  updateStreamLink,
} from '@watchpost/contract/endpoints/stream-links';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { StreamLink, StreamOutputs } from '@watchpost/contract/schemas/stream-links';

/** The in-memory server's stream links. */
export interface FakeStreamLinksState {
  /** Newest first. */
  streamLinks: StreamLink[];
  streamOutputs: StreamOutputs;
}

export function createFakeStreamLinks(): FakeStreamLinksState {
  return { streamLinks: [], streamOutputs: { rtsp: true, onvif: false } };
}

const secret = '0123456789abcdef0123456789abcdef';

/** Builds an active link to one camera; a test sets only the fields it depends on. */
export function buildStreamLink(link: Partial<StreamLink> = {}): StreamLink {
  const { id = 'sl83Zq0000', cameraId = 'camera-1' } = link;
  const rtsp = `rtsp://${id}:${secret}@watchpost.test:8554/${cameraId}`;
  const path = `https://watchpost.test/public/api/v3/streams/${id}${secret}`;
  return {
    id,
    cameraId,
    name: 'Recorder',
    formats: ['rtsp', 'hls', 'snapshot'],
    withAudio: false,
    withOnvif: false,
    withEvents: false,
    withPtz: false,
    expiresAt: null,
    urls: { rtsp, rtspLow: `${rtsp}/low`, onvif: null, hls: `${path}/index.m3u8`, snapshot: `${path}/snapshot.jpg` },
    state: 'active',
    createdAt: 0,
    revokedAt: null,
    ...link,
  };
}

/** Answers a call about stream links; null for any other call. */
export function answerStreamLinks(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  state: FakeStreamLinksState,
  now: number,
): Response | ErrorCode | null {
  if (is(listStreamLinks)) return Response.json(state.streamLinks);
  if (is(getStreamOutputs)) return Response.json(state.streamOutputs);
  if (is(createStreamLink)) {
    const id = `stream${String(state.streamLinks.length + 1).padStart(4, '0')}`;
    const link = withOnvifAddress(buildStreamLink({ ...asOptions(body), id, createdAt: now }), state);
    state.streamLinks = [link, ...state.streamLinks];
    return Response.json(link, { status: 201 });
  }
  const found = state.streamLinks.find(({ id, state: is }) => is === 'active' && path.endsWith(`/stream-links/${id}`));
  const replace = (next: StreamLink): void => {
    state.streamLinks = state.streamLinks.map((link) => (link.id === next.id ? next : link));
  };
  if (is(updateStreamLink)) {
    if (!found) return 'not-found';
    const changed = withOnvifAddress({ ...found, ...asOptions(body) }, state);
    replace(changed);
    return Response.json(changed);
  }
  if (is(revokeStreamLink)) {
    if (!found) return 'not-found';
    const urls = { rtsp: null, rtspLow: null, onvif: null, hls: null, snapshot: null };
    replace({ ...found, state: 'revoked', revokedAt: now, urls });
    return new Response(null, { status: 204 });
  }
  return null;
}

function withOnvifAddress(link: StreamLink, { streamOutputs }: FakeStreamLinksState): StreamLink {
  const isDevice = streamOutputs.onvif && link.withOnvif && link.formats.includes('rtsp');
  const onvif = isDevice ? `http://watchpost.test:8000/onvif/${link.id}/device_service` : null;
  return { ...link, urls: { ...link.urls, onvif } };
}

/** The client sends bodies of the contract's type; the fake does not check them again. */
function asOptions(body: Readonly<Record<string, unknown>>): Partial<StreamLink> {
  return body;
}
