import { announceZoom } from './control-model.ts';
import type { ControlModel } from './control-model.ts';
import { pan, wholePicture, zoomAt } from './zoom/zoom-view.ts';
import type { Share } from './zoom/zoom-view.ts';

export interface ControlKey {
  readonly key: string;
  /** Physical key: shortcuts are the same in a Russian layout. */
  readonly code: string;
  readonly repeat: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly target: EventTarget | null;
}

const second = 1_000;
const arrows: Readonly<Record<string, Share>> = {
  ArrowLeft: { x: 0.1, y: 0 },
  ArrowRight: { x: -0.1, y: 0 },
  ArrowUp: { x: 0, y: 0.1 },
  ArrowDown: { x: 0, y: -0.1 },
};

/** Inputs without text, so letters are shortcuts. Radio buttons keep their arrows, and pressable inputs keep their space. */
const textless = 'input:is([type=range],[type=radio],[type=checkbox],[type=button],[type=submit],[type=reset])';
const typing = `input:not(${textless}),textarea,select,[contenteditable],[role=menu],dialog`;

/**
 * Handles the player's shortcuts. Keys in text fields and in open menus and dialogs are not for the player.
 * @returns true if the key was a shortcut
 */
export function handleKey(event: ControlKey, model: ControlModel): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(typing)) return false;
  const act = bySign(event, model) ?? byPlace(event, model, target);
  if (!act) return false;
  act();
  model.idle.wake();
  return true;
}

type Action = (() => void) | null;

/** Symbols are on different keys in different layouts. */
function bySign({ key, code, repeat }: ControlKey, model: ControlModel): Action {
  const zoom = (factor: number) => (): void => {
    model.setView(zoomAt(model.view.peek(), factor));
    announceZoom(model);
  };
  if (key === '+' || key === '=' || code === 'NumpadAdd') return zoom(1.25);
  if (key === '-' || key === '−' || code === 'NumpadSubtract') return zoom(1 / 1.25);
  if (key === '?') return () => void (repeat || model.showKeys(true));
  if (key !== 'Escape' || model.view.peek().scale === 1 || model.options.stage.querySelector('.wp-popper')) return null;
  return () => model.setView(wholePicture);
}

function byPlace({ code, key, repeat, shiftKey }: ControlKey, model: ControlModel, target: Element | null): Action {
  const { controller } = model;
  /** Auto-repeat still counts as one press. */
  const once = (action: () => void) => (): void => void (repeat || action());
  const arrow = arrows[code];
  if (arrow) {
    // Sliders and radio buttons have arrows of their own.
    if (target?.closest('input')) return null;
    if (model.view.peek().scale > 1) return () => model.setView(pan(model.view.peek(), arrow));
    if (arrow.y !== 0) return controller.hasAudio.peek() ? () => model.louder(arrow.y / 2) : null;
    return () => model.move(-Math.sign(arrow.x) * 5 * second);
  }
  switch (code) {
    case 'Space':
      return target?.closest('button,a,input:not([type=range])') ? null : once(() => controller.toggle());
    case 'KeyK':
      return once(() => controller.toggle());
    case 'KeyJ':
      return () => model.move(-10 * second);
    case 'KeyL':
      return () => model.move(10 * second);
    case 'Comma':
      return shiftKey || key === '<' ? () => model.faster(-1) : () => controller.step(-1);
    case 'Period':
      return shiftKey || key === '>' ? () => model.faster(1) : () => controller.step(1);
    case 'KeyM':
      return once(() => controller.setMuted(!controller.muted.peek()));
    case 'KeyF':
      return once(() => model.toggleFullscreen());
    case 'KeyP':
      return once(() => void model.togglePictureInPicture());
    case 'KeyS':
      return once(() => void model.saveSnapshot());
    case 'KeyI':
      return once(() => model.showStatistics(!model.statistics.peek()));
    case 'KeyE':
      return model.options.onMark ? once(() => model.mark()) : null;
    case 'KeyT':
      return model.options.hasTalk && controller.canTalk.peek() ? once(() => model.talk.press()) : null;
    case 'Digit0':
    case 'Numpad0':
      return once(() => model.goTo('live'));
    default:
      return null;
  }
}
