import { downloadClip } from '@watchpost/contract/endpoints/archive';
import { expect, test } from 'vitest';
import { createTestClient, signIn, type FakeClock } from '../../testing/index.ts';

const range = { from: 0, to: 300_000 };
const bytes = Uint8Array.from({ length: 10_000 }, (_, index) => index % 251);

async function signedIn() {
  const parts = createTestClient();
  await signIn(parts.client, parts.server);
  parts.server.clip = bytes;
  return parts;
}

/** Reads a stream to its end, while the delays between attempts pass. */
async function readAll(stream: ReadableStream<Uint8Array<ArrayBuffer>>, clock: FakeClock): Promise<Uint8Array> {
  let isOver = false;
  const whole = new Response(stream).bytes().finally(() => (isOver = true));
  void whole.catch(() => undefined);
  while (!isOver) {
    // A stream's bytes arrive with turns of the event loop, which no promise awaits.
    await new Promise((resolve) => setTimeout(resolve));
    await clock.advance(1000);
  }
  return whole;
}

/** Sends the first bytes, one thousand whenever they are read, and then `end`s the body. */
function answer(count: number, etag: string, end: (controller: ReadableStreamDefaultController) => void) {
  const sent = { count: 0, isCanceled: false };
  const respond = (): Response => {
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (sent.count >= count) return end(controller);
          controller.enqueue(bytes.slice(sent.count, sent.count + 1000));
          sent.count += 1000;
        },
        cancel: () => void (sent.isCanceled = true),
      },
      { highWaterMark: 0 },
    );
    return new Response(body, {
      headers: { 'content-length': '10000', 'content-disposition': 'attachment; filename="a.mp4"', etag },
    });
  };
  return { sent, respond };
}
const terminate = (controller: ReadableStreamDefaultController): void => controller.error(new TypeError('terminated'));

test('the stream has the whole file, its name, size and progress, over an interruption', async () => {
  const { client, server, clock } = await signedIn();
  server.answerNext(downloadClip, answer(3000, '"fake"', terminate).respond);
  const progress: number[] = [];
  const { stream, name, total } = await client.archive.download('c1', range, { onProgress: ({ loaded }) => progress.push(loaded) });
  expect([name, total]).toEqual(['a.mp4', 10_000]);
  expect(await readAll(stream, clock)).toEqual(bytes);
  expect([progress.slice(0, 3), progress.at(-1)]).toEqual([[1000, 2000, 3000], 10_000]);
  expect(server.requestsTo(downloadClip)[1]?.headers.get('range')).toBe('bytes=3000-');
});

test.each([
  [`attachment; filename="____.mp4"; filename*=UTF-8''%D0%94%D0%B2%D0%BE%D1%80.mp4`, 'Двор.mp4'],
  ['attachment; filename="Front door 2026-10-25 02.30.00+0100.mp4"', 'Front door 2026-10-25 02.30.00+0100.mp4'],
  // Damaged on its way.
  [`attachment; filename="a.mp4"; filename*=UTF-8''%D0%`, 'a.mp4'],
])('the file’s name in %s is %s', async (disposition, expected) => {
  const { client, server } = await signedIn();
  server.answerNext(downloadClip, () => new Response(bytes, { headers: { 'content-disposition': disposition } }));
  const { stream, name } = await client.archive.download('c1', range);
  expect(name).toBe(expected);
  await stream.cancel();
});

test('bytes are requested as they are read; canceling it ends the connection', async () => {
  const { client, server } = await signedIn();
  const { sent, respond } = answer(10_000, '"fake"', (controller) => controller.close());
  server.answerNext(downloadClip, respond);
  const { stream } = await client.archive.download('c1', range);
  const reader = stream.getReader();
  expect((await reader.read()).value).toHaveLength(1000);
  await new Promise((resolve) => setTimeout(resolve, 0));
  // What was read, and what the stream holds ready.
  expect(sent.count).toBeLessThanOrEqual(2000);
  await reader.cancel();
  expect(sent.isCanceled).toBe(true);
});

test('footage that changed during an interruption fails the stream, so that halves of two files are never joined', async () => {
  const { client, server, clock } = await signedIn();
  server.answerNext(downloadClip, answer(3000, '"other"', terminate).respond);
  const { stream } = await client.archive.download('c1', range);
  await expect(readAll(stream, clock)).rejects.toMatchObject({ code: 'conflict' });
});

test('errors of the server reject the call, and later ones the stream', async () => {
  const { client, server, clock } = await signedIn();
  server.answerNext(downloadClip, 'no-footage');
  await expect(client.archive.download('c1', range)).rejects.toMatchObject({ code: 'no-footage' });
  await expect(client.archive.download('c1', range, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  server.answerNext(downloadClip, () => {
    server.offline = true;
    return answer(1000, '"fake"', terminate).respond();
  });
  const { stream } = await client.archive.download('c1', range);
  await expect(readAll(stream, clock)).rejects.toMatchObject({ code: 'network' });
});
