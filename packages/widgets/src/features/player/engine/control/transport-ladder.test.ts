import { describe, expect, test } from 'vitest';
import { transportLadder } from './transport-ladder.ts';

const everything = { mediaSource: true, webRtc: true, videoDecoder: true, nativeHls: false };

describe('transport ladder', () => {
  test.each([
    ['auto', everything, ['websocket', 'hls', 'webrtc']],
    ['auto', { ...everything, webRtc: false }, ['websocket', 'hls']],
    // An old iPhone: no MediaSource, but a decoder since iOS 16.4.
    ['auto', { mediaSource: false, webRtc: true, videoDecoder: true, nativeHls: true }, ['webcodecs', 'webrtc', 'hls']],
    ['auto', { mediaSource: false, webRtc: true, videoDecoder: false, nativeHls: true }, ['webrtc', 'hls']],
    ['auto', { mediaSource: false, webRtc: false, videoDecoder: false, nativeHls: true }, ['hls']],
    ['auto', { mediaSource: false, webRtc: false, videoDecoder: false, nativeHls: false }, []],
    ['webrtc', everything, ['webrtc', 'websocket', 'hls']],
    ['webcodecs', everything, ['webcodecs', 'websocket', 'hls', 'webrtc']],
    ['hls', everything, ['hls', 'websocket', 'webrtc']],
    ['websocket', { ...everything, mediaSource: false }, ['webcodecs', 'webrtc']],
    ['webcodecs', { ...everything, videoDecoder: false }, ['websocket', 'hls', 'webrtc']],
  ] as const)('%s in a browser with %j: %j', (choice, has, expected) => {
    expect(transportLadder(choice, has)).toEqual(expected);
  });
});
