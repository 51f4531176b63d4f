import { createManualClock } from '@watchpost/contract/testing';
import { systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { createArchive } from '../../media/index.ts';
import { createCpuBudget } from '../../media/objects/cpu-budget.ts';
import { choosePictureDecoder } from '../../media/snapshots/choose-decoder.ts';
import { createStreamRegistry } from '../../media/stream/stream-registry.ts';
import { createFilms } from '../../media/timelapse/timelapse-film.ts';
import { createTestDatabase } from '../databases.ts';
import { recordScene } from '../recorded-scene.ts';
import { encodeScene } from '../scene-samples.ts';

const log = pino({ level: 'silent' });
const cameraId = 'c1';

/**
 * Records a minute and makes a film of it, as a server does at night: six seconds with the time in the picture.
 * @param folder an empty one, for the recording
 * @param path where the film is to be
 * @returns its poster, a JPEG; null where FFmpeg is missing
 */
export async function recordFilm(folder: string, path: string): Promise<Uint8Array | null> {
  const scene = encodeScene({ gop: 10, audio: false, size: '640x360' });
  if (!scene) return null;
  const origin = Date.UTC(2026, 10, 26, 6);
  const database = await createTestDatabase('sqlite');
  const clock = createManualClock(origin + 120_000);
  const place = { dataDir: folder, db: database.db, clock };
  await recordScene(scene, place, cameraId, { origin, seconds: 60 });
  const decoder = await choosePictureDecoder({ ffmpegPath: null, clock: systemClock, log });
  const archive = await createArchive({
    ...place,
    log,
    streams: createStreamRegistry({ clock, log }),
    decode: async (video, options) => (await decoder?.decode(video, options)) ?? null,
  });
  try {
    const makeFilm = createFilms({
      clock: systemClock,
      playback: archive.playback,
      budget: createCpuBudget({ clock: systemClock, share: 1 }),
    });
    const span = { from: origin, to: origin + 60_000 };
    const made = await makeFilm({ cameraId, span, lengthSeconds: 30, timeZone: 'UTC', path }, new AbortController().signal);
    return made.kind === 'made' ? made.poster : null;
  } finally {
    decoder?.close?.();
    await archive.close();
    await database.close();
  }
}
