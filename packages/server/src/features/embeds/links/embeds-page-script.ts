/** The parts of a browser that the page uses; the server's own types have none. */
export interface PageWindow extends PagePeer {
  readonly document: PageDocument;
  readonly location: { readonly ancestorOrigins?: ArrayLike<string>; reload(): void };
  /** The page that has this one in an iframe; itself without one. */
  readonly parent: PagePeer;
  readonly fetch: typeof fetch;
  readonly setTimeout: (callback: () => void, delayMs: number) => unknown;
  addEventListener(type: 'message', listener: (event: PageMessage) => void): void;
}
interface PagePeer {
  postMessage(message: object, targetOrigin: string): void;
}
interface PageMessage {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}
interface PageDocument {
  readonly referrer: string;
  readonly documentElement: { readonly lang: string };
  querySelector(selector: 'main'): PageStage | null;
  createElement(tag: string): PlayerElement;
}
interface PageStage {
  readonly dataset: Readonly<Record<string, string | undefined>>;
  replaceChildren(child: PlayerElement): void;
}
interface PlayerElement {
  textContent: string | null;
  token?: string;
  tokens?: Readonly<Record<string, string>>;
  time?: number | 'live';
  muted?: boolean;
  readonly player?: { readonly controller: { play(): void; pause(): void } } | null;
  readonly wall?: PageWall | null;
  setAttribute(name: string, value: string): void;
  addEventListener(type: string, listener: (event: PlayerEvent) => void): void;
}
interface PageWall {
  readonly soundCameraId: { peek(): string | null };
  play(cameraId: string | undefined): void;
  pause(cameraId: string | undefined): void;
  seek(time: number | 'live', cameraId: string | undefined): void;
  setSound(cameraId: string | null): void;
}
interface PlayerEvent {
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Runs in the visitor's browser, as text: nothing outside of this function exists there. */
export function runEmbedPage(page: PageWindow): void {
  const { document, location, parent } = page;
  const stage = document.querySelector('main');
  if (!stage) return;
  const { link = '', base = '', cameras = '', origins: listed = '', archive, ended = '', restricted = '' } = stage.dataset;
  const cameraIds = cameras.split(' ');
  const isWall = cameraIds.length > 1;
  /** The sites that can show it; none for any site. */
  const origins = listed.split(' ').filter((origin) => origin !== '');
  const isEmbedded = parent !== page;
  const player = document.createElement(isWall ? 'watchpost-video-wall' : 'watchpost-camera');
  let host = location.ancestorOrigins?.[0] ?? (URL.canParse(document.referrer) ? new URL(document.referrer).origin : '');
  let token: string | null = null;
  let asking: Promise<string> | null = null;

  const say = (message: { readonly type: string } & Readonly<Record<string, unknown>>): void => {
    if (!isEmbedded) return;
    const known = origins.includes(host) ? [host] : origins;
    // A browser delivers it only if the page around this one has the origin.
    for (const target of origins.length === 0 ? ['*'] : known) parent.postMessage({ source: 'watchpost', ...message }, target);
  };
  const show = (text: string): void => {
    const message = document.createElement('p');
    message.textContent = text;
    stage.replaceChildren(message);
  };
  const isOpened = (body: unknown): body is { readonly token: string; readonly cameraIds: readonly unknown[] } =>
    typeof body === 'object' &&
    body !== null &&
    'token' in body &&
    typeof body.token === 'string' &&
    'cameraIds' in body &&
    Array.isArray(body.cameraIds);
  const request = async (): Promise<string> => {
    // The last token says which visitor this is.
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const response = await page.fetch(`${base}/public/api/v3/embed-links/${link}/tokens`, { method: 'POST', headers });
    if (response.status === 404) {
      show(ended);
      say({ type: 'ended' });
    }
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const opened: unknown = await response.json();
    if (!isOpened(opened)) throw new TypeError('The answer has no token.');
    if (opened.cameraIds.join(' ') !== cameras) location.reload();
    token = opened.token;
    return token;
  };
  /** All cameras of a wall share a request. */
  const ask = (): Promise<string> => (asking ??= request().finally(() => (asking = null)));
  const give = (given: string): void => {
    if (isWall) player.tokens = Object.fromEntries(cameraIds.map((id) => [id, given]));
    else player.token = given;
  };
  const isMessage = (data: unknown): data is { readonly type: unknown; readonly time?: unknown; readonly cameraId?: unknown } =>
    typeof data === 'object' && data !== null && 'target' in data && data.target === 'watchpost' && 'type' in data;
  const isTime = (time: unknown): time is number | 'live' => time === 'live' || (typeof time === 'number' && Number.isFinite(time));
  /** @param cameraId undefined for all cameras */
  const control = (type: unknown, time: unknown, cameraId: string | undefined): void => {
    const { wall } = player;
    if (type === 'play') wall?.play(cameraId);
    else if (type === 'pause') wall?.pause(cameraId);
    else if (type === 'unmute') wall?.setSound(cameraId ?? cameraIds[0] ?? null);
    else if (type === 'mute' && (cameraId === undefined || wall?.soundCameraId.peek() === cameraId)) wall?.setSound(null);
    else if (type === 'seek' && isTime(time)) wall?.seek(time, cameraId);
  };
  const obey = (type: unknown, time: unknown): void => {
    if (type === 'play') player.player?.controller.play();
    else if (type === 'pause') player.player?.controller.pause();
    else if (type === 'mute' || type === 'unmute') player.muted = type === 'mute';
    else if (type === 'seek' && isTime(time)) player.time = time;
  };
  const start = (): void => {
    ask().then(
      (first) => {
        give(first);
        stage.replaceChildren(player);
      },
      (error: unknown) => {
        // An ended link has said so; anything else may pass.
        if (!String(error).includes('404')) page.setTimeout(start, 5000);
      },
    );
  };

  if (origins.length > 0 && !isEmbedded) return show(restricted);
  page.addEventListener('message', ({ source, origin, data }) => {
    if (!isEmbedded || source !== parent || !isMessage(data)) return;
    if (origins.length > 0 && !origins.includes(origin)) return;
    host = origin;
    const { type, time, cameraId } = data;
    const named = cameraIds.find((id) => id === cameraId);
    // For a camera of another page: not for all of this one.
    if (cameraId !== undefined && named === undefined) return;
    if (isWall) control(type, time, named);
    else obey(type, time);
  });
  player.setAttribute('locale', document.documentElement.lang);
  player.setAttribute('report', 'server');
  if (base !== '') player.setAttribute('server', base);
  if (isWall) player.setAttribute('camera-ids', cameras);
  else {
    player.setAttribute('camera-id', cameras);
    if (archive !== undefined) player.setAttribute('timeline', '');
  }
  player.addEventListener('watchpost-token-expiring', () => void ask().then(give, () => {}));
  for (const type of ['watchpost-ready', 'watchpost-wall-ready']) player.addEventListener(type, () => say({ type: 'ready', cameraIds }));
  player.addEventListener('watchpost-state', ({ detail: { cameraId, kind, code } }) =>
    say({ type: 'state', cameraId, state: kind, ...(code !== undefined && { code }) }),
  );
  for (const type of ['watchpost-time', 'watchpost-position'])
    player.addEventListener(type, ({ detail: { cameraId, time } }) => say({ type: 'time', cameraId, time }));
  start();
}
