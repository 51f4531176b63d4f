import { getCamera, getPreview } from '@watchpost/contract/endpoints/cameras';
import { describe, expect, test, vi } from 'vitest';
import { createEmbedClient } from './embed-client.ts';
import type { EmbedClientOptions } from './embed-client.ts';
import { embedTokenEnd, isTokenRenewal } from './kernel/embed-authorization.ts';
import { buildCamera, createFakeClock, createFakeServer } from './testing/index.ts';

const baseUrl = 'https://watchpost.test';
const minute = 60_000;
const yard = buildCamera({ id: 'yard' });

/** Creates a token with an expiry, like the server's. */
function embedToken(name: string, exp: number): string {
  const payload = btoa(JSON.stringify({ cameraId: name, exp }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
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
  const answer = (count: number): void => server.answerNext(getCamera, ...Array.from({ length: count }, () => () => Response.json(yard)));
  return { clock, server, client, urls, bearers, answer };
}

test('there is no list of cameras: the server refuses it to a token, which opens the cameras that it names', () => {
  const { client } = setUp(() => 'embed.fixed.x');
  expect(Object.keys(client.cameras).toSorted()).toEqual(['get', 'preview', 'previewUrl']);
});

describe('the expiry of a token', () => {
  test('is read from the token; without one, or in an unreadable token, it is infinite', () => {
    expect(embedTokenEnd(embedToken('camera', 1_800_000_000_123))).toBe(1_800_000_000_123);
    // With a character that base64url and base64 encode differently.
    expect(embedToken('ÿ>?~', 5)).toContain('-');
    expect(embedTokenEnd(embedToken('ÿ>?~', 5))).toBe(5);
    for (const token of [
      '',
      'embed',
      'embed..x',
      'embed.%%%.x',
      `embed.${btoa('"text"')}.x`,
      `embed.${btoa('null')}.x`,
      `embed.${btoa('{"exp":"5"}')}.x`,
    ]) {
      expect(embedTokenEnd(token)).toBe(Number.POSITIVE_INFINITY);
    }
  });
});

describe('a token from a function', () => {
  test('is requested once, cached, and replaced a minute before its expiry', async () => {
    let now = 0;
    const ask = vi.fn(async () => embedToken(`token${ask.mock.calls.length}`, now + 10 * minute));
    const { client, clock, bearers, answer } = setUp((start) => ((now = start), ask));
    answer(4);
    expect(ask).not.toHaveBeenCalled();
    await Promise.all([client.cameras.get('yard'), client.cameras.get('yard')]);
    await clock.advance(9 * minute - 1);
    await client.cameras.get('yard');
    expect(ask).toHaveBeenCalledTimes(1);
    now = clock.now();
    await clock.advance(1);
    await client.cameras.get('yard');
    expect(ask).toHaveBeenCalledTimes(2);
    const [first, second] = [embedToken('token1', now - 9 * minute + 1 + 10 * minute), embedToken('token2', now + 10 * minute)];
    expect(bearers()).toEqual([first, first, first, second].map((token) => `Bearer ${token}`));
  });

  test('is replaced when the server refuses it, and the request is sent again', async () => {
    let asked = 0;
    const { client, server, bearers } = setUp((now) => async () => embedToken(`token${(asked += 1)}`, now + 10 * minute));
    server.answerNext(getCamera, 'unauthorized', () => Response.json(yard));
    expect(await client.cameras.get('yard')).toEqual(yard);
    expect(asked).toBe(2);
    expect(new Set(bearers()).size).toBe(2);
  });

  test('that equals the refused one ends in session-expired; a 403 requests no new token', async () => {
    let asked = 0;
    const { client, server } = setUp((now) => async () => ((asked += 1), embedToken('same', now + 10 * minute)));
    server.answerNext(getCamera, 'unauthorized', 'origin-forbidden');
    await expect(client.cameras.get('yard')).rejects.toMatchObject({ code: 'session-expired', status: 401 });
    expect(server.requests).toHaveLength(1);
    await expect(client.cameras.get('yard')).rejects.toMatchObject({ code: 'origin-forbidden', status: 403 });
    expect(asked).toBe(2);
  });

  test('still works while the partner’s backend is down; without any token, the call fails', async () => {
    let isAway = false;
    const { client, clock, bearers, answer } = setUp((now) => async () => {
      if (isAway) throw new Error('502');
      return embedToken('only', now + 10 * minute);
    });
    answer(2);
    await client.cameras.get('yard');
    isAway = true;
    await clock.advance(9.5 * minute);
    await client.cameras.get('yard');
    expect(new Set(bearers()).size).toBe(1);

    const never = setUp(() => () => Promise.reject(new Error('502')));
    await expect(never.client.cameras.get('yard')).rejects.toMatchObject({ code: 'network' });
    expect(never.server.requests).toHaveLength(0);
  });
});

describe.each([
  ['two hours ahead', 120 * minute],
  ['two hours behind', -120 * minute],
])('on a machine whose clock is %s', (_, ahead) => {
  async function open() {
    const { clock, server } = setUp(() => 'unused');
    const machine = { ...clock, now: () => clock.now() + ahead };
    const ask = vi.fn(async () => embedToken('token', clock.now() + 10 * minute));
    const onTokenExpiring = vi.fn();
    const client = createEmbedClient({
      baseUrl,
      clock: machine,
      token: ask,
      onTokenExpiring,
      fetch: server.fetch,
      webSocket: server.webSocket,
      random: () => 1,
    });
    const look = (): Promise<unknown> => {
      server.answerNext(getCamera, () => Response.json(yard));
      return client.cameras.get('yard');
    };
    await look();
    return { clock, server, client, ask, look, onTokenExpiring };
  }

  test('a token is used until its expiry by the server’s clock, whatever the machine’s clock shows', async () => {
    const { clock, ask, look } = await open();
    for (let passed = 0; passed < 8; passed += 1) {
      await clock.advance(minute);
      await look();
    }
    expect(ask).toHaveBeenCalledTimes(1);
    clock.setWallClock(clock.now() + 300 * minute);
    await look();
    expect(ask).toHaveBeenCalledTimes(1);
    await clock.advance(2 * minute);
    await look();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test('a page is notified once, a minute before the expiry, and not if a new token is available', async () => {
    const { clock, client, ask, onTokenExpiring } = await open();
    const token = await ask.mock.results[0]?.value;
    ask.mockImplementation(async () => token);
    await clock.advance(9 * minute - 1_000);
    expect(onTokenExpiring).not.toHaveBeenCalled();
    await clock.advance(2_000);
    expect(onTokenExpiring).toHaveBeenCalledTimes(1);
    ask.mockImplementation(async () => embedToken('token', clock.now() + 10 * minute));
    await clock.advance(1_000);
    client.dispose();
    expect(clock.pending).toBe(0);

    const other = await open();
    await other.clock.advance(9 * minute + 2_000);
    expect(other.onTokenExpiring).not.toHaveBeenCalled();
    expect(other.ask).toHaveBeenCalledTimes(2);
    other.client.dispose();
    expect(other.clock.pending).toBe(0);
    // Requests in flight are answered after the expiry, with a new time.
    other.server.answerNext(getCamera, () => Response.json(yard, { headers: { Date: new Date(1e12).toUTCString() } }));
    await other.client.cameras.get('yard');
    expect(other.clock.pending).toBe(0);
  });
});

test('the server’s time is read from any answer that caches may not store', async () => {
  const { clock, client, server } = setUp(() => 'embed.fixed.x');
  const truth = clock.now();
  clock.setWallClock(truth + 120 * minute);
  server.answerNext(getCamera, () =>
    Response.json(yard, { headers: { 'Cache-Control': 'private, max-age=600', Date: new Date(truth).toUTCString() } }),
  );
  await client.cameras.get('yard');
  expect(client.player.live().serverNow()).toBe(truth + 120 * minute);
  server.answerNext(getCamera, () => Response.json(yard, { headers: { Date: new Date(truth).toUTCString() } }));
  await client.cameras.get('yard');
  expect(Math.abs(client.player.live().serverNow() - truth)).toBeLessThanOrEqual(1_000);
  // A refusal carries the time too.
  const refused = setUp(() => 'embed.fixed.x');
  refused.server.answerNext(getCamera, 'forbidden');
  const now = refused.clock.now();
  await refused.client.cameras.get('yard').catch(() => {});
  refused.clock.setWallClock(0);
  expect(Math.abs(refused.client.player.live().serverNow() - now)).toBeLessThanOrEqual(1_000);
});

describe('a renewal', () => {
  const claims = (rights: object): string => `embed.${btoa(JSON.stringify(rights)).replaceAll('=', '')}.signature`;
  test.each([
    [
      'the same rights for longer',
      claims({ id: 'a', iat: 1, exp: 2, rights: 'x' }),
      claims({ id: 'b', iat: 3, exp: 4, rights: 'x' }),
      true,
    ],
    ['other rights', claims({ id: 'a', iat: 1, exp: 2, rights: 'x' }), claims({ id: 'b', iat: 3, exp: 4, rights: 'y' }), false],
    [
      'another visitor',
      claims({ exp: 2, rights: 'x', link: { visitor: 'a' } }),
      claims({ exp: 4, rights: 'x', link: { visitor: 'b' } }),
      false,
    ],
    ['the same token', 'anything', 'anything', true],
    ['two unreadable tokens', 'embed.a.b', 'embed.c.d', false],
  ])('%s', (_, token, next, expected) => {
    expect(isTokenRenewal(token, next)).toBe(expected);
  });
});

test('a token that is given as text can’t be renewed: its refusal is final', async () => {
  const { client, server, bearers } = setUp(() => 'embed.fixed.x');
  server.answerNext(getCamera, 'unauthorized');
  await expect(client.cameras.get('yard')).rejects.toMatchObject({ code: 'session-expired' });
  expect(bearers()).toEqual(['Bearer embed.fixed.x']);
});

describe('the bearer token', () => {
  const token = 'embed.secret.x';

  test('is sent to the server only, never to a host with a similar name', async () => {
    const { client, server, bearers } = setUp(() => token);
    server.answerNext(getPreview, () => new Response('jpeg'));
    await client.cameras.preview('a');
    await client.archive.media(`${baseUrl}/public/api/v3/cameras/a/archive/1.m4s`).catch(() => {});
    expect(bearers()).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
    const strangers = [
      'https://cdn.example/1.m4s',
      'https://watchpost.test.evil.example/1.m4s',
      'https://watchpost.test@evil.example/1.m4s',
      'https://watchpost.test:8443/1.m4s',
      'http://watchpost.test/1.m4s',
    ];
    for (const url of strangers) await client.archive.media(url).catch(() => {});
    expect(server.requests).toHaveLength(2 + strangers.length);
    expect(server.requests.slice(2).flatMap(({ headers }) => [...headers])).toEqual([]);
  });

  test('appears in no URL, of a request or of the live connection, whose first message carries it', async () => {
    const { client, server, clock, urls } = setUp(() => token);
    await client.archive.snapshot('a', 5).catch(() => {});
    await client.archive.footage('a', { from: 1, to: 2 }).catch(() => {});
    client.player.live().subscribe({ cameraId: 'a' }, {});
    await clock.settle();
    const [socket] = server.sockets;
    expect(socket?.received[0]).toEqual({ type: 'authorize', token });
    const addresses = [
      ...urls,
      socket?.url ?? '',
      ...(socket?.protocols ?? []),
      client.player.livePlaylistUrl('a'),
      client.archive.snapshotUrl('a', 5),
    ];
    expect(addresses).toHaveLength(6);
    expect(addresses.join()).not.toContain('secret');
    client.dispose();
    await clock.settle();
    expect(socket?.isOpen).toBe(false);
  });
});
