// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { buildEvent } from '@watchpost/sdk-core/testing';
import type { CalendarDate } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../shared/testing/render-app.tsx';
import { DayFilter } from './events-day-filter.tsx';

/** A Saturday. */
const now = Date.parse('2026-11-21T12:00:00Z');
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Filter(): ReactNode {
  const [day, setDay] = useState<CalendarDate | null>(null);
  return <DayFilter cameraIds={['c1']} type={null} timeZone="Europe/Moscow" value={day} onValue={setDay} />;
}

async function opened(): Promise<void> {
  const { server } = await renderApp(<Filter />, { email: 'anna@example.com' });
  // 22:30 UTC is the next day in Moscow.
  server.events = [
    buildEvent({ id: 'a', cameraId: 'c1', startAt: Date.parse('2026-11-17T22:30:00Z') }),
    buildEvent({ id: 'b', cameraId: 'c2', startAt: now - 1000 }),
  ];
  fireEvent.click(screen.getByRole('button', { name: 'All days Day' }));
  await screen.findByRole('button', { name: '18 November 2026, events' });
}

test('days with events are marked and can be chosen, others cannot; weeks start on Monday', async () => {
  await opened();
  expect(screen.getAllByRole('columnheader')[0]?.getAttribute('aria-label')).toBe('Monday');
  // Events of another camera do not count for this one.
  const today = screen.getByRole('button', { name: '21 November 2026, no events' });
  expect([document.activeElement, today.getAttribute('aria-disabled')]).toEqual([today, 'true']);
  fireEvent.click(today);
  expect(screen.queryByRole('dialog')).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '18 November 2026, events' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: '18 November 2026 Day' })).toBe(document.activeElement);
});

test('the keyboard moves between days and months, never beyond today', async () => {
  await opened();
  const press = (key: string): void => act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key }));
  press('ArrowRight');
  expect(document.activeElement?.getAttribute('data-date')).toBe('2026-11-21');
  press('ArrowUp');
  expect(document.activeElement?.getAttribute('data-date')).toBe('2026-11-14');
  press('PageUp');
  expect(document.activeElement?.getAttribute('data-date')).toBe('2026-10-14');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('October 2026');
  press('End');
  expect(document.activeElement?.getAttribute('data-date')).toBe('2026-10-18');
});

test('returns to every day', async () => {
  await opened();
  fireEvent.click(screen.getByRole('button', { name: '18 November 2026, events' }));
  fireEvent.click(screen.getByRole('button', { name: '18 November 2026 Day' }));
  fireEvent.click(await screen.findByRole('button', { name: 'All days' }));
  expect(screen.getByRole('button', { name: 'All days Day' })).toBeTruthy();
});
