import type { AgentStream } from '@watchpost/contract/protocols/agent';
import { wait, type Clock } from '@watchpost/contract/timing/clock';
import { SourceError, type Frame, type FrameSource } from '../sources/frame-source.ts';
import type { Timeline } from '../sources/pace.ts';
import { capture } from './capture.ts';
import { createKeptFrames, type FrameTracks, type KeptFrames } from './kept-frames.ts';

/** The main stream for the server. It keeps running without a connection, so that a cut loses nothing. */
export interface MainFeed {
  readonly kept: KeptFrames;
  /** Switches to this stream at its next key frame; the other one continues until then. */
  use(quality: AgentStream): void;
  /** The current substream. */
  readonly low: FrameSource | undefined;
  /**
   * Switches to another view of the same camera; resolves when its first picture is on its way. Handles one exchange at a time.
   * @param open opens the camera with its new settings
   * @param isExclusive whether the camera allows only one reader: the previous view is then closed first
   * @throws {SourceError} when no picture arrives; the previous view then continues
   */
  exchange(open: () => Promise<FeedSources>, isExclusive: boolean): Promise<void>;
  /** Passes the camera's main stream to a listener, whichever stream the server gets, until the returned function is called. */
  tap(onFrame: MainTap): () => void;
  /** The main stream's newest key frame; null before the first. Not updated while only the substream is read and no tap is open. */
  readonly newestKey: KeyPicture | null;
  /** Sets the one listener, called after each new frame and when the camera goes away; null removes it. */
  listen(listener: MainFeedListener | null): void;
}

export type MainTap = (tracks: FrameTracks, frame: Frame) => void;

export interface KeyPicture {
  readonly tracks: FrameTracks;
  readonly frame: Frame;
  /** Arrival time, monotonic ms. */
  readonly at: number;
}

export interface FeedSources {
  readonly main: FrameSource;
  /** Replaces the main stream while the uplink is too slow. */
  readonly low: FrameSource | undefined;
}

interface MainFeedListener {
  onFrame(): void;
  /** Reports a replaced substream. */
  onLow(): void;
  onGone(): void;
}

export interface MainFeedOptions extends FeedSources {
  readonly timeline: Timeline;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onProblem: (problem: string) => void;
}

interface Running {
  readonly quality: AgentStream;
  readonly stop: () => void;
  /** Resolves when its first picture is on its way. */
  readonly begun: Promise<void>;
  readonly ended: Promise<void>;
}

/** A camera that sends no picture for this long after a change gets its previous settings back. */
const switchTimeoutMs = 20_000;

export function createMainFeed({ timeline, clock, random, onProblem, ...given }: MainFeedOptions, signal: AbortSignal): MainFeed {
  const kept = createKeptFrames();
  const never = { video: Number.NEGATIVE_INFINITY, audio: Number.NEGATIVE_INFINITY };
  const last = { ...never };
  const lastTapped = { ...never };
  let sources: FeedSources = given;
  let listener: MainFeedListener | null = null;
  let current: Running | null = null;
  let next: Running | null = null;
  const taps = new Set<MainTap>();
  let newestKey: KeyPicture | null = null;
  /** The main stream, running for a tap while the server gets the substream. */
  let aside: Running | null = null;

  /** Only one main stream feeds the taps: while two views of the camera run, the visible one. */
  const isTapped = (running: Running): boolean =>
    running.quality === 'main' && (running === current || running === aside || (running === next && !aside && current?.quality !== 'main'));
  /** Stops a stream unless it is tapped. @param instead the stream that replaces it */
  const putAside = (running: Running, instead: AgentStream): void => {
    if (taps.size > 0 && !aside && running.quality === 'main' && instead === 'low') aside = running;
    else running.stop();
  };
  const start = (quality: AgentStream, source: FrameSource): Running => {
    const abort = new AbortController();
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const onFrame = (frame: Frame): void => {
      if (running === next && frame.kind === 'video' && frame.keyFrame && frame.decodeTime > last.video) {
        if (current) putAside(current, quality);
        current = running;
        next = null;
        begin();
      }
      if (isTapped(running) && frame.decodeTime > lastTapped[frame.kind]) {
        lastTapped[frame.kind] = frame.decodeTime;
        if (frame.kind === 'video' && frame.keyFrame) newestKey = { tracks: source, frame, at: clock.monotonic() };
        for (const tap of taps) tap(source, frame);
      }
      if (running !== current || frame.decodeTime <= last[frame.kind]) return;
      last[frame.kind] = frame.decodeTime;
      kept.add(source, frame);
      listener?.onFrame();
    };
    const ended = capture(
      {
        source,
        timeline,
        clock,
        random,
        onFrame,
        onProblem: (problem) => {
          onProblem(problem);
          if (running === current) listener?.onGone();
        },
      },
      AbortSignal.any([signal, abort.signal]),
    );
    const running: Running = { quality, stop: () => abort.abort(), begun, ended };
    return running;
  };
  next = start('main', sources.main);

  const ofQuality = (quality: AgentStream, of: FeedSources): FrameSource => (quality === 'low' && of.low) || of.main;
  const goOver = (to: FeedSources): Running => {
    const { quality } = next ?? current ?? { quality: 'main' };
    sources = to;
    newestKey = null;
    next?.stop();
    next = start(quality, ofQuality(quality, to));
    aside?.stop();
    aside = taps.size > 0 && quality === 'low' ? start('main', to.main) : null;
    return next;
  };
  const closeAll = async (): Promise<void> => {
    const open = [next, current, aside].filter((one) => one !== null);
    for (const one of open) one.stop();
    await Promise.all(open.map(({ ended }) => ended));
  };

  return {
    kept,
    get low() {
      return sources.low;
    },
    exchange: async (open, isExclusive) => {
      const before = sources;
      if (isExclusive) await closeAll();
      try {
        const running = goOver(await open());
        const late = new AbortController();
        const isLate = await Promise.race([
          running.begun.then(() => false),
          wait(clock, switchTimeoutMs, AbortSignal.any([signal, late.signal])).then(() => true),
        ]);
        late.abort();
        if (isLate && !signal.aborted) throw new SourceError('The camera sends no picture with these settings.');
        listener?.onLow();
      } catch (error) {
        if (isExclusive) await closeAll();
        if (isExclusive || sources !== before) goOver(before);
        throw error;
      }
    },
    use: (quality) => {
      const source = quality === 'main' ? sources.main : sources.low;
      if (!source || (next ?? current)?.quality === quality) return;
      if (next) putAside(next, quality);
      next = current?.quality === quality ? null : (quality === 'main' && aside) || start(quality, source);
      if (next === aside) aside = null;
    },
    tap: (onFrame) => {
      taps.add(onFrame);
      if (!aside && current?.quality === 'low' && next?.quality !== 'main') aside = start('main', sources.main);
      return () => {
        taps.delete(onFrame);
        if (taps.size > 0 || !aside) return;
        aside.stop();
        aside = null;
      };
    },
    get newestKey() {
      return newestKey;
    },
    listen: (to) => {
      listener = to;
    },
  };
}
