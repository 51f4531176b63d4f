// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitForElementToBeRemoved, within } from '@testing-library/react';
import { buildBookmark, buildCamera } from '@watchpost/sdk-core/testing';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../shared/testing/render-app.tsx';
import { BookmarkDialog, BookmarkList } from './index.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const at = Date.parse('2026-11-20T09:05:07Z');
const day = 86_400_000;
const listBookmarks = { method: 'GET', path: '/public/api/v3/bookmarks' } as const;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(async () => {
  // A toast is removed by a timer that outlives its container.
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  if (document.querySelector('[data-sonner-toast]')) await waitForElementToBeRemoved(() => document.querySelector('[data-sonner-toast]'));
  cleanup();
  vi.useRealTimers();
});

const render = async (bookmarks = [buildBookmark({ cameraId: 'yard', at, note: 'A white van' })]) => {
  const app = await renderApp(
    <MemoryRouter>
      <BookmarkList />
    </MemoryRouter>,
    { email: 'anna@example.com' },
  );
  app.server.cameras = [buildCamera({ id: 'yard', title: 'Yard', timeZone: 'UTC', archiveDays: 7 })];
  app.server.bookmarks = bookmarks;
  return app;
};
const openMenu = async (): Promise<void> => void fireEvent.click(await screen.findByRole('button', { name: /^Actions for Yard/ }));

test('a saved moment shows its note, camera and time, until when there is footage, and leads there', async () => {
  await render();
  const link = await screen.findByRole('link', { name: /A white van/ });
  expect(link.getAttribute('href')).toBe(`/cameras/yard?t=${at}`);
  await vi.waitFor(() => expect(link.textContent).toContain('Yard, 09:05'));
  expect(link.textContent).toContain('The recording will be deleted on 27 November');
});

test('a note is edited; a deleted moment comes back with Undo', async () => {
  const { server } = await render();
  await openMenu();
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit the note' }));
  const note = await screen.findByRole('textbox', { name: 'Note' });
  fireEvent.change(note, { target: { value: ' The neighbour ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('link', { name: /The neighbour/ });

  await openMenu();
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByText('Nothing saved yet');
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('link', { name: /The neighbour/ });
  expect(server.bookmarks).toMatchObject([{ cameraId: 'yard', at, note: 'The neighbour' }]);
});

test('deleted footage and a camera without an archive are said', async () => {
  await render([
    buildBookmark({ id: 'bmk_0000000000000000000001', cameraId: 'yard', at: at - 8 * day }),
    buildBookmark({ id: 'bmk_0000000000000000000002', cameraId: 'yard', at, footageUntil: null }),
  ]);
  await screen.findByText('The recording has been deleted.');
  await screen.findByText(/keeps no archive/);
});

test('a list that does not load offers to try again', async () => {
  const { server } = await render();
  server.answerNext(listBookmarks, 'forbidden');
  await screen.findByText('Couldn’t load the saved moments');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: /A white van/ });
});

test('a moment is saved with a note, and says that the footage is not kept', async () => {
  const onClose = vi.fn<() => void>();
  const { server } = await renderApp(<BookmarkDialog cameraId="yard" at={at} onClose={onClose} />, { email: 'anna@example.com' });
  server.cameras = [buildCamera({ id: 'yard', title: 'Yard', timeZone: 'UTC', archiveDays: 7 })];
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this moment' }));
  await dialog.findByText(/will be deleted on 27 November\. To keep it, download it/);
  fireEvent.change(dialog.getByRole('textbox', { name: 'Note' }), { target: { value: 'x'.repeat(501) } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(server.bookmarks).toEqual([]);
  fireEvent.change(dialog.getByRole('textbox', { name: 'Note' }), { target: { value: 'A white van' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.bookmarks).toMatchObject([{ cameraId: 'yard', at, note: 'A white van' }]);
  await screen.findByText('You find it in Activities, under Saved.');
});
