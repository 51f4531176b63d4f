import { expect, test } from 'vitest';
import { runEmbedPage, type PageWindow } from './embeds-page-script.ts';

const shop = 'https://shop.example';

interface PageOptions {
  readonly cameras?: string;
  readonly origins?: string;
  readonly referrer?: string;
  /** The site around the page; null for none. */
  readonly host?: object | null;
  readonly answers?: readonly (readonly [status: number, body: unknown])[];
}

/** A page of a browser, as far as the script uses it. */
function openPage({ cameras = 'cam_1', origins = '', referrer = `${shop}/cams`, host, answers = [] }: PageOptions = {}) {
  const sent: [object, string][] = [];
  const parent = { postMessage: (message: object, target: string) => void sent.push([message, target]) };
  const requests: { readonly url: string; readonly headers: unknown }[] = [];
  const calls: string[] = [];
  const listeners = new Map<string, (event: { detail: Record<string, unknown> }) => void>();
  const timers: (() => void)[] = [];
  const attributes: Record<string, string> = {};
  const player = {
    textContent: null as string | null,
    token: '',
    tokens: {},
    time: 0 as number | 'live',
    muted: true,
    player: { controller: { play: () => void calls.push('play'), pause: () => void calls.push('pause') } },
    wall: {
      soundCameraId: { peek: () => 'cam_2' },
      play: (...args: unknown[]) => void calls.push(['wall.play', ...args].join(' ')),
      pause: (...args: unknown[]) => void calls.push(['wall.pause', ...args].join(' ')),
      seek: (...args: unknown[]) => void calls.push(['wall.seek', ...args].join(' ')),
      setSound: (cameraId: string | null) => void calls.push(`wall.setSound ${cameraId}`),
    },
    setAttribute: (name: string, value: string) => void (attributes[name] = value),
    addEventListener: (type: string, listener: (event: { detail: Record<string, unknown> }) => void) => void listeners.set(type, listener),
  };
  const shown: { readonly textContent: string | null }[] = [];
  let onMessage: ((event: { source: unknown; origin: string; data: unknown }) => void) | undefined;
  const left = [...answers];
  const page: PageWindow = {
    document: {
      referrer,
      documentElement: { lang: 'en' },
      querySelector: () => ({
        dataset: { link: 'abcdefghij', cameras, origins, archive: '', ended: 'It has ended.', restricted: 'Not here.' },
        replaceChildren: (child) => void shown.push(child),
      }),
      createElement: (tag) => (tag === 'p' ? { ...player, textContent: '' } : player),
    },
    location: { reload: () => void calls.push('reload') },
    get parent() {
      return host === null ? page : parent;
    },
    fetch: async (input, init) => {
      requests.push({ url: typeof input === 'string' ? input : '', headers: init?.headers });
      const [status, body] = left.shift() ?? [200, { token: `embed.${requests.length}`, cameraIds: cameras.split(' ') }];
      return Response.json(body, { status });
    },
    setTimeout: (callback) => timers.push(callback),
    postMessage: parent.postMessage,
    addEventListener: (_type, listener) => void (onMessage = listener),
  };
  runEmbedPage(page);
  return {
    sent,
    requests,
    calls,
    player,
    attributes,
    shown,
    timers,
    fire: (type: string, detail: Record<string, unknown> = {}) => listeners.get(`watchpost-${type}`)?.({ detail }),
    receive: (data: unknown, from: { readonly source?: unknown; readonly origin?: string } = {}) =>
      onMessage?.({ source: parent, origin: shop, data, ...from }),
  };
}

test('shows its camera with a token of its own server, and renews it as the same visitor', async () => {
  const page = openPage();
  await expect.poll(() => page.shown).toEqual([page.player]);
  expect(page.attributes).toEqual({ locale: 'en', report: 'server', 'camera-id': 'cam_1', timeline: '' });
  expect(page.player.token).toBe('embed.1');
  page.fire('token-expiring');
  await expect.poll(() => page.player.token).toBe('embed.2');
  expect(page.requests).toEqual([
    { url: '/public/api/v3/embed-links/abcdefghij/tokens', headers: {} },
    { url: '/public/api/v3/embed-links/abcdefghij/tokens', headers: { authorization: 'Bearer embed.1' } },
  ]);
});

test('shows several cameras on a wall, which renew their token together', async () => {
  const page = openPage({ cameras: 'cam_1 cam_2' });
  await expect.poll(() => page.shown).toHaveLength(1);
  expect(page.attributes).toEqual({ locale: 'en', report: 'server', 'camera-ids': 'cam_1 cam_2' });
  page.fire('token-expiring');
  page.fire('token-expiring');
  await expect.poll(() => page.player.tokens).toEqual({ cam_1: 'embed.2', cam_2: 'embed.2' });
  expect(page.requests).toHaveLength(2);
});

test('says what happens to the site around it', async () => {
  const page = openPage();
  await expect.poll(() => page.shown).toHaveLength(1);
  page.fire('ready');
  page.fire('state', { cameraId: 'cam_1', kind: 'live' });
  page.fire('state', { cameraId: 'cam_1', kind: 'error', code: 'access-ended' });
  page.fire('position', { cameraId: 'cam_1', time: 5 });
  expect(page.sent).toEqual([
    [{ source: 'watchpost', type: 'ready', cameraIds: ['cam_1'] }, '*'],
    [{ source: 'watchpost', type: 'state', cameraId: 'cam_1', state: 'live' }, '*'],
    [{ source: 'watchpost', type: 'state', cameraId: 'cam_1', state: 'error', code: 'access-ended' }, '*'],
    [{ source: 'watchpost', type: 'time', cameraId: 'cam_1', time: 5 }, '*'],
  ]);
});

test.each([
  ['the one that has it', `${shop}/cams`, [shop]],
  ['each of them, if the browser does not say which', '', [shop, 'https://shop2.example']],
  ['none but them', 'https://evil.example/', [shop, 'https://shop2.example']],
])('with chosen sites it speaks to %s', async (_, referrer, targets) => {
  const page = openPage({ origins: `${shop} https://shop2.example`, referrer });
  await expect.poll(() => page.shown).toHaveLength(1);
  page.fire('ready');
  expect(page.sent.map(([, target]) => target)).toEqual(targets);
});

test('does what the site around it asks', async () => {
  const page = openPage({ origins: shop });
  await expect.poll(() => page.shown).toHaveLength(1);
  for (const type of ['play', 'pause', 'unmute']) page.receive({ target: 'watchpost', type });
  page.receive({ target: 'watchpost', type: 'seek', time: 1234 });
  expect([page.calls, page.player.muted, page.player.time]).toEqual([['play', 'pause'], false, 1234]);
  page.receive({ target: 'watchpost', type: 'seek', time: 'live' });
  expect(page.player.time).toBe('live');
});

test('a wall does it for all of its cameras, or for one', async () => {
  const page = openPage({ cameras: 'cam_1 cam_2' });
  await expect.poll(() => page.shown).toHaveLength(1);
  const ask = (type: string, more: object = {}): string[] => {
    page.receive({ target: 'watchpost', type, ...more });
    return page.calls.splice(0).map((call) => call.trim());
  };
  expect(ask('play')).toEqual(['wall.play']);
  expect(ask('pause', { cameraId: 'cam_2' })).toEqual(['wall.pause cam_2']);
  expect(ask('seek', { time: 1234 })).toEqual(['wall.seek 1234']);
  expect(ask('seek', { time: 'live', cameraId: 'cam_1' })).toEqual(['wall.seek live cam_1']);
  expect(ask('seek', { time: 'yesterday' })).toEqual([]);
  // One camera at a time has sound.
  expect(ask('unmute')).toEqual(['wall.setSound cam_1']);
  expect(ask('unmute', { cameraId: 'cam_2' })).toEqual(['wall.setSound cam_2']);
  expect(ask('mute', { cameraId: 'cam_2' })).toEqual(['wall.setSound null']);
  expect(ask('mute', { cameraId: 'cam_1' })).toEqual([]);
  expect(ask('mute')).toEqual(['wall.setSound null']);
  for (const cameraId of ['cam_3', '', 7, null]) expect(ask('pause', { cameraId })).toEqual([]);
});

test('a wall says when it is ready', async () => {
  const page = openPage({ cameras: 'cam_1 cam_2' });
  await expect.poll(() => page.shown).toHaveLength(1);
  expect(page.sent).toEqual([]);
  page.fire('wall-ready');
  expect(page.sent).toEqual([[{ source: 'watchpost', type: 'ready', cameraIds: ['cam_1', 'cam_2'] }, '*']]);
});

test.each([
  ['another site', { target: 'watchpost', type: 'play' }, { origin: 'https://evil.example' }],
  ['another window', { target: 'watchpost', type: 'play' }, { source: {} }],
  ['a message for something else', { type: 'play' }, {}],
  ['a wrong time', { target: 'watchpost', type: 'seek', time: '<b>' }, {}],
  ['an invalid time', { target: 'watchpost', type: 'seek', time: Number.NaN }, {}],
  ['what it does not know', { target: 'watchpost', type: 'constructor' }, {}],
  ['a message for another camera', { target: 'watchpost', type: 'play', cameraId: 'cam_2' }, {}],
  ['no object', 'play', {}],
  ['nothing', null, {}],
])('ignores %s', async (_, data, from) => {
  const page = openPage({ origins: shop });
  await expect.poll(() => page.shown).toHaveLength(1);
  page.receive(data, from);
  expect([page.calls, page.player.time, page.player.muted]).toEqual([[], 0, true]);
});

test('an ended link says so, and tries no more', async () => {
  const page = openPage({ answers: [[404, { error: { code: 'not-found' } }]] });
  await expect.poll(() => page.shown[0]?.textContent).toBe('It has ended.');
  expect(page.sent).toEqual([[{ source: 'watchpost', type: 'ended' }, '*']]);
  expect(page.timers).toEqual([]);
});

test('an outage passes; other cameras are another page', async () => {
  const page = openPage({
    answers: [
      [503, {}],
      [200, { token: 'embed.x', cameraIds: ['cam_2'] }],
    ],
  });
  await expect.poll(() => page.timers).toHaveLength(1);
  page.timers[0]?.();
  await expect.poll(() => page.calls).toEqual(['reload']);
});

test('opened by itself, it shows cameras for any site only, and speaks to nobody', async () => {
  const alone = openPage({ host: null });
  await expect.poll(() => alone.shown).toHaveLength(1);
  alone.fire('ready');
  expect(alone.sent).toEqual([]);
  const restricted = openPage({ host: null, origins: shop });
  expect(restricted.shown[0]?.textContent).toBe('Not here.');
  expect(restricted.requests).toEqual([]);
});
