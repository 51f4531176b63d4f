/**
 * The process that recovery-kill.integration.test.ts kills: recovers, then records four cameras as fast as the disk allows, until it is
 * killed. argv: data folder, Unix ms where this run's footage begins.
 */
import { flushCompileCache } from 'node:module';
import { callEvery, systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { openDatabase } from '../../db/database.ts';
import { createScenePlayer, encodeScene } from '../scene-samples.ts';
import { createArchive } from '../../media/index.ts';
import { createStreamRegistry } from '../../media/stream/stream-registry.ts';

const [dataDir = '', origin = ''] = process.argv.slice(2);
const scene = encodeScene({ seconds: 4 });
if (!scene) throw new Error('FFmpeg is needed to make the scene.');
const log = pino({ level: 'silent' });
const db = openDatabase({ kind: 'sqlite', file: `${dataDir}/watchpost.db` });
const streams = createStreamRegistry({ clock: systemClock, log });
const archive = await createArchive({ db, clock: systemClock, log, dataDir, streams, decode: async () => null });
const players = ['c1', 'c2', 'c3', 'c4'].map((cameraId) => {
  archive.recorder.start(cameraId);
  return createScenePlayer(scene, Number(origin), streams.open(cameraId).input);
});
// A killed process would not leave its compiled code to the next one.
flushCompileCache();
process.stdout.write('recording\n');
// 0.2 s of video every 5 ms: 40 times as fast as live.
callEvery(systemClock, 5, () => {
  for (const player of players) player.play(200);
});
