import { afterEach, expect, test, vi } from 'vitest';
import { readFrames } from './phone-frames.ts';
import { createPlayback } from './phone-playback.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser without raw data of tracks, whose elements play only when `isAllowed`. */
function stubBrowser(isAllowed: () => boolean) {
  const calls: string[] = [];
  let made = 0;
  const element = {
    srcObject: null,
    play: () => {
      calls.push('play');
      return isAllowed() ? Promise.resolve() : Promise.reject(new DOMException('No press.', 'NotAllowedError'));
    },
    requestVideoFrameCallback: () => calls.push('next frame'),
    cancelVideoFrameCallback: () => undefined,
  };
  class Sound {
    readonly resume = async (): Promise<void> => void calls.push('resume');
  }
  vi.stubGlobal('document', { createElement: () => ((made += 1), element) });
  vi.stubGlobal('AudioContext', Sound);
  return { calls, made: () => made };
}
const stream = {} as unknown as MediaStream;
const video = {} as unknown as MediaStreamTrack;
const settled = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

test('in the press itself, the element and the sound that will be used are started, before there is a camera', () => {
  const { calls, made } = stubBrowser(() => true);
  const playback = createPlayback();
  playback.allow({ withSound: true });
  expect(calls).toEqual(['play', 'resume']);
  const stop = readFrames({ stream, video, playback, onFrame: () => undefined, onBlocked: () => undefined });
  playback.allow({ withSound: false });
  expect([calls, made()]).toEqual([['play', 'resume', 'next frame', 'play', 'play'], 1]);
  stop();
});

test('a browser that lets nothing play without a press is reported once the camera is open; a closed one is not', async () => {
  stubBrowser(() => false);
  const playback = createPlayback();
  playback.allow({ withSound: false });
  const blocked: string[] = [];
  const read = (name: string): (() => void) =>
    readFrames({ stream, video, playback, onFrame: () => undefined, onBlocked: () => void blocked.push(name) });
  read('closed')();
  read('open');
  await settled();
  expect(blocked).toEqual(['open']);
});
