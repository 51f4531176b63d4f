import { startVideo } from '../media/start-video.ts';
import type { PlayerCore } from '../player-core.ts';

/** A first frame that has not come by then, ms, is not waited for. */
const firstFrameTimeoutMs = 4_000;

/** A browser that starts video only after a press: keeps the picture, and loads nothing until then. */
export function createPressWatch(core: PlayerCore): { dispose(): void } {
  const { options, signals, life, clock } = core;
  const { video } = options;
  let stopWaiting = (): void => {};

  function release(): void {
    stopWaiting();
    if (signals.state.peek().kind === 'blocked') core.close();
  }
  // Without a press, a browser pauses a video that gets its sound.
  video.addEventListener(
    'pause',
    () => {
      const { kind } = signals.state.peek();
      if (
        (kind === 'live' || kind === 'archive') &&
        core.wants.frames === 'all' &&
        video.paused &&
        core.current() &&
        !core.current()?.drawsItself
      )
        startVideo(video, () => core.dispatch({ type: 'blocked' }));
    },
    { signal: life },
  );
  function wait(): void {
    const transport = core.current();
    // A recording stays where it is.
    if (transport?.pause) return transport.pause();
    // The first frame is a newer picture than the stored one. WebRTC and HLS would give up and reopen meanwhile.
    if (!transport?.port || video.readyState >= 2) return release();
    stopWaiting = clock.after(firstFrameTimeoutMs, release);
    video.requestVideoFrameCallback(release);
  }
  const stop = signals.state.subscribe(({ kind }) => kind === 'blocked' && wait());
  return {
    dispose() {
      stop();
      stopWaiting();
    },
  };
}
