// @vitest-environment jsdom
import { buildCamera } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createControlMessages } from '../../../../i18n/control-messages.ts';
import { setUp } from '../../testing/player-stand.ts';
import type { PlayerStand } from '../../testing/player-stand.ts';
import { createControlModel } from '../control-model.ts';
import type { ControlModel } from '../control-model.ts';
import { takeSnapshot } from './snapshot.ts';

/** What was drawn on a canvas: texts, and other pictures. */
interface Drawn {
  readonly texts: Set<string>;
  readonly pictures: Element[];
}
let drawn: Map<HTMLCanvasElement, Drawn>;
/** The canvases that snapshots were made of. */
let saved: HTMLCanvasElement[];

beforeEach(() => {
  drawn = new Map();
  saved = [];
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function getContext(this: HTMLCanvasElement) {
    const { texts, pictures } = drawn.get(this) ?? { texts: new Set<string>(), pictures: [] };
    drawn.set(this, { texts, pictures });
    return Object.assign(Object.create(null), {
      scale: () => {},
      rotate: () => {},
      measureText: () => ({ width: 120 }),
      strokeText: () => {},
      fillText: (text: string) => texts.add(text),
      drawImage: (picture: Element) => pictures.push(picture),
    });
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(this: HTMLCanvasElement, done) {
    saved.push(this);
    done(new Blob(['picture'], { type: 'image/png' }));
  });
});

interface Shown extends PlayerStand {
  readonly stage: HTMLElement;
  readonly picture: HTMLElement;
  readonly model: ControlModel;
}

/** A live picture of a camera with or without a watermark. */
async function shown(watermark: string | null): Promise<Shown> {
  const stage = document.createElement('div');
  const picture = document.createElement('div');
  picture.className = 'wp-picture';
  const canvas = document.createElement('canvas');
  canvas.hidden = true;
  picture.append(canvas);
  stage.append(picture);
  const stand = await setUp({ canvas, stage });
  Reflect.set(stand.player.camera, 'value', buildCamera({ id: 'c1', title: 'Yard', timeZone: 'UTC', watermark }));
  await stand.frame(Date.UTC(2026, 10, 21, 12));
  Object.defineProperties(stand.player.picture(), {
    readyState: { value: 4 },
    videoWidth: { value: 1920 },
    videoHeight: { value: 1080 },
    requestPictureInPicture: { value: vi.fn(async () => {}) },
  });
  const model = createControlModel({
    client: stand.client,
    cameraId: 'c1',
    controller: stand.player,
    stage,
    locale: () => 'en',
    t: createControlMessages(() => 'en'),
    goTo: () => {},
    onMark: undefined,
    hasGestures: false,
    hasTalk: false,
    clock: stand.clock,
  });
  return { ...stand, stage, picture, model };
}

test('a snapshot of a marked picture has the viewer’s address over it', async () => {
  const { player, stage, picture } = await shown('boris@example.com');
  expect((await takeSnapshot(player, stage))?.name).toBe('Yard 2026-11-21 12.00.00+0000.png');
  const mark = picture.querySelector<HTMLCanvasElement>('.wp-watermark');
  expect(saved.map((canvas) => drawn.get(canvas)?.pictures)).toEqual([[player.picture(), mark]]);
  expect(mark && [...(drawn.get(mark)?.texts ?? [])]).toEqual(['boris@example.com']);
});

test('a marked picture without its mark is not saved, and a notice says so', async () => {
  const { model, picture } = await shown('boris@example.com');
  picture.querySelector('.wp-watermark')?.remove();
  await model.saveSnapshot();
  expect([saved, model.notice.value?.isProblem]).toEqual([[], true]);
});

test('a snapshot without a watermark is the picture alone', async () => {
  const { player, stage } = await shown(null);
  expect(await takeSnapshot(player, stage)).not.toBeNull();
  expect(saved.map((canvas) => drawn.get(canvas)?.pictures)).toEqual([[player.picture()]]);
  expect([...drawn.values()].flatMap(({ texts }) => [...texts])).toEqual([]);
});

test('the key for picture in picture does nothing but say so while there is a watermark', async () => {
  const { player, model } = await shown('boris@example.com');
  const open = Reflect.get(player.picture(), 'requestPictureInPicture');
  await model.togglePictureInPicture();
  expect(open).not.toHaveBeenCalled();
  expect(model.notice.value).toEqual({ text: model.options.t('noPictureInPicture'), isProblem: true });
});

test('the key for picture in picture opens its window without a watermark', async () => {
  const { player, model } = await shown(null);
  await model.togglePictureInPicture();
  expect(Reflect.get(player.picture(), 'requestPictureInPicture')).toHaveBeenCalledOnce();
  expect(model.notice.value).toBeNull();
});

describe('an open window of picture in picture', () => {
  afterEach(() => {
    Reflect.deleteProperty(document, 'pictureInPictureElement');
    Reflect.deleteProperty(document, 'exitPictureInPicture');
  });

  /** A browser with such a window. */
  async function withWindow(watermark: string | null) {
    const { player, picture } = await shown(watermark);
    const video = player.picture();
    picture.append(video);
    let inWindow: Element | null = null;
    Object.defineProperties(document, {
      pictureInPictureElement: { get: () => inWindow, configurable: true },
      exitPictureInPicture: { value: async () => void (inWindow = null), configurable: true },
    });
    return {
      setWatermark: (next: string | null) => Reflect.set(player.camera, 'value', buildCamera({ id: 'c1', watermark: next })),
      /** Opens it as the browser does, no matter who asked for it. */
      open(shows: Element = video): void {
        inWindow = shows;
        shows.dispatchEvent(new Event('enterpictureinpicture', { bubbles: true }));
      },
      isOpen: () => inWindow !== null,
      video,
    };
  }

  test('closes as soon as there is a watermark', async () => {
    const { open, setWatermark, isOpen } = await withWindow(null);
    open();
    setWatermark(null);
    expect(isOpen()).toBe(true);
    setWatermark('boris@example.com');
    expect(isOpen()).toBe(false);
  });

  test('closes at once, no matter who opens it while there is a watermark', async () => {
    const { open, setWatermark, isOpen } = await withWindow('boris@example.com');
    open();
    expect(isOpen()).toBe(false);
    setWatermark(null);
    open();
    expect(isOpen()).toBe(true);
  });

  test('of another player stays open', async () => {
    const { open, setWatermark, isOpen } = await withWindow(null);
    open(document.createElement('video'));
    setWatermark('boris@example.com');
    expect(isOpen()).toBe(true);
  });

  test('closes in older Safari, which has its own way', async () => {
    const { setWatermark, video } = await withWindow(null);
    const setMode = vi.fn();
    Object.assign(video, { webkitPresentationMode: 'picture-in-picture', webkitSetPresentationMode: setMode });
    setWatermark('boris@example.com');
    expect(setMode.mock.calls).toEqual([['inline']]);
  });
});
