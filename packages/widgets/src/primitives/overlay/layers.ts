import { useLayoutEffect } from '../../element/layout-effect.ts';
import { useLatest } from '../use-latest.ts';

/** An overlay that handles Escape. */
interface Layer {
  readonly onEscape: () => void;
}

/** The open dialogs and poppers, topmost last. Only the topmost handles Escape. */
const layers: Layer[] = [];

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
  const top = layers.at(-1);
  if (!top) return;
  // Otherwise the browser closes the dialog itself; a persistent one too, at the second Escape.
  event.preventDefault();
  event.stopPropagation();
  top.onEscape();
}

/** @returns removes the layer */
function addLayer(layer: Layer): () => void {
  if (layers.length === 0) document.addEventListener('keydown', onKeyDown);
  layers.push(layer);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    if (layers.length === 0) document.removeEventListener('keydown', onKeyDown);
  };
}

/** Makes the calling component a layer while `active`; Escape calls the latest `onEscape` of the topmost layer. */
export function useLayer(active: boolean, onEscape: () => void): void {
  const latest = useLatest(onEscape);
  // Without delay: the next key may follow immediately.
  useLayoutEffect(() => (active ? addLayer({ onEscape: () => latest.current() }) : undefined), [active, latest]);
}
