import { isInSmallWindow } from '../control/small-window.ts';
import type { WebkitVideo } from '../control/small-window.ts';
import type { PlayerCore } from '../player-core.ts';
import { countPictures } from './page-pictures.ts';

/** Whether something is shown or heard that only MediaSource has, or has at less cost. */
export function needsMediaSource({ options: { stage, video }, wants }: Pick<PlayerCore, 'options' | 'wants'>): boolean {
  const { webkitPresentationMode }: WebkitVideo = video;
  return (
    wants.audio ||
    wants.frames === 'key' ||
    isInSmallWindow(stage) ||
    webkitPresentationMode === 'picture-in-picture' ||
    // Each canvas passes the page's own thread.
    countPictures() > 1
  );
}

/** Whether WebCodecs is not worth its opening now: two streams at once for a moment. */
export function keepsMediaSource({ options: { stage } }: Pick<PlayerCore, 'options'>): boolean {
  return (
    document.visibilityState === 'hidden' ||
    savesData() ||
    // An iPhone shows the video element alone in full screen, and at once with the press or not at all.
    !('requestFullscreen' in stage)
  );
}

function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  const isAsked = typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true;
  return isAsked || matchMedia('(prefers-reduced-data: reduce)').matches;
}
