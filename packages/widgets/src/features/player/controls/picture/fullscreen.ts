/** Safari on an iPhone shows only the video element in full screen, with its own controls. */
interface PhoneVideo {
  readonly webkitEnterFullscreen?: () => void;
}
interface LockableOrientation {
  readonly lock?: (orientation: 'landscape') => Promise<void>;
}

/**
 * Toggles full screen, and locks a phone to landscape if allowed.
 * @param isFull whether the stage is full screen now
 */
export async function toggleFullscreen(stage: HTMLElement, picture: HTMLVideoElement | HTMLCanvasElement, isFull: boolean): Promise<void> {
  if (isFull) return document.exitFullscreen();
  if (!('requestFullscreen' in stage)) return (picture as PhoneVideo).webkitEnterFullscreen?.();
  await stage.requestFullscreen({ navigationUI: 'hide' });
  if (isPhone()) await (screen.orientation as LockableOrientation).lock?.('landscape').catch(() => {});
}

/**
 * On a phone, turning to landscape enters full screen and turning back leaves it.
 * Only browsers that count the turn as a user gesture allow it; in others nothing happens.
 */
export function fillWhenTurned(stage: HTMLElement, isFull: () => boolean, isWanted: () => boolean): () => void {
  const { orientation } = screen as { readonly orientation?: ScreenOrientation };
  if (!orientation) return () => {};
  let byTurn = false;
  const onTurn = (): void => {
    const isLandscape = orientation.type.startsWith('landscape');
    if (isLandscape && isPhone() && !document.fullscreenElement && 'requestFullscreen' in stage && isWanted()) {
      void stage.requestFullscreen({ navigationUI: 'hide' }).then(
        () => (byTurn = true),
        () => {},
      );
    } else if (!isLandscape && byTurn) {
      byTurn = false;
      if (isFull()) void document.exitFullscreen().catch(() => {});
    }
  };
  orientation.addEventListener('change', onTurn);
  return () => orientation.removeEventListener('change', onTurn);
}

/** A touch screen that is small in either orientation. */
function isPhone(): boolean {
  return matchMedia('(pointer:coarse)').matches && Math.min(screen.width, screen.height) <= 600;
}
