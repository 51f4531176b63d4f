// @vitest-environment jsdom
import type { EmbedClientOptions, WallArrangement } from '@watchpost/sdk-core';
import { buildCamera, createTestClient, signIn } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WatchpostCameraElement } from './features/player/player-element.ts';
import type { CameraPlayerProps } from './features/player/player.tsx';
import type { ShareDialogProps } from './features/sharing/sharing-dialog.tsx';
import { WatchpostShareElement } from './features/sharing/sharing-element.ts';
import { WatchpostVideoWallElement } from './features/video-wall/video-wall-element.ts';
import type { VideoWallProps } from './features/video-wall/video-wall.tsx';
import { row, type Row } from './testing/element-row.ts';

/** Records what the elements rendered: the provider's client, and the component's props. */
const shown = vi.hoisted(() => ({
  providers: [] as { readonly client: unknown; readonly locale: string }[],
  players: [] as unknown[],
  walls: [] as unknown[],
  shares: [] as unknown[],
  /** Servers of the clients that share elements have created. */
  pages: [] as unknown[],
  embeds: [] as unknown[],
}));

// The components run on React here and on Preact in the elements' own build; the test only checks their props.
const { provider, player, wall, share } = vi.hoisted(() => ({
  provider: (props: { readonly client: unknown; readonly locale: string; readonly children: unknown }) => (
    shown.providers.push(props),
    props.children
  ),
  player: (props: unknown) => (shown.players.push(props), null),
  wall: (props: unknown) => (shown.walls.push(props), null),
  share: (props: unknown) => (shown.shares.push(props), null),
}));
vi.mock('./features/player/player-context.tsx', () => ({ MessagesProvider: provider }));
vi.mock('./features/player/player.tsx', () => ({ CameraPlayer: player }));
vi.mock('./features/player/index.ts', async () => ({
  ...(await import('./features/player/player-page-access.ts')),
  ...(await import('./features/player/player-state-names.ts')),
  WatchpostProvider: provider,
}));
vi.mock('./features/video-wall/video-wall.tsx', () => ({ VideoWall: wall }));
vi.mock('./features/sharing/sharing-dialog.tsx', () => ({ ShareDialog: share }));
vi.mock('./features/sharing/sharing-page-client.ts', () => ({
  createPageClient: (server: string) => (
    shown.pages.push(server),
    { sharing: { inviteUrl: () => 'https://cams.example/s/x' }, dispose: () => {} }
  ),
}));
vi.mock('@watchpost/sdk-core', async (original) => ({
  ...(await original<typeof import('@watchpost/sdk-core')>()),
  createEmbedClient: (options: EmbedClientOptions) => {
    const client = {
      options,
      isDisposed: false,
      dispose: () => void (client.isDisposed = true),
      cameras: { get: async (id: string) => buildCamera({ id }) },
    };
    shown.embeds.push(client);
    return client;
  },
}));

interface Embed {
  readonly options: EmbedClientOptions & { readonly token: (refused: string | null) => Promise<string> };
  readonly isDisposed: boolean;
}
const embeds = (): Embed[] => shown.embeds as Embed[];
const lastPlayer = (): CameraPlayerProps => shown.players.at(-1) as CameraPlayerProps;
const lastWall = (): VideoWallProps => shown.walls.at(-1) as VideoWallProps;
const lastShare = (): ShareDialogProps => shown.shares.at(-1) as ShareDialogProps;
const lastLocale = (): string | undefined => shown.providers.at(-1)?.locale;
/** Waits for the microtask in which an element renders, and for the answers that it needs. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await vi.dynamicImportSettled();
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
const tokenOf = (rights: object): string => `embed.${btoa(JSON.stringify(rights)).replaceAll('=', '')}.signature`;
const first = tokenOf({ cameraId: 'a', withArchive: false, exp: 2e12 });
const renewed = tokenOf({ cameraId: 'a', withArchive: false, exp: 3e12 });
const wider = tokenOf({ cameraId: 'a', withArchive: true, exp: 2e12 });
const ofB = tokenOf({ cameraId: 'b', withArchive: false, exp: 2e12 });

let counter = 0;
/** Makes a new class and name for each test: an element can be registered only once. */
function define(
  Original: typeof WatchpostCameraElement | typeof WatchpostVideoWallElement | typeof WatchpostShareElement,
  name = `test-element-${(counter += 1)}`,
): string {
  const made =
    Original === WatchpostCameraElement
      ? class extends WatchpostCameraElement {}
      : Original === WatchpostShareElement
        ? class extends WatchpostShareElement {}
        : class extends WatchpostVideoWallElement {};
  customElements.define(name, made);
  return name;
}
beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string, { body = '' }: RequestInit) =>
    Response.json({ token: `from ${url} for ${typeof body === 'string' && JSON.parse(body).cameraIds.join(' ')}` }),
  );
  for (const list of Object.values(shown)) list.length = 0;
});
afterEach(async () => {
  document.body.replaceChildren();
  document.documentElement.lang = '';
  await settle();
});

/** The token that follows the one of the page. */
async function secondToken(): Promise<string | undefined> {
  const token = embeds().at(-1)?.options.token;
  await token?.(null);
  return token?.(null);
}
const cameraRows: readonly Row[] = [
  row('camera-id', 'cameraId', 'b', 'b', null, () => lastPlayer().cameraId),
  row('server', 'server', 'https://cams.example', 'https://cams.example', null, () => embeds().at(-1)?.options.baseUrl),
  row('token', 'token', wider, wider, null, () => embeds().at(-1)?.options.token(null), Promise.resolve(wider)),
  row('token-url', 'tokenUrl', '/tokens', '/tokens', null, secondToken, Promise.resolve('from /tokens for a')),
  row('time', 'time', '1700000000000', 1_700_000_000_000, 'live', () => lastPlayer().time),
  row('time', 'time', 'live', 'live', 'live', () => lastPlayer().time),
  row('muted', 'muted', 'false', false, true, () => lastPlayer().muted),
  row('controls', 'controls', 'false', false, true, () => lastPlayer().controls),
  row('timeline', 'timeline', '', true, false, () => lastPlayer().timeline),
  row('quality', 'quality', 'low', 'low', 'auto', () => lastPlayer().quality),
  row('transport', 'transport', 'hls', 'hls', 'auto', () => lastPlayer().transport),
  row('speed', 'speed', '2.5', 2.5, 1, () => lastPlayer().speed),
  row('volume', 'volume', '0', 0, 1, () => lastPlayer().volume),
  row('autoplay', 'autoplay', 'false', false, true, () => lastPlayer().autoplay),
  row('talk', 'talk', 'false', false, true, () => lastPlayer().talk),
  row('marks', 'marks', '', true, false, () => lastPlayer().onMark !== undefined),
  row('report', 'report', 'server', 'server', null, () => lastPlayer().report),
  row('locale', 'locale', 'ru', 'ru', null, lastLocale),
];
const arrangement = (): unknown => lastWall().arrangement;
const wallRows: readonly Row[] = [
  row('server', 'server', 'https://cams.example', 'https://cams.example', null, () => embeds().at(-1)?.options.baseUrl),
  {
    ...row('camera-ids', 'cameraIds', 'x y', 'x y', null, () => lastWall().cameras?.map(({ id }) => id), ['x', 'y']),
    more: { tokenUrl: '/tokens' },
  },
  {
    ...row(
      'token-url',
      'tokenUrl',
      '/tokens',
      '/tokens',
      null,
      () => embeds().at(-1)?.options.token(null),
      Promise.resolve('from /tokens for x y'),
    ),
    more: { cameraIds: 'x y' },
  },
  row('layout', 'layout', '9', '9', 'auto', arrangement, { layout: '9', cameraIds: [], cycleSeconds: 0 }),
  row('cycle-seconds', 'cycleSeconds', '30', 30, 0, arrangement, { layout: 'auto', cameraIds: [], cycleSeconds: 30 }),
  row('report', 'report', 'https://metrics.example/v', 'https://metrics.example/v', null, () => lastWall().report),
  row('locale', 'locale', 'ru', 'ru', null, lastLocale),
];
const shareRows: readonly Row[] = [
  row('server', 'server', 'https://cams.example', 'https://cams.example', null, () => shown.pages.at(-1)),
  row('camera-ids', 'cameraIds', 'a b', 'a b', null, () => lastShare().cameraIds, ['a', 'b']),
  row('open', 'open', '', true, false, () => lastShare().open),
  row('locale', 'locale', 'ru', 'ru', null, () => lastShare().locale),
];
const kinds = [
  { Original: WatchpostCameraElement, rows: cameraRows, needs: { cameraId: 'a', token: first } },
  { Original: WatchpostVideoWallElement, rows: wallRows, needs: { tokens: { a: first } } },
  { Original: WatchpostShareElement, rows: shareRows, needs: { open: true } },
] as const;
const cases = kinds.flatMap(({ Original, rows, needs }) =>
  rows.map((each) => ({ ...each, Original, needs, name: `${Original.name} ${each.attribute}=${JSON.stringify(each.value).slice(0, 20)}` })),
);
type Set = (element: HTMLElement, row: Omit<Row, 'seen'>) => void;
const byAttribute: Set = (element, { attribute, text }) => element.setAttribute(attribute, text);
const byProperty: Set = (element, { property, value }) => void Reflect.set(element, property, value);

describe('an attribute and its property are one value', () => {
  test('the tables below list them all', () => {
    for (const { Original, rows } of kinds)
      expect(new Set([...rows.map(({ attribute }) => attribute), 'lang'])).toEqual(new Set(Original.observedAttributes));
  });

  test.each(cases)('$name', async ({ Original, needs, seen, expected, ...each }) => {
    document.documentElement.lang = 'en';
    for (const set of [byAttribute, byProperty]) {
      // Set after registration, before it, before the element is in the document, and while it is shown.
      for (const moment of ['at first', 'before it is registered', 'while it is shown'] as const) {
        const name = `test-element-${(counter += 1)}`;
        if (moment !== 'before it is registered') define(Original, name);
        const element = document.createElement(name);
        // Without the attribute set below: before registration, the element cannot know which value came last.
        Object.assign(
          element,
          Object.fromEntries(Object.entries({ ...needs, ...each.more }).filter(([property]) => property !== each.property)),
        );
        if (moment !== 'while it is shown') set(element, each);
        document.body.append(element);
        if (moment === 'before it is registered') define(Original, name);
        await settle();
        if (moment === 'while it is shown') set(element, each);
        await settle();
        const how = `${set === byAttribute ? 'attribute' : 'property'}, ${moment}`;
        expect([how, await seen()]).toEqual([how, await expected]);
        expect([how, Reflect.get(element, each.property)]).toEqual([how, each.value]);
        expect([how, element.getAttribute(each.attribute)]).toEqual([how, each.text]);
        // Removed again.
        if (set === byAttribute) element.removeAttribute(each.attribute);
        else Reflect.set(element, each.property, null);
        expect([how, Reflect.get(element, each.property), element.hasAttribute(each.attribute)]).toEqual([how, each.without, false]);
        element.remove();
        await settle();
      }
    }
  });
});

describe('another camera on a live element', () => {
  async function open(more: object = {}): Promise<WatchpostCameraElement> {
    const element = document.createElement(define(WatchpostCameraElement));
    Object.assign(element, { cameraId: 'a', token: first, ...more });
    document.body.append(element);
    await settle();
    if (!(element instanceof WatchpostCameraElement)) throw new Error('It was not registered.');
    return element;
  }
  const tokens = (): Promise<string[]> =>
    Promise.all(
      embeds()
        .filter(({ isDisposed }) => !isDisposed)
        .map(({ options }) => options.token(null)),
    );

  test.each([
    ['camera, then token', (element: WatchpostCameraElement) => [() => (element.cameraId = 'b'), () => (element.token = ofB)]],
    ['token, then camera', (element: WatchpostCameraElement) => [() => (element.token = ofB), () => (element.cameraId = 'b')]],
    [
      'by attributes',
      (element: WatchpostCameraElement) => [() => element.setAttribute('token', ofB), () => element.setAttribute('camera-id', 'b')],
    ],
  ])('a new camera and its token apply as one change (%s)', async (_, steps) => {
    const element = await open();
    const before = shown.players.length;
    for (const step of steps(element)) step();
    await settle();
    expect([shown.players.length - before, lastPlayer().cameraId]).toEqual([1, 'b']);
    expect([await tokens(), embeds().length]).toEqual([[ofB], 2]);
  });

  test('a camera whose token arrives much later is shown with that token', async () => {
    const element = await open();
    element.cameraId = 'b';
    await settle();
    lastPlayer().onStateChange?.({ kind: 'error', mode: 'live', code: 'not-found' });
    await settle();
    element.token = ofB;
    await settle();
    expect(await tokens()).toEqual([ofB]);
    expect(shown.providers.at(-1)?.client).toBe(embeds().at(-1));
  });

  test('a token with different rights restarts the player; one with a later expiry changes nothing on the screen', async () => {
    const element = await open();
    element.token = renewed;
    await settle();
    expect([await tokens(), embeds().length]).toEqual([[renewed], 1]);
    element.token = wider;
    await settle();
    expect([await tokens(), embeds().length]).toEqual([[wider], 2]);
  });

  test('after the access has ended, any new token restarts the player', async () => {
    const element = await open();
    lastPlayer().onStateChange?.({ kind: 'error', mode: 'live', code: 'session-expired' });
    element.token = renewed;
    await settle();
    expect([await tokens(), embeds().length]).toEqual([[renewed], 2]);
  });

  test('a rejected token makes the element ask the page for another: one in time is used, otherwise the player shows that access has ended', async () => {
    vi.useFakeTimers();
    try {
      const element = await open();
      const asked = vi.fn();
      element.addEventListener('watchpost-token-expiring', ({ detail }) => asked(detail));
      const source = embeds()[0]?.options.token;
      const next = source?.(first);
      expect(asked).toHaveBeenCalledExactlyOnceWith({ cameraId: 'a' });
      element.token = renewed;
      await settle();
      expect(await next).toBe(renewed);
      const never = source?.(renewed);
      await Promise.all([expect(never).rejects.toMatchObject({ code: 'session-expired' }), vi.advanceTimersByTimeAsync(5_000)]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a page’s own client takes precedence over server and token', async () => {
    const { client } = createTestClient();
    const element = await open({ client });
    expect([shown.providers.at(-1)?.client, embeds().length]).toEqual([client, 0]);
    element.client = null;
    await settle();
    expect(shown.providers.at(-1)?.client).toBe(embeds()[0]);
    element.remove();
    await settle();
    expect(embeds()[0]?.isDisposed).toBe(true);
  });

  test('events name the camera', async () => {
    const reported: unknown[] = [];
    document.body.addEventListener('watchpost-state', ({ detail }) => reported.push(detail), { once: true });
    document.body.addEventListener('watchpost-quality', ({ detail }) => reported.push(detail), { once: true });
    await open();
    lastPlayer().onStateChange?.({ kind: 'live' });
    lastPlayer().onQuality?.({ type: 'latency', latency: 200 });
    expect(reported).toEqual([
      { kind: 'live', cameraId: 'a' },
      { type: 'latency', latency: 200, cameraId: 'a' },
    ]);
  });
});

describe('a wall', () => {
  async function open(given: object): Promise<WatchpostVideoWallElement> {
    const element = document.createElement(define(WatchpostVideoWallElement));
    Object.assign(element, given);
    document.body.append(element);
    await settle();
    if (!(element instanceof WatchpostVideoWallElement)) throw new Error('It was not registered.');
    return element;
  }
  const clientOf = (id: string): unknown => lastWall().clientOf?.(id);

  test('reports state, quality and expiring tokens with the camera’s id', async () => {
    const reported: unknown[] = [];
    for (const type of ['watchpost-state', 'watchpost-quality', 'watchpost-token-expiring'] as const)
      document.body.addEventListener(type, (event) => reported.push([event.type, event.detail]), { once: true });
    await open({ tokens: { a: first, b: ofB } });
    expect(lastWall().cameras?.map(({ id }) => id)).toEqual(['a', 'b']);
    lastWall().onStateChange?.('b', { kind: 'live' });
    lastWall().onQuality?.('a', { type: 'latency', latency: 5 });
    embeds()[1]?.options.onTokenExpiring?.();
    expect(reported).toEqual([
      ['watchpost-state', { kind: 'live', cameraId: 'b' }],
      ['watchpost-quality', { type: 'latency', latency: 5, cameraId: 'a' }],
      ['watchpost-token-expiring', { cameraId: 'b' }],
    ]);
  });

  test('a token with other rights replaces that camera’s client; other cameras, and a token with a later expiry, keep theirs', async () => {
    const element = await open({ tokens: { a: first, b: ofB } });
    const [a, b, before] = [clientOf('a'), clientOf('b'), lastWall().clientOf];
    element.tokens = { a: renewed, b: ofB };
    await settle();
    expect([clientOf('a') === a, clientOf('b') === b, lastWall().clientOf === before]).toEqual([true, true, true]);
    element.tokens = { a: wider, b: ofB };
    await settle();
    expect([clientOf('a') === a, clientOf('b') === b, lastWall().clientOf === before]).toEqual([false, true, false]);
    element.tokens = { b: ofB };
    await settle();
    expect([lastWall().cameras?.map(({ id }) => id), embeds().map(({ isDisposed }) => isDisposed)]).toEqual([['b'], [true, false, true]]);
  });

  test.each(['arrangement first', 'arrangement last'])(
    'an arrangement that is set together with a layout counts (%s); a later layout puts it aside',
    async (order) => {
      const kept: WallArrangement = { layout: '4', cameraIds: ['a'], cycleSeconds: 5 };
      const element = await open({ tokens: { a: first } });
      if (order === 'arrangement first') element.arrangement = kept;
      element.layout = '9';
      if (order === 'arrangement last') element.arrangement = kept;
      await settle();
      expect(lastWall().arrangement).toEqual(kept);
      element.layout = '16';
      await settle();
      expect([lastWall().arrangement.layout, element.arrangement]).toEqual(['16', null]);
    },
  );

  test('a page’s own client shows all of its cameras', async () => {
    const { client, server } = createTestClient();
    await signIn(client, server);
    server.cameras = [buildCamera({ id: 'own' })];
    await open({ client });
    expect([lastWall().cameras?.map(({ id }) => id), shown.providers.at(-1)?.client, embeds().length]).toEqual([['own'], client, 0]);
  });
});
