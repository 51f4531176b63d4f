import { createManualClock } from '@watchpost/contract/testing';
import { expect, test, vi } from 'vitest';
import type { Sample, Source, SourceEnd, SourceListener } from '../media-types.ts';
import { createReducedPictures } from './reduced-pictures.ts';

const picture: Sample = {
  kind: 'video',
  decodeTime: 1,
  compositionOffset: 0,
  duration: 1,
  keyFrame: true,
  data: new Uint8Array(),
};

function setUp(cameraIds: readonly string[] = ['c1']) {
  const clock = createManualClock();
  const pictures = createReducedPictures({ clock, cameraIds });
  const opened: string[] = [];
  let listener: SourceListener | null = null;
  const source = (name: string) => (): Source => {
    opened.push(name);
    return { start: (next) => void (listener = next), stop: async () => void (listener = null) };
  };
  const main = source('main');
  const small = source('small');
  const open = (cameraId = 'c1'): Source => pictures.open(cameraId, { main, small });
  const start = (): { readonly source: Source; readonly onEnd: ReturnType<typeof vi.fn<(reason: SourceEnd) => void>> } => {
    const onEnd = vi.fn<(reason: SourceEnd) => void>();
    const one = open();
    one.start({ onTracks: () => undefined, onSample: () => undefined, onEnd });
    return { source: one, onEnd };
  };
  const end = (code: SourceEnd['code']): void => listener?.onEnd({ code, detail: '' });
  return { clock, pictures, opened, open, start, end, send: (sample: Sample) => listener?.onSample(sample), main };
}

test('a camera whose plan has no HD has its smaller stream as its main one, until its plan has HD', () => {
  const { pictures, opened, open, main } = setUp();
  open();
  open('c2');
  expect(pictures.set('c1', true)).toBe(false);
  expect(pictures.set('c1', false)).toBe(true);
  open();
  expect(pictures.set('c2', true)).toBe(true);
  open('c2');
  expect(opened).toEqual(['small', 'main', 'main', 'small']);
  // A camera with one stream keeps its picture.
  pictures.open('c2', { main, small: null });
  expect(opened.at(-1)).toBe('main');
});

test('a smaller stream that the camera does not have is replaced by the main one for ten minutes', () => {
  const { clock, opened, start, end, open } = setUp();
  const { onEnd } = start();
  end('camera-stream-not-found');
  expect(onEnd).toHaveBeenCalledWith({ code: 'camera-stream-not-found', detail: '' });
  open();
  clock.advance(599_999);
  open();
  clock.advance(1);
  open();
  expect(opened).toEqual(['small', 'main', 'main', 'small']);
});

test('so is one that sends no picture; a camera that is gone, or was ended early, is tried again', async () => {
  const { clock, opened, start, end, send, open } = setUp();
  start();
  end('camera-unreachable');
  const early = start();
  clock.advance(4999);
  await early.source.stop();
  start();
  send(picture);
  end('camera-no-video');
  const late = start();
  send({ ...picture, kind: 'audio' });
  clock.advance(5000);
  await late.source.stop();
  open();
  expect(opened).toEqual(['small', 'small', 'small', 'small', 'main']);
});

test('another plan tries the smaller stream at once', () => {
  const { pictures, opened, start, end, open } = setUp();
  start();
  end('camera-codec-unsupported');
  pictures.set('c1', false);
  pictures.set('c1', true);
  open();
  expect(opened).toEqual(['small', 'small']);
});
