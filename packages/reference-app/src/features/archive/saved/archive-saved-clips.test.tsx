// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { buildCamera, buildGrant } from '@watchpost/sdk-core/testing';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { TextStorage } from '../../../shared/browser/storage.ts';
import { forgetApp, renderApp } from '../../../shared/testing/render-app.tsx';
import { downloadsOf, savedClipsOf } from '../archive-app-downloads.ts';
import { createSavedClips } from './archive-saved-clips.ts';
import { SavedClips } from './archive-saved-clips-list.tsx';

afterEach(() => {
  cleanup();
  forgetApp();
});

function storageOf(stored: string | null = null): TextStorage & { stored: () => string | null } {
  let kept = stored;
  return {
    read: () => kept,
    write: (_, value) => {
      kept = value;
    },
    stored: () => kept,
  };
}

test('the newest comes first, each is listed once, fifty at most, and all survive a reload', () => {
  const storage = storageOf();
  let now = 0;
  const clips = createSavedClips(storage, 'anna', () => (now += 1));
  for (let from = 0; from < 60; from += 1) clips.add({ cameraId: 'yard', title: 'Yard', from, to: 100 });
  clips.add({ cameraId: 'yard', title: 'Yard', from: 30, to: 100 });
  const froms = createSavedClips(storage, 'anna', () => 0).list.value.map(({ from }) => from);
  expect(froms).toHaveLength(50);
  expect(froms.slice(0, 3)).toEqual([30, 59, 58]);
  expect(froms.filter((from) => from === 30)).toHaveLength(1);
  for (const clip of clips.list.value) clips.remove(clip);
  expect(storage.stored()).toBeNull();
});

test('what another tab has saved meanwhile is kept', () => {
  const storage = storageOf();
  const [one, other] = [createSavedClips(storage, 'anna', () => 1), createSavedClips(storage, 'anna', () => 2)];
  other.add({ cameraId: 'yard', title: 'Yard', from: 5, to: 6 });
  one.add({ cameraId: 'yard', title: 'Yard', from: 1, to: 2 });
  expect(one.list.value.map(({ from }) => from)).toEqual([1, 5]);
});

test.each(['no JSON', '{}', '[null,1,{"cameraId":"a"},{"cameraId":"a","from":"1","to":2,"savedAt":3}]'])(
  'stored text that makes no sense is no clip: %s',
  (stored) => {
    expect(createSavedClips(storageOf(stored), 'anna', () => 0).list.value).toEqual([]);
  },
);

const from = Date.parse('2026-11-20T14:00:00Z');
const clip = { from, to: from + 300_000 };

const yard = buildCamera({ id: 'yard', title: 'Yard', timeZone: 'UTC' });

async function renderSaved(title: string, camera = yard) {
  const app = await renderApp(
    <MemoryRouter>
      <SavedClips />
    </MemoryRouter>,
    { email: 'anna@example.com' },
  );
  app.server.cameras = [camera];
  act(() => savedClipsOf(app.client).add({ cameraId: title.toLowerCase(), title, ...clip }));
  return app;
}

test('a saved clip leads to its moment, is downloaded again, and leaves the list', async () => {
  const { client } = await renderSaved('Yard');
  const list = within(await screen.findByRole('region', { name: 'Clips saved to this device' }));
  expect(list.getByRole('link', { name: /^Yard/ }).getAttribute('href')).toBe(`/cameras/yard?t=${from}`);
  const start = vi.spyOn(downloadsOf(client), 'start').mockReturnValue();
  fireEvent.click(list.getByRole('button', { name: /^Download again: Yard/ }));
  expect(start.mock.lastCall?.[0]).toMatchObject({ cameraId: 'yard', range: { from, to: from + 300_000 }, requestedMs: 300_000 });
  fireEvent.click(list.getByRole('button', { name: /^Remove from the list: Yard/ }));
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Clips saved to this device' })).toBeNull());
});

test('a clip of a camera that is gone says so, and where its file is; it can only be removed', async () => {
  await renderSaved('Gate');
  const list = within(await screen.findByRole('region', { name: 'Clips saved to this device' }));
  expect(list.getByText('Gate')).toBeTruthy();
  expect(list.getByText(/^This camera is no longer in your account/)).toBeTruthy();
  expect(list.queryByRole('link')).toBeNull();
  expect(list.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/^Remove from the list: Gate/),
  ]);
});

test('a clip of a camera whose archive is no longer shared leads nowhere', async () => {
  await renderSaved('Yard', { ...yard, isOwner: false, grant: buildGrant({ withArchive: false }) });
  const list = within(await screen.findByRole('region', { name: 'Clips saved to this device' }));
  await list.findByText(/^You have no access to the archive/);
  expect(list.queryByRole('link')).toBeNull();
});

test('each account of a browser has its own list', () => {
  const kept = new Map<string, string>();
  const storage: TextStorage = {
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => void (value === null ? kept.delete(key) : kept.set(key, value)),
  };
  createSavedClips(storage, 'anna', () => 1).add({ cameraId: 'yard', title: 'Yard', ...clip });
  const countOf = (account: string): number => createSavedClips(storage, account, () => 2).list.value.length;
  expect([countOf('anna'), countOf('boris')]).toEqual([1, 0]);
});
