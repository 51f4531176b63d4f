import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { timeSetUp } from '../evidence/set-up-time.ts';
import { freePort, until } from '../product.ts';
import type { Readable } from './readable.ts';
import { findProgram, type TestBrowser } from './test-browser.ts';

/** WebKitGTK's test browser: Safari's engine, with GStreamer for its media. Playwright can't drive it; W3C WebDriver can. */
export interface WebKitPage extends Readable {
  goto(url: string): Promise<void>;
  /** Runs a function in the page; what it returns has to be JSON. */
  evaluate<Result, Argument = undefined>(read: (argument: Argument) => Result | Promise<Result>, argument?: Argument): Promise<Result>;
  /** Whether the text is to be seen, through open shadow roots too. */
  shows(text: string): Promise<boolean>;
  /** Waits until the text is to be seen. */
  see(text: string): Promise<void>;
  /** Waits for a button, link or field of this name, and presses it as a person does. */
  press(name: string): Promise<void>;
  /** Waits for a field of this label, and types into it. */
  type(label: string, text: string): Promise<void>;
  /** Moves the pointer over the middle of the selector's first element. */
  hover(selector: string): Promise<void>;
  /** Presses in the selector's first element, moves, and lets go; both are shares of its width, in the middle of its height. */
  drag(selector: string, from: number, to: number): Promise<void>;
  /** Types into what has the focus: characters, or the private code points of WebDriver for other keys. */
  keys(text: string): Promise<void>;
  screenshot(path: string): Promise<void>;
  /** The page's title. A script of a test may count as a person's press; this does not. */
  title(): Promise<string>;
  close(): Promise<void>;
}

/** The driver's own limit of a script, 30 s, is shorter than what benches measure in one. */
const scriptLimitMs = 280_000;

/** How WebDriver names an element in JSON. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
type Found = Readonly<Record<typeof elementKey, string>>;

const browserPlaces = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);

/** Starts a display, the driver and the browser. @param flags of the browser, such as `--autoplay-policy=deny` */
export function launchWebKit(...flags: readonly string[]): Promise<WebKitPage> {
  return timeSetUp('browser', () => launch(flags));
}

/** For stages that open their pages in a browser of playwright's: none is needed where WebDriver opens them. */
export const launchNone = async (): Promise<TestBrowser> => ({
  newPage: () => Promise.reject(new Error('This stage has no browser of its own.')),
  close: async () => {},
});

async function launch(flags: readonly string[]): Promise<WebKitPage> {
  const driver = findProgram('WEBKIT_DRIVER_PATH', ['/usr/bin/WebKitWebDriver']);
  const binary = browserPlaces.find((place) => existsSync(place));
  if (driver === null || binary === undefined)
    throw new Error('No WebKit was found. Install it: apt-get install webkit2gtk-driver xvfb gstreamer1.0-libav.');
  const children: ChildProcess[] = [];
  const end = async (): Promise<void> => {
    for (const child of children.splice(0).toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
  };
  try {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    children.push(screen);
    const shown = screen.stdio[3];
    if (!shown) throw new Error('The display has no pipe.');
    const [display] = await once(shown, 'data');
    const port = await freePort();
    const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, NO_AT_BRIDGE: '1' };
    children.push(spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' }));
    const send = createSender(`http://127.0.0.1:${port}`);
    await until('the WebKit driver', () =>
      send('GET', '/status').then(
        () => true,
        () => false,
      ),
    );
    const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation', ...flags] } };
    const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities: { alwaysMatch: options } });
    // What a script waits for has limits of its own.
    await send('POST', `/session/${sessionId}/timeouts`, { script: scriptLimitMs });
    const page = createPage((method, path, body) => send(method, `/session/${sessionId}${path}`, body));
    return { ...page, close: () => send('DELETE', `/session/${sessionId}`).then(end, end) };
  } catch (error) {
    await end();
    throw error;
  }
}

type Send = <Value>(method: string, path: string, body?: object) => Promise<Value>;

function createSender(base: string): Send {
  return async (method, path, body) => {
    const answer = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = await answer.json();
    if (!answer.ok)
      throw new Error(`WebDriver refuses ${method} ${path.replace(/^\/session\/[^/]+/, '')}: ${value.error}: ${value.message}`);
    return value;
  };
}

function createPage(send: Send): Omit<WebKitPage, 'close'> {
  /** Source of a function that is called in the page. */
  const run = async <Result>(source: string, argument: unknown): Promise<Result> => {
    const script = `const [argument, done] = arguments; Promise.resolve().then(() => (${source})(argument)).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await send<{ value: Result; error?: string }>('POST', '/execute/async', { script, args: [argument ?? null] });
    if (error !== undefined) throw new Error(`The page's script failed: ${error}`);
    return value;
  };
  const find = (name: string, selector: string): Promise<Found> =>
    until(`"${name}" in the page`, () => run<Found | null>(String(findByName), { name, selector }));
  const pressable = 'button, a, summary, input, [role=button], [role=menuitem], [role=tab], [role=gridcell]';
  return {
    goto: (url) => send('POST', '/url', { url }),
    evaluate: (read, argument) => run(String(read), argument),
    shows: (text) => run<boolean>(String(showsText), text),
    see: async (text) => void (await until(`"${text}" to be seen`, () => run<boolean>(String(showsText), text))),
    press: async (name) => {
      const found = await find(name, pressable);
      const point = await run<Point | null>(String(pointInShadow), { name, selector: pressable });
      if (!point) return send('POST', `/element/${found[elementKey]}/click`, {});
      await pointer(send, [
        { type: 'pointerMove', ...point, duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]);
    },
    type: async (label, text) => send('POST', `/element/${(await find(label, 'input, textarea'))[elementKey]}/value`, { text }),
    hover: async (selector) => {
      const origin = await until(`${selector} in the page`, () => run<Found | null>('(given) => document.querySelector(given)', selector));
      await pointer(send, [{ type: 'pointerMove', origin, x: 0, y: 0, duration: 0 }]);
    },
    drag: async (selector, from, to) => {
      const { left, width, y } = await until(`${selector} in the page`, () =>
        run<Span | null>(
          '(given) => { const found = document.querySelector(given); if (!found) return null; found.scrollIntoView({ block: "center" }); const { left, top, width, height } = found.getBoundingClientRect(); return { left, width, y: Math.round(top + height / 2) }; }',
          selector,
        ),
      );
      const at = (share: number): Point => ({ x: Math.round(left + width * share), y });
      await pointer(send, [
        { type: 'pointerMove', ...at(from), duration: 0 },
        { type: 'pointerDown', button: 0 },
        ...[0.5, 1].map((part) => ({ type: 'pointerMove', ...at(from + (to - from) * part), duration: 100 })),
        { type: 'pointerUp', button: 0 },
      ]);
    },
    keys: (text) =>
      send('POST', '/actions', {
        actions: [
          { type: 'key', id: 'keys', actions: [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value }))) },
        ],
      }),
    title: () => send('GET', '/title'),
    screenshot: async (path) => writeFileSync(path, await send<string>('GET', '/screenshot'), 'base64'),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Span {
  readonly left: number;
  readonly width: number;
  readonly y: number;
}

/** One pointer's actions. */
function pointer(send: Send, actions: readonly object[]): Promise<void> {
  return send('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
}

/**
 * Runs in the page: the middle of the first visible element of a selector with this accessible name, if it is in a shadow root. WebKit's
 * driver takes each element there for one that is gone.
 */
function pointInShadow({ name, selector }: { readonly name: string; readonly selector: string }): Point | null {
  const search = (root: Document | ShadowRoot): Element | null => {
    for (const element of root.querySelectorAll('*')) {
      const isNamed = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim() === name;
      if (isNamed && element.matches(selector) && element.getClientRects().length > 0) return element;
      const inside = element.shadowRoot && search(element.shadowRoot);
      if (inside) return inside;
    }
    return null;
  };
  const found = search(document);
  if (!(found?.getRootNode() instanceof ShadowRoot)) return null;
  found.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = found.getBoundingClientRect();
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
}

/** Runs in the page: the first visible element of a selector with this accessible name, through open shadow roots. */
function findByName({ name, selector }: { readonly name: string; readonly selector: string }): Element | null {
  const nameOf = (element: Element): string =>
    element.getAttribute('aria-label') ??
    (element instanceof HTMLInputElement && element.labels?.length
      ? [...element.labels].map(({ textContent }) => textContent).join(' ')
      : (element.textContent ?? ''));
  const search = (root: Document | ShadowRoot): Element | null => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(selector) && element.getClientRects().length > 0 && nameOf(element).trim() === name) return element;
      const inside = element.shadowRoot && search(element.shadowRoot);
      if (inside) return inside;
    }
    return null;
  };
  return search(document);
}

/** Runs in the page. */
function showsText(text: string): boolean {
  const search = (root: Document | ShadowRoot): boolean => {
    const content = root instanceof Document ? root.body.innerText : (root.textContent ?? '');
    return content.includes(text) || [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot !== null && search(shadowRoot));
  };
  return search(document);
}
