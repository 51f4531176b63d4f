import { createLiveTransport } from '../live/live-transport.ts';
import { startVideo } from '../media/start-video.ts';
import type { PlayerCore, TransportOptions } from '../player-core.ts';
import type { Transport, TransportListener } from '../transport.ts';
import { drawingPolicy } from './drawing-policy.ts';
import { drawing, rememberFault } from './drawing-storage.ts';
import { keepsMediaSource, needsMediaSource } from './media-source-needs.ts';

/** @param from the first moment to show, Unix milliseconds; asked with each frame until there is one */
export type MakeWebCodecs = (options: TransportOptions, from?: () => number) => Transport;

export interface DrawingParts {
  loadWebCodecs(): Promise<MakeWebCodecs>;
  /** Gives MediaSource its keeper, which sees to a picture that stalls. */
  keepLive(): void;
}

export interface WebCodecsTurns {
  /** Called a few times a second. */
  beat(): void;
  /** A picture is on the screen. */
  onPicture(): void;
  /** Resolves once WebCodecs does not draw: MediaSource has the picture again, or there is none. */
  leave(): Promise<void>;
  dispose(): void;
}

/**
 * Takes turns between MediaSource, which shows the first picture, and WebCodecs, which shows later ones sooner. Whichever is next opens beside
 * the other and takes over with its first picture, so that the player stays live throughout. To the rest of the player, live video is
 * MediaSource's: whatever opens it again gets that.
 */
export function createWebCodecsTurns(core: PlayerCore, { loadWebCodecs, keepLive }: DrawingParts): WebCodecsTurns {
  const { clock, signals } = core;
  const { video, client } = core.options;
  /** MediaSource's picture that WebCodecs opens beside. */
  let source: Transport | null = null;
  /** WebCodecs, opening or drawing. */
  let drawn: Transport | null = null;
  /** MediaSource, opening beside WebCodecs. */
  let back: Transport | null = null;
  let steadySince: number | null = null;
  let openedAt = 0;
  let isAsking = false;
  /** MediaSource stays as long as this player. */
  let isOver = false;
  const waiting: (() => void)[] = [];

  const isDrawing = (): boolean => drawn !== null && core.current() === drawn;
  const mayDraw = (): boolean =>
    !isOver &&
    !drawing.hasFailed &&
    core.choice === 'auto' &&
    core.current()?.name === 'websocket' &&
    signals.state.value.kind === 'live' &&
    !needsMediaSource(core) &&
    !keepsMediaSource(core);

  /** Nothing is open beside the picture, and WebCodecs does not draw it. */
  function end(): void {
    drawn?.stop();
    source = drawn = back = steadySince = null;
    for (const resolve of waiting.splice(0)) resolve();
  }
  function consider(now: number): void {
    const current = core.current();
    if (isAsking || !current || !mayDraw()) {
      steadySince = null;
      return;
    }
    steadySince ??= now;
    if (now - steadySince >= drawingPolicy.steadyMs) void open(current);
  }
  async function open(beside: Transport): Promise<void> {
    isAsking = true;
    const make = await prepare(beside).catch(() => null);
    isAsking = false;
    steadySince = null;
    if (!make) isOver = true;
    if (!make || core.current() !== beside || !mayDraw()) return;
    source = beside;
    openedAt = clock.monotonic();
    // The group of pictures that it begins with is older than the picture on the screen.
    const from = (): number => core.current()?.position() ?? 0;
    core.adopt((given) => (drawn = make({ ...given, listener: listen(given.listener) }, from)), false, true);
  }
  /** Null if this browser does not decode this stream by itself. */
  async function prepare({ port }: Transport): Promise<MakeWebCodecs | null> {
    const tracks = port?.tracks();
    const codec = /"([\w.]+)/.exec(tracks?.mimeType ?? '')?.[1];
    if (!tracks || codec === undefined) return null;
    const config = { codec, codedWidth: tracks.width, codedHeight: tracks.height, optimizeForLatency: true };
    const { supported } = await VideoDecoder.isConfigSupported(config);
    return supported === true ? loadWebCodecs() : null;
  }
  function listen(player: TransportListener): TransportListener {
    return {
      ...player,
      onTake() {
        if (mayDraw()) player.onTake();
        if (!isDrawing()) end();
      },
      // MediaSource has said whether the camera has sound. By this transport there is none: nobody could turn it on.
      onAudio() {},
      onStall(isFed = false) {
        player.onStall();
        const connection = client.player.live().state.value;
        const isCut = connection === 'waiting' || connection === 'connecting';
        // Neither a camera that is away nor a network is WebCodecs' fault.
        if (core.isOnline && !isCut) fail(isFed);
      },
      onFail(code, fatal) {
        if (isDrawing() && code !== 'media-error') return player.onFail(code, fatal);
        if (isDrawing()) core.report({ type: 'error', code });
        if (code === 'media-error') fail(true);
        if (isDrawing()) return;
        isOver = true;
        end();
      },
      onEvent(event) {
        if (isDrawing()) return player.onEvent(event);
        if (event.type !== 'unreachable') return;
        isOver = true;
        end();
      },
    };
  }
  function fail(isItsOwn: boolean): void {
    rememberFault(isItsOwn);
    // Its last picture stays on the canvas.
    drawn?.stop();
    goBack();
  }
  function goBack(): void {
    if (back || !isDrawing()) return;
    openedAt = clock.monotonic();
    core.adopt((options) => (back = createLiveTransport(options)), false, true);
  }

  const stopListening = signals.muted.subscribe((isMuted) => {
    if (isMuted || !isDrawing()) return;
    // Sound that was wanted once is likely to be wanted again.
    isOver = true;
    // In the press itself: it counts for what plays later.
    startVideo(video);
    // What live video is requested with changes after this signal.
    queueMicrotask(goBack);
  });
  return {
    beat() {
      const now = clock.monotonic();
      const current = core.current();
      if (!drawn) consider(now);
      else if (current === drawn) {
        if (back && now - openedAt > drawingPolicy.returnTimeoutMs) core.load('live', 0);
        else if (core.choice === 'auto' && needsMediaSource(core)) goBack();
      } else if (back && current === back) keepLive();
      else if (current !== source || !mayDraw()) end();
      else if (now - openedAt > drawingPolicy.openTimeoutMs) {
        isOver = true;
        end();
      }
    },
    onPicture() {
      if (back && core.current() === back) end();
    },
    async leave() {
      if (!drawn) steadySince = null;
      else if (core.current() === source) end();
      else {
        goBack();
        await new Promise<void>((resolve) => void waiting.push(resolve));
      }
    },
    dispose() {
      stopListening();
      end();
    },
  };
}
