// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { buildCamera, buildEvent } from '@watchpost/sdk-core/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, renderApp } from '../../shared/testing/render-app.tsx';
import { EventsPanel } from './events-panel.tsx';

afterEach(() => {
  cleanup();
  forgetApp();
});

// The filters have the same names.
const row = (id: string): Promise<HTMLElement> =>
  vi.waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-event="${id}"]`);
    if (!found) throw new Error(`There is no row ${id}.`);
    return found;
  });

test('beside a camera, a timelapse plays as a film, and any other event leads to its moment', async () => {
  const onOpen = vi.fn<(at: number) => void>();
  const { server } = await renderApp(<EventsPanel cameraId="yard" onOpen={onOpen} onSave={() => undefined} settingsOf={() => ''} />, {
    email: 'anna@example.com',
  });
  server.cameras = [buildCamera({ id: 'yard', timeZone: 'UTC' })];
  server.events = [
    buildEvent({ id: 'person', cameraId: 'yard', type: 'human', startAt: 9_000_000 }),
    buildEvent({ id: 'film', cameraId: 'yard', type: 'timelapse', startAt: 1_000_000, endAt: 8_000_000 }),
  ];
  fireEvent.click(await row('film'));
  const film = await screen.findByLabelText('Film of the day');
  expect([film.tagName, onOpen.mock.calls.length]).toEqual(['VIDEO', 0]);
  fireEvent.click(await row('person'));
  expect(screen.queryByLabelText('Film of the day')).toBeNull();
  expect(onOpen).toHaveBeenCalledTimes(1);
});
