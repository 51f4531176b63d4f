import { adoptStyles } from '../../../element/stylesheets.ts';
import { shadowTokens } from '../../../element/shadow-tokens.ts';
import iconButton from '../../../primitives/action/icon-button.css?inline';
import glyph from '../../../primitives/glyph.css?inline';
import menu from '../../../primitives/menu/menu.css?inline';
import dialog from '../../../primitives/overlay/dialog.css?inline';
import popper from '../../../primitives/overlay/popper.css?inline';
import tooltip from '../../../primitives/overlay/tooltip.css?inline';
import tokens from '../../../theme/tokens.css?inline';
import controls from './controls.css?inline';

/** A page has its own tokens; a shadow root has only those of the picture so far. */
export function adoptControlStyles(stage: HTMLElement): () => void {
  const inShadow = stage.getRootNode() instanceof ShadowRoot;
  const primitives = [glyph, iconButton, popper, tooltip, menu, dialog].join('');
  const letGo = [
    ...(inShadow ? [adoptStyles(stage, shadowTokens(tokens))] : []),
    adoptStyles(stage, primitives),
    adoptStyles(stage, controls),
  ];
  return () => {
    for (const stop of letGo) stop();
  };
}
