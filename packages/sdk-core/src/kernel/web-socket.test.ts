import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeSocket } from '../testing/fake-socket.ts';
import { createTestClient, signIn } from '../testing/index.ts';
import { errorText } from './error-text.ts';
import { webSocketOpener } from './web-socket.ts';

describe('a platform without WebSocket, as Node before 22', () => {
  beforeEach(() => void vi.stubGlobal('WebSocket', undefined));
  afterEach(() => void vi.unstubAllGlobals());

  async function client() {
    const parts = createTestClient({ webSocket: undefined });
    await signIn(parts.client, parts.server);
    const settle = async (): Promise<void> => {
      await parts.clock.settle();
      await vi.dynamicImportSettled();
      await parts.clock.settle();
    };
    return { ...parts, settle };
  }

  test('live video fails immediately and permanently, and the error explains the remedy in both languages', async () => {
    const {
      client: { player },
      clock,
      settle,
    } = await client();
    const onError = vi.fn();
    player.live().subscribe({ cameraId: 'a' }, { onError });
    await settle();
    expect(player.live().state.value).toBe('stopped');
    const error: unknown = onError.mock.calls[0]?.[0];
    expect(error).toMatchObject({ name: 'WatchpostError', code: 'no-websocket', status: null });
    for (const locale of ['en', 'ru'] as const) expect(errorText(error, locale)).toMatch(/Node 22.*webSocket/);
    await clock.advance(60_000);
    expect([onError.mock.calls.length, clock.pending]).toEqual([1, 0]);
  });

  test('live events stop and report why', async () => {
    const {
      client: { events },
      clock,
      settle,
    } = await client();
    await import('../features/events/events-live-connection.ts');
    const stop = events.live().onEvent(() => {});
    await settle();
    expect(events.live().state.value).toBe('stopped');
    expect(events.live().error.value).toMatchObject({ code: 'no-websocket' });
    stop();
    await clock.advance(5_000);
    expect([events.live().state.value, events.live().error.value, clock.pending]).toEqual(['idle', null, 0]);
  });

  test('the caller’s own implementation works', async () => {
    const open = vi.fn((url: string, protocols: string[]) => createFakeSocket(url, protocols, () => {}).client);
    expect(await webSocketOpener(open)).toBe(open);
  });
});
