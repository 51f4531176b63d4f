// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { handleKey } from './control-keys.ts';
import type { ControlKey } from './control-keys.ts';
import type { ControlModel } from './control-model.ts';
import { shortcutLines } from './panels/player-shortcuts.ts';
import { fakeModel } from './testing/fake-model.ts';
import { wholePicture } from './zoom/zoom-view.ts';

const plain = { code: '', key: '', repeat: false, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, target: null };
const press = (model: ControlModel, key: Partial<ControlKey>): boolean => handleKey({ ...plain, ...key }, model);
const code = (name: string): Partial<ControlKey> => ({ code: name, key: name.replace(/^(Key|Digit)/, '').toLowerCase() });

describe('player keys', () => {
  let model: ReturnType<typeof fakeModel>;
  beforeEach(() => {
    model = fakeModel();
  });

  test.each([
    ['ArrowLeft', -5_000],
    ['ArrowRight', 5_000],
    ['KeyJ', -10_000],
    ['KeyL', 10_000],
  ] as const)('%s goes by %i ms', (name, by) => {
    expect(press(model, code(name))).toBe(true);
    expect(model.move).toHaveBeenCalledExactlyOnceWith(by);
  });

  test('every other mapped key has exactly one effect', () => {
    const { controller } = model;
    const cases: readonly (readonly [Partial<ControlKey>, () => unknown])[] = [
      [code('Space'), () => expect(controller.toggle).toHaveBeenCalledOnce()],
      [code('KeyK'), () => expect(controller.toggle).toHaveBeenCalledTimes(2)],
      [code('Comma'), () => expect(controller.step).toHaveBeenLastCalledWith(-1)],
      [code('Period'), () => expect(controller.step).toHaveBeenLastCalledWith(1)],
      [{ ...code('Comma'), shiftKey: true }, () => expect(model.faster).toHaveBeenLastCalledWith(-1)],
      [{ ...code('Period'), shiftKey: true }, () => expect(model.faster).toHaveBeenLastCalledWith(1)],
      [code('Digit0'), () => expect(model.goTo).toHaveBeenLastCalledWith('live')],
      [code('KeyM'), () => expect(controller.setMuted).toHaveBeenCalledWith(false)],
      [code('ArrowUp'), () => expect(model.louder).toHaveBeenLastCalledWith(0.05)],
      [code('ArrowDown'), () => expect(model.louder).toHaveBeenLastCalledWith(-0.05)],
      [code('KeyF'), () => expect(model.toggleFullscreen).toHaveBeenCalledOnce()],
      [code('KeyP'), () => expect(model.togglePictureInPicture).toHaveBeenCalledOnce()],
      [code('KeyS'), () => expect(model.saveSnapshot).toHaveBeenCalledOnce()],
      [code('KeyE'), () => expect(model.mark).toHaveBeenCalledOnce()],
      [code('KeyT'), () => expect(model.talk.press).toHaveBeenCalledOnce()],
      [code('KeyI'), () => expect(model.statistics.value).toBe(true)],
      [{ key: '?', code: 'Slash', shiftKey: true }, () => expect(model.keyMap.value).toBe(true)],
      [{ key: '+', code: 'Equal', shiftKey: true }, () => expect(model.view.value.scale).toBeCloseTo(1.25)],
      [{ key: '-', code: 'Minus' }, () => expect(model.view.value).toEqual(wholePicture)],
    ];
    for (const [key, expectation] of cases) {
      expect([key.code, press(model, key)]).toEqual([key.code, true]);
      expectation();
    }
    expect(model.idle.wake).toHaveBeenCalledTimes(cases.length);
    expect(shortcutLines.flatMap(({ keys }) => keys)).toHaveLength(24);
  });

  test('letter keys work by position in a Russian layout, the question mark by character', () => {
    expect(press(model, { code: 'KeyK', key: 'л' })).toBe(true);
    expect(press(model, { code: 'Comma', key: 'б' })).toBe(true);
    expect(press(model, { code: 'Digit7', key: '?', shiftKey: true })).toBe(true);
    expect(model.keyMap.value).toBe(true);
  });

  test('when zoomed, arrows pan the picture and Escape resets the zoom', () => {
    model.setView({ scale: 2, x: 0.5, y: 0.5 });
    press(model, code('ArrowRight'));
    press(model, code('ArrowUp'));
    expect([model.view.value.x, model.view.value.y]).toEqual([0.55, 0.45]);
    expect(model.move).not.toHaveBeenCalled();
    expect(press(model, { code: 'Escape', key: 'Escape' })).toBe(true);
    expect(model.view.value).toEqual(wholePicture);
    expect(press(model, { code: 'Escape', key: 'Escape' })).toBe(false);
  });

  test('a held key toggles once, and repeats steps', () => {
    press(model, { ...code('KeyK'), repeat: true });
    press(model, { ...code('KeyS'), repeat: true });
    expect(model.controller.toggle).not.toHaveBeenCalled();
    expect(model.saveSnapshot).not.toHaveBeenCalled();
    press(model, { ...code('Period'), repeat: true });
    expect(model.controller.step).toHaveBeenCalledOnce();
  });

  test('a key without an available action goes to the page', () => {
    model = fakeModel({ hasAudio: false, canTalk: false, marks: false });
    for (const name of ['ArrowUp', 'ArrowDown', 'KeyT', 'KeyE', 'KeyQ', 'Tab', 'Enter', 'Escape'])
      expect([name, press(model, { code: name, key: name })]).toEqual([name, false]);
  });

  test.each(['ctrlKey', 'metaKey', 'altKey'])('the browser’s own shortcuts with %s are left alone', (modifier) => {
    for (const name of ['KeyS', 'KeyF', 'KeyP', 'ArrowLeft', 'Digit0'])
      expect(press(model, { ...code(name), [modifier]: true })).toBe(false);
  });

  test('leaves keys to fields, menus and dialogs; sliders and radio buttons keep their arrows, pressable inputs their space', () => {
    const within = (markup: readonly string[]): Element =>
      markup.reduceRight<Element | null>((inner, name) => {
        const [tag = 'div', attribute = '', value = ''] = name.split(/[[=\]]/);
        const element = document.createElement(tag);
        if (attribute) element.setAttribute(attribute, value);
        if (inner) element.append(inner);
        return element;
      }, null) ?? document.body;
    const innermost = (element: Element): Element => (element.firstElementChild ? innermost(element.firstElementChild) : element);
    for (const field of [
      ['input'],
      ['textarea'],
      ['select'],
      ['div[contenteditable=true]', 'b'],
      ['div[role=menu]', 'button'],
      ['dialog', 'button'],
    ]) {
      const target = innermost(within(field));
      for (const key of [code('KeyK'), code('Space'), code('ArrowLeft'), { key: '?', code: 'Slash' }])
        expect([field[0], press(model, { ...key, target })]).toEqual([field[0], false]);
    }
    const slider = within(['input[type=range]']);
    expect(press(model, { ...code('ArrowLeft'), target: slider })).toBe(false);
    expect(press(model, { ...code('KeyK'), target: slider })).toBe(true);
    for (const type of ['radio', 'checkbox', 'button']) {
      const target = within([`input[type=${type}]`]);
      for (const key of [code('Space'), code('ArrowLeft'), code('ArrowUp')])
        expect([type, key.code, press(model, { ...key, target })]).toEqual([type, key.code, false]);
      for (const key of [code('KeyK'), code('KeyM'), code('Digit0'), { key: '?', code: 'Slash' }])
        expect([type, key.code, press(model, { ...key, target })]).toEqual([type, key.code, true]);
    }
    const button = innermost(within(['button', 'span']));
    expect(press(model, { ...code('Space'), target: button })).toBe(false);
    expect(press(model, { ...code('KeyM'), target: button })).toBe(true);
  });
});
