/** Safari on an iPhone shows only the video itself in full screen, with its own controls. */
interface PhoneVideo {
  readonly webkitEnterFullscreen?: () => void;
}
interface LockableOrientation {
  readonly lock?: (orientation: 'landscape') => Promise<void>;
}

/**
 * Full screen and back. A phone is turned along with it where that is allowed.
 * @param isFull the stage fills the screen now
 */
export async function toggleFullscreen(stage: HTMLElement, picture: HTMLVideoElement | HTMLCanvasElement, isFull: boolean): Promise<void> {
  if (isFull) return document.exitFullscreen();
  if (!('requestFullscreen' in stage)) return (picture as PhoneVideo).webkitEnterFullscreen?.();
  await stage.requestFullscreen({ navigationUI: 'hide' });
  if (isPhone()) await (screen.orientation as LockableOrientation).lock?.('landscape').catch(() => {});
}

/**
 * On a phone the picture fills the screen when that is turned on its side, and leaves it when it is turned back.
 * Browsers allow it for the turn itself; those that do not change nothing.
 */
export function fillWhenTurned(stage: HTMLElement, isFull: () => boolean, isWanted: () => boolean): () => void {
  const { orientation } = screen as { readonly orientation?: ScreenOrientation };
  if (!orientation) return () => {};
  let byTurn = false;
  const onTurn = (): void => {
    const isLandscape = orientation.type.startsWith('landscape');
    if (isLandscape && isPhone() && !document.fullscreenElement && 'requestFullscreen' in stage && isWanted()) {
      void stage.requestFullscreen({ navigationUI: 'hide' }).then(() => (byTurn = true), () => {});
    } else if (!isLandscape && byTurn) {
      byTurn = false;
      if (isFull()) void document.exitFullscreen().catch(() => {});
    }
  };
  orientation.addEventListener('change', onTurn);
  return () => orientation.removeEventListener('change', onTurn);
}

/** A finger, and a screen that is small whichever way it is held. */
function isPhone(): boolean {
  return matchMedia('(pointer:coarse)').matches && Math.min(screen.width, screen.height) <= 600;
}
