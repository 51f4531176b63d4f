import { getPreview, listCameras } from '@watchpost/contract/endpoints/cameras';
import { describe, expect, test, vi } from 'vitest';
import { createEmbedClient } from './embed-client.ts';
import type { EmbedClientOptions } from './embed-client.ts';
import { embedTokenEnd } from './kernel/embed-authorization.ts';
import { createFakeClock, createFakeServer } from './testing/index.ts';

const baseUrl = 'https://watchpost.test';
const minute = 60_000;

/** A token that says when it ends, as the server's do. */
function embedToken(name: string, exp: number): string {
  const payload = btoa(JSON.stringify({ cameraId: name, exp })).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `embed.${payload}.signature`;
}

function setUp(token: (now: number) => EmbedClientOptions['token']) {
  const clock = createFakeClock();
  const server = createFakeServer({ clock });
  const urls: string[] = [];
  const client = createEmbedClient({
    baseUrl,
    clock,
    token: token(clock.now()),
    fetch: (input, init) => {
      urls.push(input instanceof Request ? input.url : input.toString());
      return server.fetch(input, init);
    },
    webSocket: server.webSocket,
    random: () => 1,
  });
  const bearers = (): (string | null)[] => server.requests.map(({ headers }) => headers.get('Authorization'));
  const answer = (count: number): void => server.answerNext(listCameras, ...Array.from({ length: count }, () => () => Response.json([])));
  return { clock, server, client, urls, bearers, answer };
}

describe('the end of a token', () => {
  test('is read from it; one that does not say, or is none, never ends', () => {
    expect(embedTokenEnd(embedToken('camera', 1_800_000_000_123))).toBe(1_800_000_000_123);
    // With a character that base64url writes otherwise than base64.
    expect(embedToken('ÿ>?~', 5)).toContain('-');
    expect(embedTokenEnd(embedToken('ÿ>?~', 5))).toBe(5);
    for (const token of ['', 'embed', 'embed..x', 'embed.%%%.x', `embed.${btoa('"text"')}.x`, `embed.${btoa('null')}.x`, `embed.${btoa('{"exp":"5"}')}.x`]) {
      expect(embedTokenEnd(token)).toBe(Number.POSITIVE_INFINITY);
    }
  });
});

describe('a token that is asked for', () => {
  test('is asked for once, kept, and replaced a minute before its end', async () => {
    let now = 0;
    const ask = vi.fn(async () => embedToken(`token${ask.mock.calls.length}`, now + 10 * minute));
    const { client, clock, bearers, answer } = setUp((start) => ((now = start), ask));
    answer(4);
    expect(ask).not.toHaveBeenCalled();
    await Promise.all([client.cameras.list(), client.cameras.list()]);
    await clock.advance(9 * minute - 1);
    await client.cameras.list();
    expect(ask).toHaveBeenCalledTimes(1);
    now = clock.now();
    await clock.advance(1);
    await client.cameras.list();
    expect(ask).toHaveBeenCalledTimes(2);
    const [first, second] = [embedToken('token1', now - 9 * minute + 1 + 10 * minute), embedToken('token2', now + 10 * minute)];
    expect(bearers()).toEqual([first, first, first, second].map((token) => `Bearer ${token}`));
  });

  test('is replaced when the server refuses it, and the request is sent again', async () => {
    let asked = 0;
    const { client, server, bearers } = setUp((now) => async () => embedToken(`token${(asked += 1)}`, now + 10 * minute));
    server.answerNext(listCameras, 'unauthorized', () => Response.json([]));
    expect(await client.cameras.list()).toEqual([]);
    expect(asked).toBe(2);
    expect(new Set(bearers()).size).toBe(2);
  });

  test('that is the refused one again ends in session-expired; a refusal by right asks for none', async () => {
    let asked = 0;
    const { client, server } = setUp((now) => async () => ((asked += 1), embedToken('same', now + 10 * minute)));
    server.answerNext(listCameras, 'unauthorized', 'origin-forbidden');
    await expect(client.cameras.list()).rejects.toMatchObject({ code: 'session-expired', status: 401 });
    expect(server.requests).toHaveLength(1);
    await expect(client.cameras.list()).rejects.toMatchObject({ code: 'origin-forbidden', status: 403 });
    expect(asked).toBe(2);
  });

  test('goes on while the partner’s backend is away; without any the call fails', async () => {
    let isAway = false;
    const { client, clock, bearers, answer } = setUp((now) => async () => {
      if (isAway) throw new Error('502');
      return embedToken('only', now + 10 * minute);
    });
    answer(2);
    await client.cameras.list();
    isAway = true;
    await clock.advance(9.5 * minute);
    await client.cameras.list();
    expect(new Set(bearers()).size).toBe(1);

    const never = setUp(() => () => Promise.reject(new Error('502')));
    await expect(never.client.cameras.list()).rejects.toMatchObject({ code: 'network' });
    expect(never.server.requests).toHaveLength(0);
  });
});

test('a token that is given as text is all there is: its refusal is final', async () => {
  const { client, server, bearers } = setUp(() => 'embed.fixed.x');
  server.answerNext(listCameras, 'unauthorized');
  await expect(client.cameras.list()).rejects.toMatchObject({ code: 'session-expired' });
  expect(bearers()).toEqual(['Bearer embed.fixed.x']);
});

describe('the bearer token', () => {
  const token = 'embed.secret.x';

  test('goes to the server alone, never to a host that only looks like it', async () => {
    const { client, server, bearers } = setUp(() => token);
    server.answerNext(getPreview, () => new Response('jpeg'));
    await client.cameras.preview('a');
    await client.archive.media(`${baseUrl}/public/api/v3/cameras/a/archive/1.m4s`).catch(() => {});
    expect(bearers()).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
    const strangers = ['https://cdn.example/1.m4s', 'https://watchpost.test.evil.example/1.m4s', 'https://watchpost.test@evil.example/1.m4s', 'https://watchpost.test:8443/1.m4s', 'http://watchpost.test/1.m4s'];
    for (const url of strangers) await client.archive.media(url).catch(() => {});
    expect(server.requests).toHaveLength(2 + strangers.length);
    expect(server.requests.slice(2).flatMap(({ headers }) => [...headers])).toEqual([]);
  });

  test('is in no address, of a request or of the live connection, whose first message carries it', async () => {
    const { client, server, clock, urls } = setUp(() => token);
    await client.archive.snapshot('a', 5).catch(() => {});
    await client.archive.footage('a', { from: 1, to: 2 }).catch(() => {});
    client.player.live().subscribe({ cameraId: 'a' }, {});
    await clock.settle();
    const [socket] = server.sockets;
    expect(socket?.received[0]).toEqual({ type: 'authorize', token });
    const addresses = [...urls, socket?.url ?? '', ...(socket?.protocols ?? []), client.player.livePlaylistUrl('a'), client.archive.snapshotUrl('a', 5)];
    expect(addresses).toHaveLength(6);
    expect(addresses.join()).not.toContain('secret');
    client.dispose();
    await clock.settle();
    expect(socket?.isOpen).toBe(false);
  });
});
