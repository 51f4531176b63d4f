// @vitest-environment jsdom
import { signal } from '@preact/signals-core';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createWallMessages } from '../../../i18n/video-wall-messages.ts';
import type { PlayerState } from '../../player/index.ts';
import { fakeController } from '../../player/controls/testing/fake-model.ts';
import type { FakeController } from '../../player/controls/testing/fake-model.ts';
import { WallProvider } from './wall-context.tsx';
import type { WallContext } from './wall-context.tsx';
import { TileMessage, TileTime } from './wall-message.tsx';

afterEach(() => cleanup());

test('a browser that starts video only after a press: one press starts every tile that waits for it', async () => {
  const of = (kind: 'blocked' | 'live'): FakeController =>
    fakeController({ state: signal<PlayerState>(kind === 'live' ? { kind } : { kind, mode: 'live' }) });
  const [first, second, third] = [of('blocked'), of('blocked'), of('live')];
  const players = new Map([first, second, third].map((player, index) => [`c${index}`, player]));
  const context = {
    wall: { players: signal(players), timeZone: signal('UTC'), level: signal(0) },
    client: { player: { live: () => ({ serverNow: () => 0 }) } },
    locale: 'en',
    t: createWallMessages('en'),
  } as unknown as WallContext;
  render(
    <WallProvider value={context}>
      <TileMessage player={first} camera={buildCamera()} />
      <TileTime player={first} />
    </WallProvider>,
  );
  expect(screen.queryByText(/LIVE/)).toBeNull();
  await act(async () => screen.getByRole('button', { name: 'Play' }).click());
  expect([first, second, third].map((player) => player.play.mock.calls.length)).toEqual([1, 1, 0]);
});
