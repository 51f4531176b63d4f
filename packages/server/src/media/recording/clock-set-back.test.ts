import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../kernel/log.ts';
import { createTestDatabase } from '../../testing/databases.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createArchive } from '../index.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';

const newest = Date.UTC(2026, 0, 15, 12);

/** What the log says when a camera starts to be recorded at a time. */
async function startAt(now: number): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-clock-'));
  const lines: string[] = [];
  const log = createLog({ level: 'error', format: 'json', write: (line) => void lines.push(line) });
  const database = await createTestDatabase('sqlite');
  const clock = createManualClock(now);
  const streams = createStreamRegistry({ clock, log });
  const archive = await createArchive({ db: database.db, clock, log, dataDir, streams, decode: async () => null });
  try {
    await database.db.insertInto('segments').values({ camera_id: 'c1', start_ms: newest - 4000, duration_ms: 4000, size: 1, init_hash: 'a' }).execute();
    archive.recorder.start('c1');
    while (streams.open('c1').subscribers === 0) await new Promise((resolve) => setImmediate(resolve));
    return lines.join('');
  } finally {
    await archive.close();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

test('a clock that was set back while the server was off is told with both times, and why nothing is recorded', async () => {
  expect(await startAt(newest - 3_600_000)).toMatch(/"newest":"2026-01-15T12:00:00.000Z","now":"2026-01-15T11:00:00.000Z".*clock was set back/);
});

test('a clock that went on says nothing', async () => {
  expect(await startAt(newest + 1000)).toBe('');
  expect(await startAt(newest - 3000)).toBe('');
});
