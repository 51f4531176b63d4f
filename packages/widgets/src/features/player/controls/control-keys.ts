import type { PlayerController } from '../player-controller.ts';

const step = 5_000;

/**
 * The player's keys: space and K play and pause, arrows and J L go 5 and 10 s, M sound, F full screen, 0 live.
 * @returns true when the key was one of them
 */
export function handleKey(
  event: { readonly key: string; readonly code: string; readonly ctrlKey: boolean; readonly metaKey: boolean; readonly altKey: boolean; readonly target: EventTarget | null },
  controller: PlayerController,
  goTo: (time: number | 'live') => void,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const onButton = event.target instanceof Element && event.target.closest('button,a,input,textarea,select') !== null;
  const move = (by: number): true => {
    const { kind } = controller.state.value;
    if (by < 0 || kind !== 'live') goTo((controller.position.value ?? controller.now()) + by);
    return true;
  };
  // Keys by their place on the keyboard, so that they are the same in a Russian layout.
  switch (event.code) {
    case 'Space':
      if (onButton) return false;
      controller.toggle();
      return true;
    case 'KeyK':
      controller.toggle();
      return true;
    case 'ArrowLeft':
      return move(-step);
    case 'ArrowRight':
      return move(step);
    case 'KeyJ':
      return move(-2 * step);
    case 'KeyL':
      return move(2 * step);
    case 'KeyM':
      controller.setMuted(!controller.muted.value);
      return true;
    case 'KeyF':
      controller.toggleFullscreen();
      return true;
    case 'Digit0':
    case 'Numpad0':
      goTo('live');
      return true;
    default:
      return false;
  }
}
