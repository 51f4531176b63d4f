import { deleteFootage, downloadClip, getArchiveDays } from '@watchpost/contract/endpoints/archive';
import { expect, test } from 'vitest';
import { createTestClient, signIn, type FakeClock } from '../../testing/index.ts';
import type { KeptClip } from './archive-clip.ts';

async function signedIn() {
  const parts = createTestClient();
  await signIn(parts.client, parts.server);
  return parts;
}

test('days of a calendar are requested by date', async () => {
  const { client, server } = await signedIn();
  server.archiveDays = {
    timeZone: 'Europe/Berlin',
    days: [
      { date: '2026-03-29', from: 1, to: 2, recorded: 1 },
      { date: '2026-04-01', from: 3, to: 4, recorded: 1 },
    ],
  };
  expect(await client.archive.days('c1', { from: '2026-03-01', to: '2026-03-31' })).toEqual({
    timeZone: 'Europe/Berlin',
    days: [{ date: '2026-03-29', from: 1, to: 2, recorded: 1 }],
  });
  expect(server.requestsTo(getArchiveDays)[0]?.path).toMatch(/\?from=2026-03-01&to=2026-03-31$/);
});

test('URLs are on the server, with whole milliseconds that cover the entire range', async () => {
  const { client } = await signedIn();
  expect(client.archive.previewUrl('c 1', 5000.4, 160)).toBe(
    'https://watchpost.test/public/api/v3/cameras/c%201/archive/preview.jpg?at=5000&width=160',
  );
  expect(client.archive.previewUrl('c1', 5000)).toBe('https://watchpost.test/public/api/v3/cameras/c1/archive/preview.jpg?at=5000');
  expect(client.archive.clipUrl('c1', { from: 1.5, to: 2.5 })).toBe(
    'https://watchpost.test/public/api/v3/cameras/c1/archive/clip.mp4?from=1&to=3',
  );
  expect(client.archive.clipManifestUrl('c1', { from: 1, to: 2 })).toBe(
    'https://watchpost.test/public/api/v3/cameras/c1/archive/clip.json?from=1&to=2',
  );
});

test('footage is deleted by range', async () => {
  const { client, server } = await signedIn();
  await client.archive.deleteFootage('c1', { from: 1000, to: 2000 });
  expect(server.requestsTo(deleteFootage)).toMatchObject([
    { method: 'DELETE', path: '/public/api/v3/cameras/c1/archive/footage?from=1000&to=2000' },
  ]);
});

const range = { from: 0, to: 300_000 };
const bytes = Uint8Array.from({ length: 10_000 }, (_, index) => index % 251);

/** A stream's bytes arrive with turns of the event loop, which no promise awaits. */
async function advanceUntil(clock: FakeClock, isReached: () => boolean): Promise<void> {
  while (!isReached()) {
    await new Promise((resolve) => setTimeout(resolve));
    await clock.advance(1000);
  }
}

/** Sends the first `count` bytes, then breaks the connection. */
function broken(count: number, headers: Record<string, string>): () => Response {
  return () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(bytes.slice(0, count));
      },
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    return new Response(body, { headers: { 'content-length': String(bytes.byteLength), ...headers } });
  };
}

test('an interrupted clip resumes where it stopped, with its name and its progress', async () => {
  const { client, server, clock } = await signedIn();
  server.clip = bytes;
  server.answerNext(downloadClip, broken(3000, { etag: '"fake"' }));
  const progress: (readonly [number, number | null])[] = [];
  const loading = client.archive.clip('c1', range, { onProgress: ({ loaded, total }) => progress.push([loaded, total]) });
  await advanceUntil(clock, () => server.requestsTo(downloadClip).length >= 2);
  const { file, name } = await loading;
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  expect([name, file.type, progress[0], progress.at(-1)]).toEqual([
    '2026-01-15T12-00-00Z.mp4',
    'video/mp4',
    [3000, 10_000],
    [10_000, 10_000],
  ]);
  expect(server.requestsTo(downloadClip)[1]?.headers.get('range')).toBe('bytes=3000-');
});

test('footage that changed meanwhile restarts the clip, so that halves of two files are never joined', async () => {
  const { client, server, clock } = await signedIn();
  server.clip = bytes;
  server.answerNext(downloadClip, broken(3000, { etag: '"other"' }));
  const loading = client.archive.clip('c1', range);
  await advanceUntil(clock, () => server.requestsTo(downloadClip).length >= 2);
  expect(new Uint8Array(await (await loading).file.arrayBuffer())).toEqual(bytes);
});

test('a failed clip resumes where it stopped, and reports the bytes that it already has', async () => {
  const { client, server, clock } = await signedIn();
  server.clip = bytes;
  server.answerNext(downloadClip, () => {
    server.offline = true;
    return broken(3000, { etag: '"fake"' })();
  });
  const kept: KeptClip = {};
  let isOver = false;
  const first = client.archive.clip('c1', range, { kept });
  void first.catch(() => (isOver = true));
  await advanceUntil(clock, () => isOver);
  await expect(first).rejects.toMatchObject({ code: 'network' });
  expect(kept.part).toMatchObject({ loaded: 3000, total: 10_000 });

  server.offline = false;
  const progress: number[] = [];
  const { file } = await client.archive.clip('c1', range, { kept, onProgress: ({ loaded }) => progress.push(loaded) });
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  expect([progress[0], progress.at(-1), kept.part]).toEqual([3000, 10_000, undefined]);
  expect(server.requestsTo(downloadClip).at(-1)?.headers.get('range')).toBe('bytes=3000-');
});

test('a canceled clip keeps its bytes; if the footage changed, it is downloaded again', async () => {
  const { client, server } = await signedIn();
  server.clip = bytes;
  const kept: KeptClip = { part: { parts: [new Uint8Array(500).fill(9)], loaded: 500, total: 10_000, etag: '"other"', name: 'a.mp4' } };
  const gone = AbortSignal.abort();
  await expect(client.archive.clip('c1', range, { kept, signal: gone })).rejects.toMatchObject({ code: 'aborted' });
  expect(kept.part?.loaded).toBe(500);
  const { file, name } = await client.archive.clip('c1', range, { kept });
  expect([new Uint8Array(await file.arrayBuffer()), name]).toEqual([bytes, '2026-01-15T12-00-00Z.mp4']);
});

test('attempts without progress end with an error; a server error ends the download immediately', async () => {
  const { client, server, clock } = await signedIn();
  server.answerNext(downloadClip, 'no-footage');
  await expect(client.archive.clip('c1', range)).rejects.toMatchObject({ code: 'no-footage' });
  server.offline = true;
  const loading = client.archive.clip('c1', range);
  let isOver = false;
  void loading.catch(() => (isOver = true));
  await advanceUntil(clock, () => isOver);
  await expect(loading).rejects.toMatchObject({ code: 'network' });
  expect(server.requestsTo(downloadClip)).toHaveLength(4);
});
