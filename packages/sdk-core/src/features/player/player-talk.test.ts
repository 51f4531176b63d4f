import { decodeTalk } from '@watchpost/contract/protocols/live';
import { expect, test, vi } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';
// Loads on first use; imported here so that no test waits for a file.
import './player-talk.ts';

async function speak() {
  const parts = createTestClient();
  await signIn(parts.client, parts.server);
  const handlers = { onStart: vi.fn(), onEnd: vi.fn(), onError: vi.fn() };
  const talk = parts.client.player.live().talk({ cameraId: 'a', mimeType: 'audio/webm;codecs=opus' }, handlers);
  await vi.waitFor(async () => {
    await parts.clock.settle();
    expect(parts.server.sockets.at(-1)?.channelsOf('a')).toHaveLength(1);
  });
  const socket = parts.server.sockets.at(-1);
  const [channel] = socket?.channelsOf('a') ?? [];
  if (!socket || channel === undefined) throw new Error('nothing was subscribed');
  const online = { type: 'state', channel, state: 'online', since: 1, reason: null } as const;
  const sentPayloads = (): number[][] => socket.binary.map((message) => [...decodeTalk(message).payload]);
  return { ...parts, handlers, talk, socket, channel, online, sentPayloads };
}
const types = (messages: readonly { readonly type: string }[]): string[] =>
  messages.map(({ type }) => type).filter((type) => type.startsWith('talk'));

test('starts once the channel is known, buffers speech meanwhile, and sends it when the camera is ready', async () => {
  const { talk, socket, clock, channel, online, handlers, sentPayloads } = await speak();
  talk.send(Uint8Array.of(1));
  expect(types(socket.received)).toEqual([]);
  socket.send(online);
  socket.send(online);
  await clock.settle();
  expect(socket.received.at(-1)).toEqual({ type: 'talk', channel, mimeType: 'audio/webm;codecs=opus' });
  talk.send(Uint8Array.of(2));
  await clock.settle();
  expect(sentPayloads()).toEqual([]);
  socket.send({ type: 'talk', channel, state: 'started' });
  await clock.settle();
  talk.send(Uint8Array.of(3));
  await clock.settle();
  expect(sentPayloads()).toEqual([[1], [2], [3]]);
  expect(handlers.onStart).toHaveBeenCalledTimes(1);
  expect(types(socket.received)).toEqual(['talk']);
});

test('ends once when the speaker ends it', async () => {
  const { talk, socket, clock, channel, online, handlers } = await speak();
  socket.send(online);
  socket.send({ type: 'talk', channel, state: 'started' });
  await clock.settle();
  talk.end();
  talk.end();
  talk.send(Uint8Array.of(1));
  await clock.settle();
  expect(types(socket.received)).toEqual(['talk', 'talk-end']);
  expect(socket.binary).toHaveLength(0);
  expect(socket.channelsOf('a')).toEqual([]);
  expect(handlers.onEnd).toHaveBeenCalledTimes(1);
});

test.each([
  [
    'by the camera',
    (socket: Awaited<ReturnType<typeof speak>>['socket'], channel: number) => socket.send({ type: 'talk', channel, state: 'ended' }),
  ],
  ['by the network', (socket: Awaited<ReturnType<typeof speak>>['socket']) => socket.drop()],
])('ends %s, and does not restart by itself', async (_, stop) => {
  const { socket, clock, channel, online, handlers, server } = await speak();
  socket.send(online);
  socket.send({ type: 'talk', channel, state: 'started' });
  await clock.settle();
  stop(socket, channel);
  await clock.advance(10_000);
  expect(handlers.onEnd).toHaveBeenCalledTimes(1);
  expect(server.sockets.at(-1)?.channelsOf('a')).toEqual([]);
});

test('another user speaks: the talk gets its own error, and the picture of the same camera continues', async () => {
  const { client, socket, clock, channel, online, handlers } = await speak();
  const picture = { onError: vi.fn(), onTracks: vi.fn() };
  client.player.live().subscribe({ cameraId: 'a' }, picture);
  socket.send(online);
  socket.send({ type: 'error', channel, error: { code: 'camera-busy', message: 'Someone else is talking.' } });
  await clock.settle();
  expect(handlers.onError.mock.calls[0]?.[0]).toMatchObject({ code: 'camera-busy' });
  expect(handlers.onEnd).not.toHaveBeenCalled();
  expect(picture.onError).not.toHaveBeenCalled();
  expect(socket.channelsOf('a')).toHaveLength(1);
});
