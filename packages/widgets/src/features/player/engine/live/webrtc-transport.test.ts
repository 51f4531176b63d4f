// @vitest-environment jsdom
import type { ViewerClient } from '@watchpost/sdk-core';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import { afterEach, expect, test, vi } from 'vitest';
import type { TransportListener } from '../transport.ts';
import { createWebRtcTransport } from './webrtc-transport.ts';

afterEach(() => vi.unstubAllGlobals());

/** Plays a camera. @param answered whether the server's answer keeps a place for sound */
async function play(answered: boolean) {
  const sound = { packets: 0 };
  const streams: string[][] = [];
  class FakePeer extends EventTarget {
    iceGatheringState = 'complete';
    connectionState = 'connected';
    localDescription = { sdp: 'offer' };
    addTransceiver(kind: string): object {
      return { receiver: { track: kind }, currentDirection: kind === 'video' || answered ? 'recvonly' : 'inactive' };
    }
    async setLocalDescription(): Promise<void> {}
    async setRemoteDescription(): Promise<void> {}
    async getStats(): Promise<Map<string, object>> {
      return new Map([
        ['v', { type: 'inbound-rtp', kind: 'video', bytesReceived: 1000 }],
        ['a', { type: 'inbound-rtp', kind: 'audio', packetsReceived: sound.packets }],
      ]);
    }
    close(): void {}
  }
  vi.stubGlobal('RTCPeerConnection', FakePeer);
  vi.stubGlobal(
    'MediaStream',
    class {
      constructor(tracks: string[]) {
        streams.push(tracks);
      }
    },
  );
  const client = {
    player: { whep: async () => ({ answer: 'answer', end() {} }), live: () => ({ serverNow: () => 0 }) },
  } as unknown as ViewerClient;
  const video = document.createElement('video');
  vi.spyOn(video, 'play').mockResolvedValue();
  vi.spyOn(video, 'load').mockReturnValue();
  Object.assign(video, { requestVideoFrameCallback: () => 1 });
  Object.defineProperty(video, 'srcObject', { value: null, writable: true });
  const heard: boolean[] = [];
  const listener = new Proxy(
    { onAudio: (has: boolean) => void heard.push(has) },
    { get: (own, name): unknown => Reflect.get(own, name) ?? (() => {}) },
  ) as unknown as TransportListener;
  const clock = createFakeClock();
  const wants = { quality: 'high', frames: 'all', audio: true } as const;
  const canvas = document.createElement('canvas');
  const transport = createWebRtcTransport({ client, cameraId: 'c1', video, canvas, clock, listener, wants });
  transport.start();
  await clock.settle();
  /** Passes seconds, in each of which so many packets of sound arrive. */
  const pass = async (seconds: number, packets: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      sound.packets += packets;
      for (let tick = 0; tick < 4; tick += 1) {
        await clock.advance(250);
        await clock.settle();
      }
    }
  };
  return { heard, pass, streams, transport };
}

test('Opus that begins later is heard without another connection; the page knows while there is sound', async () => {
  const { heard, pass, streams, transport } = await play(true);
  // Its track is played from the beginning.
  expect(streams).toEqual([['video', 'audio']]);
  await pass(5, 0);
  expect(heard).toEqual([false]);
  await pass(3, 50);
  expect(heard).toEqual([false, true]);
  // A camera that sends little while it is quiet has not ended its sound.
  for (let round = 0; round < 3; round += 1) {
    await pass(1, 0);
    await pass(1, 1);
  }
  expect(heard).toEqual([false, true]);
  await pass(5, 0);
  expect(heard).toEqual([false, true, false]);
  await pass(3, 50);
  expect(heard).toEqual([false, true, false, true]);
  expect(streams).toHaveLength(1);
  transport.stop();
});

test('a camera whose sound WebRTC can’t carry has none', async () => {
  const { heard, pass, streams, transport } = await play(false);
  expect(streams).toEqual([['video']]);
  await pass(5, 0);
  expect(heard).toEqual([false]);
  transport.stop();
});
