// @vitest-environment jsdom
import { WatchpostError } from '@watchpost/sdk-core';
import { buildCamera, buildGrant } from '@watchpost/sdk-core/testing';
import { describe, expect, test, vi } from 'vitest';
import { setUp } from './testing/player-stand.ts';
import type { PlayerStand } from './testing/player-stand.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A live player of a shared camera. */
async function shared(grantAt: (now: number) => Partial<ReturnType<typeof buildGrant>>): Promise<PlayerStand> {
  const parts = await setUp();
  const camera = buildCamera({
    id: 'c1',
    timeZone: 'UTC',
    isOwner: false,
    isFullAccess: false,
    sharedBy: 'anna@example.com',
    grant: buildGrant(grantAt(parts.clock.now())),
  });
  parts.server.cameras = [camera];
  // As it is received when the page loads.
  Reflect.set(parts.player.camera, 'value', camera);
  await parts.frame();
  return parts;
}
const minutesOf = (time: number): number => new Date(time).getUTCHours() * 60 + new Date(time).getUTCMinutes();

describe('the end of an access', () => {
  test('ends a running picture with an explanation, once, and never reconnects', async () => {
    const { player, pass, current, server, reported } = await shared((now) => ({ expiresAt: now + hour }));
    expect(player.access.value).toEqual({ endsAt: expect.any(Number), opensAt: null });
    await pass(hour - 1_000);
    expect(player.state.value).toEqual({ kind: 'live' });
    server.cameras = [];
    await pass(2_000);
    expect(player.state.value).toEqual({ kind: 'error', mode: 'live', code: 'access-ended' });
    await pass(hour);
    expect(player.state.value).toEqual({ kind: 'error', mode: 'live', code: 'access-ended' });
    expect([current(), reported.filter(({ type }) => type === 'error').length]).toEqual([[], 1]);
  });

  test('also ends it when the server is first to notice', async () => {
    const { player, last, pass, current } = await shared(() => ({}));
    last().listener.onFail('access-ended', true);
    await pass(hour);
    expect([player.state.value, current()]).toEqual([{ kind: 'error', mode: 'live', code: 'access-ended' }, []]);
  });

  test('a shared camera that is refused without a reason and is gone has ended', async () => {
    const { player, last, server, settle } = await shared(() => ({}));
    server.cameras = [];
    last().listener.onFail('forbidden', true);
    await settle();
    expect(player.state.value).toEqual({ kind: 'error', mode: 'live', code: 'access-ended' });
  });

  test('what the server changes while it is watched is read again: a watermark comes', async () => {
    const { player, last, server, settle } = await shared(() => ({}));
    server.cameras = server.cameras.map((camera) => ({ ...camera, watermark: 'guard@example.com' }));
    last().listener.onEvent({ type: 'access' });
    await settle();
    expect(player.camera.value?.watermark).toBe('guard@example.com');
    expect(player.state.value).toEqual({ kind: 'live' });
  });

  test('one’s own camera that is refused keeps its error', async () => {
    const { player, last, settle } = await setUp();
    last().listener.onFail('forbidden', true);
    await settle();
    expect(player.state.value).toEqual({ kind: 'error', mode: 'live', code: 'forbidden' });
  });
});

describe('daily hours', () => {
  test('end the picture, and bring it back by themselves', async () => {
    const { player, pass, frame, current } = await shared((now) => ({
      dailyWindow: { fromMinutes: minutesOf(now - hour), untilMinutes: minutesOf(now + hour) },
    }));
    await pass(hour + minute);
    expect(player.state.value).toEqual({ kind: 'error', mode: 'live', code: 'access-outside-hours' });
    expect(player.access.value).toEqual({ endsAt: null, opensAt: expect.any(Number) });
    expect(current()).toEqual([]);
    await pass(22 * hour);
    await frame();
    expect([player.state.value, current().length]).toEqual([{ kind: 'live' }, 1]);
  });

  test('that are over from the start say when they begin', async () => {
    const { player, current } = await shared((now) => ({
      dailyWindow: { fromMinutes: minutesOf(now + hour), untilMinutes: minutesOf(now + 2 * hour) },
    }));
    expect([player.state.value, current()]).toEqual([{ kind: 'error', mode: 'live', code: 'access-outside-hours' }, []]);
    expect(player.access.value?.opensAt).not.toBeNull();
  });

  test('are asked about every minute where they are not known, as on a partner’s page', async () => {
    const { player, last, pass, current } = await setUp();
    last().listener.onFail('access-outside-hours', true);
    await pass(minute - 1_000);
    expect(current()).toEqual([]);
    await pass(2_000);
    expect([player.state.value, current()]).toEqual([{ kind: 'connecting', mode: 'live' }, ['websocket']]);
  });
});

test('a viewer without a place tries again every 30 seconds, and when asked to', async () => {
  const { player, last, pass, frame, current } = await shared(() => ({}));
  for (let round = 0; round < 2; round += 1) {
    last().listener.onFail('viewer-limit-reached', true);
    await pass(29_000);
    expect([player.state.value.kind, current()]).toEqual(['error', []]);
    await pass(2_000);
    expect([player.state.value.kind, current()]).toEqual(['connecting', ['websocket']]);
  }
  last().listener.onFail('viewer-limit-reached', true);
  player.play();
  await frame();
  const opened = last();
  // The planned attempt is canceled.
  await pass(minute);
  expect([player.state.value, last() === opened]).toEqual([{ kind: 'live' }, true]);
});

test('what changes with the hours is requested again', async () => {
  const { player, server, pass } = await shared((now) => ({
    dailyWindow: { fromMinutes: minutesOf(now + hour), untilMinutes: minutesOf(now + 2 * hour) },
  }));
  server.cameras = server.cameras.map((camera) => ({ ...camera, withArchive: false }));
  await pass(hour + minute);
  expect(player.hasArchive.value).toBe(false);
});

describe('a watermark', () => {
  async function marked(watermark: string | null): Promise<PlayerStand & { readonly picture: HTMLElement }> {
    const picture = document.createElement('div');
    const canvas = document.createElement('canvas');
    picture.append(canvas);
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const parts = await setUp({ canvas });
    Reflect.set(parts.player.camera, 'value', buildCamera({ id: 'c1', watermark }));
    await parts.frame();
    return { ...parts, picture };
  }
  const markOf = (picture: HTMLElement): Element | null => picture.querySelector('.wp-watermark');

  test('lies over the picture, and comes back when it is removed or hidden', async () => {
    const { picture, settle } = await marked('boris@example.com');
    const first = markOf(picture);
    expect(first).not.toBeNull();
    first?.remove();
    await settle();
    const second = markOf(picture);
    expect([second === null, second === first]).toEqual([false, false]);
    second?.setAttribute('hidden', '');
    await settle();
    expect(markOf(picture)?.hasAttribute('hidden')).toBe(false);
    expect(picture.querySelectorAll('.wp-watermark')).toHaveLength(1);
  });

  test('is gone with the player, and is not there without need', async () => {
    const { picture, player } = await marked('boris@example.com');
    player.dispose();
    expect(markOf(picture)).toBeNull();
    expect(markOf((await marked(null)).picture)).toBeNull();
  });
});

test('an error of the network is not taken for the end of an access', async () => {
  const { player, last, client, settle } = await shared(() => ({}));
  vi.spyOn(client.cameras, 'get').mockRejectedValue(new WatchpostError('network'));
  last().listener.onFail('forbidden', true);
  await settle();
  expect(player.state.value).toMatchObject({ code: 'forbidden' });
});
