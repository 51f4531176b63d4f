import type { Clock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import type { Db } from '../db/database.ts';
import { createArchive } from '../media/index.ts';
import { createStreamRegistry } from '../media/stream/stream-registry.ts';
import { createScenePlayer, type Scene } from './scene-samples.ts';

const log = pino({ level: 'silent' });

/** Records a scene directly into the data folder: a server finds it there as after a restart. @param origin Unix ms of its beginning */
export async function recordScene(
  scene: Scene,
  { dataDir, db, clock }: { readonly dataDir: string; readonly db: Db; readonly clock: Clock },
  cameraId: string,
  { origin, seconds }: { readonly origin: number; readonly seconds: number },
): Promise<void> {
  const streams = createStreamRegistry({ clock, log });
  const archive = await createArchive({ db, clock, log, dataDir, streams, decode: async () => null });
  const { input } = streams.open(cameraId);
  archive.recorder.start(cameraId);
  // The recorder first reads from the database where the footage ends.
  while (streams.open(cameraId).subscribers === 0) await new Promise((resolve) => setImmediate(resolve));
  createScenePlayer(scene, origin, input).play(seconds * 1000);
  await archive.recorder.stop(cameraId);
  await archive.close();
}
