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

/** A touch screen that is small in either orientation. As in the engine, which is another chunk: neither may depend on the other's. */
function isPhone(): boolean {
  return matchMedia('(pointer:coarse)').matches && Math.min(screen.width, screen.height) <= 600;
}
