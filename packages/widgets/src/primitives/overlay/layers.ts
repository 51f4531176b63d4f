import { useLayoutEffect } from 'react';
import { useLatest } from '../use-latest.ts';

/** Something that lies over the page and takes Escape. */
interface Layer {
  readonly onEscape: () => void;
}

/** The open dialogs and poppers, the uppermost last: Escape is for the uppermost only. */
const layers: Layer[] = [];

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
  const top = layers.at(-1);
  if (!top) return;
  // Otherwise the browser closes a dialog by itself, a persistent one too at the second Escape.
  event.preventDefault();
  event.stopPropagation();
  top.onEscape();
}

/** @returns takes the layer away */
function addLayer(layer: Layer): () => void {
  if (layers.length === 0) document.addEventListener('keydown', onKeyDown);
  layers.push(layer);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    if (layers.length === 0) document.removeEventListener('keydown', onKeyDown);
  };
}

/** Makes the calling component a layer while `active`; Escape calls the newest `onEscape` of the uppermost one. */
export function useLayer(active: boolean, onEscape: () => void): void {
  const latest = useLatest(onEscape);
  // At once: a key may come in the very next moment.
  useLayoutEffect(() => (active ? addLayer({ onEscape: () => latest.current() }) : undefined), [active, latest]);
}
