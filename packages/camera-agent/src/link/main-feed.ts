import type { AgentStream } from '@watchpost/contract/protocols/agent';
import type { Clock } from '../kernel/clock.ts';
import { SourceError, type Frame, type FrameSource } from '../sources/frame-source.ts';
import type { Timeline } from '../sources/pace.ts';
import { capture } from './capture.ts';
import { createKeptFrames, type FrameTracks, type KeptFrames } from './kept-frames.ts';

/** What the server gets as the main stream. It runs on while there is no connection, so that a cut loses nothing. */
export interface MainFeed {
  readonly kept: KeptFrames;
  /** Goes over to this source at its next key frame; until then the other one goes on. */
  use(quality: AgentStream): void;
  /** The small stream as it is now. */
  readonly low: FrameSource | undefined;
  /**
   * Goes over to another view of the same camera; resolves when its first picture is on its way. One at a time.
   * @param open the camera as it is to be
   * @param isExclusive it can't be read twice at once: the one before is closed first
   * @throws {SourceError} when no picture comes; then everything is as before
   */
  exchange(open: () => Promise<FeedSources>, isExclusive: boolean): Promise<void>;
  /** Hands over the camera's full picture, whatever the server gets, until the returned function is called. */
  tap(onFrame: MainTap): () => void;
  /** The newest key frame of the full picture; null before the first. While only the small one is read and nobody taps, no newer one comes. */
  readonly newestKey: KeyPicture | null;
  /** Told after each new frame, and when the camera goes away. One listener; null for none. */
  listen(listener: MainFeedListener | null): void;
}

export type MainTap = (tracks: FrameTracks, frame: Frame) => void;

export interface KeyPicture {
  readonly tracks: FrameTracks;
  readonly frame: Frame;
  /** When it came, monotonic ms. */
  readonly at: number;
}

export interface FeedSources {
  readonly main: FrameSource;
  /** Stands in while the uplink is too slow. */
  readonly low: FrameSource | undefined;
}

export interface MainFeedListener {
  onFrame(): void;
  /** The small stream is another one. */
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
  /** Its first picture is on its way. */
  readonly begun: Promise<void>;
  readonly ended: Promise<void>;
}

/** A camera that gives no picture for so long after it was changed is changed back, ms. */
const patience = 20_000;

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
  /** The full picture while the server gets the small one, if somebody taps it. */
  let aside: Running | null = null;

  /** One full picture at a time: of two views of the camera the one that is shown. */
  const isTapped = (running: Running): boolean => running.quality === 'main' && (running === current || running === aside || (running === next && !aside && current?.quality !== 'main'));
  /** Stops it, unless it is tapped. @param instead what takes its place */
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
        source, timeline, clock, random, onFrame,
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
        const isLate = await Promise.race([running.begun.then(() => false), clock.wait(patience, AbortSignal.any([signal, late.signal])).then(() => true)]);
        late.abort();
        if (isLate && !signal.aborted) throw new SourceError('The camera gives no picture with these settings.');
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
      next = current?.quality === quality ? null : ((quality === 'main' && aside) || start(quality, source));
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
