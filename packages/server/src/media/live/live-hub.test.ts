import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { liveSubprotocol } from '@watchpost/contract/protocols/live';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { cameraAccess } from '../../testing/camera-access.ts';
import { unrecordedViewing } from '../../testing/viewings.ts';
import type { CameraStatus, Tracks } from '../media-types.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createLiveHub } from './live-hub.ts';

const log = pino({ level: 'silent' });
const tracks: Tracks = {
  video: { kind: 'video', codec: 'avc1.42c01e', width: 16, height: 16, configuration: new Uint8Array([1]) },
  audio: null,
};

test('over a real socket: subprotocol, media, state, the end of a viewer and of the server', async () => {
  const clock = createManualClock();
  const streams = createStreamRegistry({ clock, log });
  const listeners = new Set<(cameraId: string, status: CameraStatus) => void>();
  const status: CameraStatus = { state: 'online', since: 1, reason: null };
  const hub = createLiveHub({
    streams,
    links: { get: () => null },
    ingest: {
      status: () => status,
      awaitsKeyFrame: () => false,
      requestKeyFrame: () => undefined,
      onStatus: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    },
    clock,
    log,
  });
  const access = {
    checkToken: async () => undefined,
    camera: async (_: string, cameraId: string) => cameraAccess({ cameraId, customerId: 'u1' }),
    watch: () => unrecordedViewing,
    refused: () => undefined,
  };
  const server = createServer().on('upgrade', (request, socket, head) => hub.handleUpgrade(request, socket, head, access));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const connect = async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, [liveSubprotocol]);
    const received: string[] = [];
    let wake = (): void => undefined;
    socket.on('message', (data, isBinary) => {
      received.push(isBinary || !Buffer.isBuffer(data) ? 'media' : data.toString());
      wake();
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'authorize', token: 't' }));
    socket.send(JSON.stringify({ type: 'subscribe', channel: 0, cameraId: 'c1' }));
    const until = async (count: number): Promise<void> => {
      while (received.length < count) await new Promise<void>((resolve) => (wake = resolve));
    };
    return { socket, received, until };
  };
  const { input } = streams.open('c1');
  input.onTracks(tracks);
  input.onSample({ kind: 'video', decodeTime: 90_000, compositionOffset: 0, duration: 9000, keyFrame: true, data: new Uint8Array(100) });
  const first = await connect();
  const second = await connect();
  // authorized, state, tracks, init, the key frame
  await Promise.all([first.until(5), second.until(5)]);
  expect(first.socket.protocol).toBe(liveSubprotocol);
  expect(hub.viewers()).toBe(2);
  for (const listener of listeners) listener('c1', { state: 'offline', since: 7, reason: 'camera-unreachable' });
  await first.until(6);
  expect(JSON.parse(first.received[5] ?? '')).toEqual({
    type: 'state',
    channel: 0,
    state: 'offline',
    since: 7,
    reason: 'camera-unreachable',
  });

  const gone = once(first.socket, 'close');
  first.socket.terminate();
  await gone;
  while (hub.viewers() > 1) await new Promise((resolve) => setImmediate(resolve));
  expect(streams.open('c1').subscribers).toBe(1);
  const closed = once(second.socket, 'close');
  hub.close();
  expect((await closed)[0]).toBe(1001);
  expect(streams.open('c1').subscribers).toBe(0);
  expect([listeners.size, clock.pending]).toEqual([0, 0]);
  server.close();
});
