import {
  archivePlaylist,
  deleteFootage,
  downloadClip,
  getArchiveDays,
  getFootage,
  getPreviewPicture,
  getSnapshot,
} from '@watchpost/contract/endpoints/archive';
import type { Endpoint } from '@watchpost/contract/kernel';
import type { ArchiveDays, Footage } from '@watchpost/contract/schemas/archive';
import { answerCameraSettings } from './fake-camera-settings.ts';
import type { FakeCameraSettingsState } from './fake-camera-settings.ts';

/** The in-memory server's recorded video, the same for every camera. */
export interface FakeArchiveState extends FakeCameraSettingsState {
  footage: Footage;
  playlist: string;
  archiveDays: ArchiveDays;
  /** The picture at every moment. */
  picture: Uint8Array<ArrayBuffer>;
  /** The file for every range. */
  clip: Uint8Array<ArrayBuffer>;
}

export function createFakeArchive(): FakeArchiveState {
  return {
    footage: { recordings: [], gaps: [], oldest: null, newest: null },
    playlist: '#EXTM3U\n#EXT-X-ENDLIST\n',
    archiveDays: { timeZone: 'Europe/Moscow', days: [] },
    picture: new Uint8Array([0xff, 0xd8, 0xff]),
    clip: new Uint8Array(0),
    cameraSettings: new Map(),
    deviceSettings: new Map(),
  };
}

/** Answers a call about recorded video; null for any other call. */
export function answerArchive(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  query: URLSearchParams,
  request: { readonly headers: Headers; readonly body: object },
  state: FakeArchiveState,
): Response | null {
  if (is(getFootage)) return Response.json(state.footage);
  if (is(archivePlaylist)) return new Response(state.playlist);
  if (is(getArchiveDays)) {
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
    return Response.json({ ...state.archiveDays, days: state.archiveDays.days.filter(({ date }) => date >= from && date <= to) });
  }
  if (is(deleteFootage)) return new Response(null, { status: 204 });
  if (is(getSnapshot) || is(getPreviewPicture)) return new Response(state.picture, { headers: { 'content-type': 'image/jpeg' } });
  if (is(downloadClip)) return sendClip(state.clip, request.headers);
  return answerCameraSettings(is, path, request.body, state);
}

const etag = '"fake"';

function sendClip(clip: Uint8Array<ArrayBuffer>, headers: Headers): Response {
  const start = headers.get('if-range') === etag ? Number(/^bytes=(\d+)-$/.exec(headers.get('range') ?? '')?.[1] ?? 0) : 0;
  const common = {
    'content-type': 'video/mp4',
    'content-disposition': 'attachment; filename="2026-01-15T12-00-00Z.mp4"',
    etag,
    'content-length': String(clip.byteLength - start),
  };
  if (start === 0) return new Response(clip, { headers: common });
  return new Response(clip.subarray(start), {
    status: 206,
    headers: { ...common, 'content-range': `bytes ${start}-${clip.byteLength - 1}/${clip.byteLength}` },
  });
}
