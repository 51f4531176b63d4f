// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitForElementToBeRemoved, within } from '@testing-library/react';
import { WatchpostError } from '@watchpost/sdk-core';
import { buildCamera, buildSavedClip } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { TextStorage } from '../../../shared/browser/storage.ts';
import { forgetApp, renderApp } from '../../../shared/testing/render-app.tsx';
import type { RenderedApp } from '../../../shared/testing/render-app.tsx';
import { downloadsOf } from '../archive-app-downloads.ts';
import { createSavedClips } from './archive-saved-clips.ts';
import { SavedClips } from './archive-saved-clips-list.tsx';

afterEach(async () => {
  // A toast is removed by a timer that outlives its container.
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  if (document.querySelector('[data-sonner-toast]')) await waitForElementToBeRemoved(() => document.querySelector('[data-sonner-toast]'));
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

type Create = Parameters<typeof createSavedClips>[0]['create'];
const yard = { cameraId: 'yard', from: 1, to: 2 };

test('a saved clip goes to the server once, with the time when it was saved', async () => {
  const storage = storageOf();
  const create = vi.fn<Create>().mockResolvedValue(buildSavedClip());
  const clips = createSavedClips({ storage, account: 'anna', create, now: () => 5.5 });
  await clips.add(yard);
  await clips.send();
  expect(create.mock.calls.map(([body]) => body)).toEqual([{ ...yard, savedAt: 5 }]);
  expect(storage.stored()).toBeNull();
});

test('what could not be sent waits in the browser, fifty at most, and is sent after a reload; a refusal is final', async () => {
  const storage = storageOf();
  const failing = vi.fn<Create>().mockRejectedValue(new WatchpostError('network', { message: 'No connection' }));
  const offline = createSavedClips({ storage, account: 'anna', create: failing, now: () => 5 });
  for (let to = 2; to < 62; to += 1) await offline.add({ ...yard, to });
  await offline.add({ ...yard, to: 61 });
  const create = vi.fn<Create>().mockResolvedValue(buildSavedClip());
  create.mockRejectedValueOnce(new WatchpostError('not-found', { message: 'No such camera' }));
  const online = createSavedClips({ storage, account: 'anna', create, now: () => 6 });
  await online.send();
  await online.send();
  expect(create.mock.calls.map(([{ to }]) => to)).toEqual(Array.from({ length: 50 }, (_, index) => 61 - index));
  expect(storage.stored()).toBeNull();
});

test.each(['no JSON', '{}', '[null,1,{"cameraId":"a"},{"cameraId":"a","from":"1","to":2,"savedAt":3}]'])(
  'stored text that makes no sense is no clip: %s',
  async (stored) => {
    const create = vi.fn<Create>();
    await createSavedClips({ storage: storageOf(stored), account: 'anna', create, now: () => 0 }).send();
    expect(create).not.toHaveBeenCalled();
  },
);

const from = Date.parse('2026-11-20T14:00:00Z');
const clip = buildSavedClip({ cameraId: 'yard', from, to: from + 300_000, savedAt: from + 400_000 });
const region = { name: 'Saved clips' };
const listSavedClips = { method: 'GET', path: '/public/api/v3/saved-clips' } as const;
const createSavedClip = { method: 'POST', path: '/public/api/v3/saved-clips' } as const;
const storedKey = 'watchpost:saved-clips:customer-anna@example.com';

async function renderSaved(prepare: (server: FakeServer) => void = (server) => void (server.savedClips = [clip])): Promise<RenderedApp> {
  const app = await renderApp(
    <MemoryRouter>
      <SavedClips />
    </MemoryRouter>,
    { email: 'anna@example.com' },
  );
  app.server.cameras = [buildCamera({ id: 'yard', title: 'Yard', timeZone: 'UTC' })];
  prepare(app.server);
  return app;
}
const choose = async (entry: string): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name: /^Actions for Yard/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
};

test('a saved clip leads to its moment, is downloaded again, and leaves the list; Undo brings it back with its note', async () => {
  const { client, server } = await renderSaved((made) => void (made.savedClips = [{ ...clip, note: 'A white van' }]));
  const list = within(await screen.findByRole('region', region));
  expect(list.getByRole('link', { name: /^A white van.*Yard/ }).getAttribute('href')).toBe(`/cameras/yard?t=${from}`);
  const start = vi.spyOn(downloadsOf(client), 'start').mockReturnValue();
  await choose('Download again');
  expect(start.mock.lastCall?.[0]).toMatchObject({ cameraId: 'yard', range: { from, to: from + 300_000 }, requestedMs: 300_000 });
  await choose('Remove from the list');
  await vi.waitFor(() => expect(screen.queryByRole('region', region)).toBeNull());
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('link', { name: /^A white van/ });
  expect(server.savedClips).toMatchObject([{ cameraId: 'yard', from, note: 'A white van', savedAt: from + 400_000 }]);
});

test('a note is written, and refused when it is too long', async () => {
  const { server } = await renderSaved();
  await choose('Edit the note');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit the note' }));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Note' }), { target: { value: 'x'.repeat(501) } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Note' }), { target: { value: ' A white van ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByRole('link', { name: /^A white van/ });
  expect(server.savedClips).toMatchObject([{ note: 'A white van' }]);
});

test.each([
  ['none', /^The recording has been deleted/],
  ['closed', /^You have no access to the archive/],
] as const)('a clip that can not be played any more says why: %s', async (footage, reason) => {
  await renderSaved((server) => void (server.savedClips = [{ ...clip, footage }]));
  const list = within(await screen.findByRole('region', region));
  expect(list.getByText(reason)).toBeTruthy();
  expect(list.queryByRole('link')).toBeNull();
  fireEvent.click(list.getByRole('button', { name: /^Actions for Yard/ }));
  expect((await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)).toEqual(['Edit the note', 'Remove from the list']);
});

test('what this browser had listed is carried over once', async () => {
  const old = [
    { cameraId: 'yard', title: 'Yard', from, to: from + 300_000, savedAt: from + 400_000 },
    { cameraId: 'yard', title: 'Yard', from: from - 60_000, to: from, savedAt: from },
  ];
  localStorage.setItem(storedKey, JSON.stringify(old));
  const { server } = await renderSaved((made) => void (made.savedClips = []));
  const list = within(await screen.findByRole('region', region));
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/cameras/yard?t=${from}`,
    `/cameras/yard?t=${from - 60_000}`,
  ]);
  expect(server.requestsTo(createSavedClip)).toHaveLength(2);
  expect(localStorage.getItem(storedKey)).toBeNull();
});

test('a list that does not load offers to try again', async () => {
  await renderSaved((server) => {
    server.savedClips = [clip];
    server.answerNext(listSavedClips, 'forbidden');
  });
  await screen.findByText('Couldn’t load the saved clips');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('region', region);
});
