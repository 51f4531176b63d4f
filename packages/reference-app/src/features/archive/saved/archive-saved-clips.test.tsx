// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { localTexts } from '../../../shared/browser/storage.ts';
import type { TextStorage } from '../../../shared/browser/storage.ts';
import { forgetApp, renderApp } from '../../../shared/testing/render-app.tsx';
import { downloadsOf } from '../archive-app-downloads.ts';
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
  const clips = createSavedClips(storage, () => (now += 1));
  for (let from = 0; from < 60; from += 1) clips.add({ cameraId: 'yard', from, to: 100 });
  clips.add({ cameraId: 'yard', from: 30, to: 100 });
  const froms = createSavedClips(storage, () => 0).list.value.map(({ from }) => from);
  expect(froms).toHaveLength(50);
  expect(froms.slice(0, 3)).toEqual([30, 59, 58]);
  expect(froms.filter((from) => from === 30)).toHaveLength(1);
  for (const clip of clips.list.value) clips.remove(clip);
  expect(storage.stored()).toBeNull();
});

test('what another tab has saved meanwhile is kept', () => {
  const storage = storageOf();
  const [one, other] = [createSavedClips(storage, () => 1), createSavedClips(storage, () => 2)];
  other.add({ cameraId: 'yard', from: 5, to: 6 });
  one.add({ cameraId: 'yard', from: 1, to: 2 });
  expect(one.list.value.map(({ from }) => from)).toEqual([1, 5]);
});

test.each(['no JSON', '{}', '[null,1,{"cameraId":"a"},{"cameraId":"a","from":"1","to":2,"savedAt":3}]'])(
  'stored text that makes no sense is no clip: %s',
  (stored) => {
    expect(createSavedClips(storageOf(stored), () => 0).list.value).toEqual([]);
  },
);

test('a saved clip leads to its moment, is downloaded again, and leaves the list; those of unknown cameras are not shown', async () => {
  const from = Date.parse('2026-11-20T14:00:00Z');
  const clip = { from, to: from + 300_000, savedAt: from + 600_000 };
  localTexts.write(
    'saved-clips',
    JSON.stringify([
      { cameraId: 'yard', ...clip },
      { cameraId: 'foreign', ...clip },
    ]),
  );
  const { server, client } = await renderApp(
    <MemoryRouter>
      <SavedClips />
    </MemoryRouter>,
    { email: 'anna@example.com' },
  );
  server.cameras = [buildCamera({ id: 'yard', title: 'Yard', timeZone: 'UTC' })];
  const list = within(await screen.findByRole('region', { name: 'Clips saved to this device' }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  expect(list.getByRole('link', { name: /^Yard/ }).getAttribute('href')).toBe(`/cameras/yard?t=${from}`);
  const start = vi.spyOn(downloadsOf(client), 'start').mockReturnValue();
  fireEvent.click(list.getByRole('button', { name: /^Download again: Yard/ }));
  expect(start.mock.lastCall?.[0]).toMatchObject({ cameraId: 'yard', range: { from, to: from + 300_000 }, requestedMs: 300_000 });
  fireEvent.click(list.getByRole('button', { name: /^Remove from the list: Yard/ }));
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Clips saved to this device' })).toBeNull());
});
