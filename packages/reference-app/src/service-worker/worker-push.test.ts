import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const server = 'https://watchpost.test';
const unknown = ['Watchpost', 'There is something new. Open Watchpost to see it.'] as const;
const event = { notification: { title: 'A person', body: 'Front door' }, data: { Type: 'CAMERAPHONE_PERSON', CameraTitle: 'Front door' } };

/** Every kind of payload, and what the system shows for it: title and text. */
const kinds = [
  ['an event', event, 'Person', 'Front door'],
  ['a message with its own text', { notification: { title: 'Camera is unavailable', body: 'Yard' } }, 'Camera is unavailable', 'Yard'],
  ['a type of a later server', { data: { Type: 'CAMERAPHONE_DOG', CameraTitle: 'Yard' } }, ...unknown],
  ['a message without a title', { notification: { body: 'only a body' } }, ...unknown],
  ['an empty object', {}, ...unknown],
  ['a text', 'text', ...unknown],
  ['null', null, ...unknown],
] as const;

interface Shown {
  readonly title: string;
  readonly options: NotificationOptions;
  isClosed: boolean;
}

let shown: Shown[];

/** The worker's surroundings: what `self` is, and its open pages. */
function surround({ endpoint = 'https://push.example/1', pages = [] as unknown[] } = {}): void {
  vi.stubGlobal('self', {
    location: new URL('/service-worker.js', server),
    navigator: { languages: ['en-GB'] },
    clients: { matchAll: async () => pages },
    registration: {
      showNotification: async (title: string, options: NotificationOptions) => void shown.push({ title, options, isClosed: false }),
      getNotifications: async ({ tag }: { readonly tag: string }) =>
        shown.filter(({ options }) => options.tag === tag).map((one) => ({ close: () => (one.isClosed = true) })),
      pushManager: { getSubscription: async () => ({ endpoint }) },
    },
  });
}

/** A visible page. @param answer what it answers; null: it is suspended, though the browser goes on calling it visible and focused */
const page = (answer: boolean | null): unknown => ({
  url: `${server}/`,
  focused: true,
  visibilityState: 'visible',
  postMessage: (_message: unknown, [port]: readonly [MessagePort]) => {
    if (answer !== null) port.postMessage(answer);
  },
});

async function receive(data: Parameters<(typeof import('./worker-push.ts'))['receivePush']>[0]): Promise<void> {
  const { receivePush } = await import('./worker-push.ts');
  await receivePush(data);
}
const json = (payload: unknown): { json: () => unknown } => ({ json: () => payload });
const texts = (): unknown[] => shown.map(({ title, options }) => [title, options.body]);

beforeEach(() => {
  shown = [];
  vi.stubGlobal('caches', { match: () => Promise.reject(new Error('The storage is damaged.')) });
  surround();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('each message leads to a notification, before its event ends', () => {
  test.each(kinds)('%s', async (_, payload, title, body) => {
    await receive(json(payload));
    expect(texts()).toEqual([[title, body]]);
  });

  test('nothing at all, and what is no JSON', async () => {
    await receive(null);
    await receive({ json: () => JSON.parse('not json') });
    expect(texts()).toEqual([unknown, unknown]);
    expect(new Set(shown.map(({ options }) => options.tag))).toEqual(new Set(['unknown']));
  });

  test('what a suspended page does not answer, though it counts as visible and focused', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    surround({ pages: [page(null)] });
    const received = receive(json(event));
    await vi.advanceTimersByTimeAsync(1000);
    await received;
    expect(texts()).toEqual([['Person', 'Front door']]);
  });

  test('what a page does not know', async () => {
    surround({ pages: [page(false)] });
    await receive(json(event));
    expect(texts()).toEqual([['Person', 'Front door']]);
  });
});

describe('what a visible page has shown', () => {
  test('is not shown again', async () => {
    surround({ pages: [page(true)] });
    await receive(json(event));
    expect(shown).toEqual([]);
  });

  test('leads to a silent notification that says nothing and is gone at once, where Apple demands one', async () => {
    surround({ pages: [page(true)], endpoint: 'https://web.push.apple.com/QGu' });
    await receive(json(event));
    expect(shown).toMatchObject([{ title: unknown[0], options: { body: unknown[1], silent: true }, isClosed: true }]);
  });
});
