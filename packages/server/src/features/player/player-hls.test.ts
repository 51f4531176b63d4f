import { expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import type { Hls } from '../../media/hls/hls.ts';
import { cameraAccess } from '../../testing/camera-access.ts';
import { createLiveHls } from './player-hls.ts';

/** Segment 99 is the newest, and has four parts. */
const packager: ReturnType<Hls['open']> = {
  waitFor: async () => true,
  waitForStart: async () => true,
  nextSequence: 100,
  partCount: 4,
  hasSegments: true,
  playlist: () => '#EXTM3U',
  segment: () => null,
  part: () => null,
  init: () => null,
  stop: () => undefined,
};

async function ask(query: { readonly _HLS_msn?: number; readonly _HLS_part?: number }): Promise<string> {
  const viewings = { admit: () => undefined, touch: () => undefined };
  const { playlist } = createLiveHls({ hls: { open: () => packager }, viewings });
  return playlist(cameraAccess({ cameraId: 'cam_1', customerId: 'cus_1' }), query, undefined).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return `${error.status} ${error.code} ${JSON.stringify(error.details)}`;
  });
}

test.each([
  [{}],
  [{ _HLS_msn: 5 }],
  [{ _HLS_msn: 5, _HLS_part: 400 }],
  [{ _HLS_msn: 99, _HLS_part: 19 }],
  [{ _HLS_msn: 100, _HLS_part: 15 }],
  [{ _HLS_msn: 101 }],
])('%j is answered', async (query) => expect(await ask(query)).toBe('#EXTM3U'));

test.each([
  [{ _HLS_part: 0 }, '_HLS_part'],
  [{ _HLS_msn: 99, _HLS_part: 20 }, '_HLS_part'],
  [{ _HLS_msn: 100, _HLS_part: 16 }, '_HLS_part'],
  [{ _HLS_msn: 102 }, '_HLS_msn'],
  [{ _HLS_msn: 10_000, _HLS_part: 0 }, '_HLS_msn'],
])('%j is refused as the standard says', async (query, name) => expect(await ask(query)).toMatch(`400 invalid-request {"${name}"`));
