// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import type { TimeWindow } from '@watchpost/widgets/react';
import { createFakeClock, createFakeServer } from '@watchpost/sdk-core/testing';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, renderApp } from '../../shared/testing/render-app.tsx';
import { ClipDialog } from './archive-clip-dialog.tsx';

afterEach(forgetApp);

const camera = { id: 'cam_1', title: 'Front door', timeZone: 'Europe/Berlin' };
const hour = 3_600_000;
const minute = 60_000;

function Opened({ first, onDownload }: { readonly first: TimeWindow; readonly onDownload: (clip: TimeWindow) => void }): ReactNode {
  const [clip, setClip] = useState(first);
  return <ClipDialog camera={camera} clip={clip} onClip={setClip} onClose={() => undefined} onDownload={onDownload} />;
}

async function open(first: TimeWindow, now: number, aheadMs = 0) {
  const clock = createFakeClock(now);
  const server = createFakeServer({ clock });
  const onDownload = vi.fn<(clip: TimeWindow) => void>();
  await renderApp(<Opened first={first} onDownload={onDownload} />, {
    email: 'anna@example.com',
    server,
    clock: { ...clock, now: () => clock.now() + aheadMs },
  });
  const field = (label: string): HTMLInputElement => {
    const found = screen.getByLabelText(label);
    if (!(found instanceof HTMLInputElement)) throw new Error(`${label} is no field.`);
    return found;
  };
  const download = (): TimeWindow | undefined => {
    fireEvent.click(screen.getByRole('button', { name: 'Download' }));
    return onDownload.mock.lastCall?.[0];
  };
  return { field, download };
}

test.each([2 * hour, -2 * hour])(
  'on a device whose clock is off by %i ms, a clip ends at the server’s time at the latest',
  async (aheadMs) => {
    const now = Date.UTC(2026, 10, 20, 10);
    const first = { from: now - 5 * minute, to: now - minute };
    const { field, download } = await open(first, now, aheadMs);
    fireEvent.change(field('End'), { target: { value: '11:30:00' } });
    const clip = download();
    expect(clip?.from).toBe(first.from);
    // Answers are dated in whole seconds.
    expect(Math.abs((clip?.to ?? 0) - now)).toBeLessThanOrEqual(1000);
  },
);

test('in the hour that is repeated, a typed time stays in the marked one; the other can be chosen', async () => {
  const october = Date.UTC(2026, 9, 25);
  const { field, download } = await open({ from: october + 90 * minute, to: october + 100 * minute }, october + 24 * hour);
  fireEvent.change(field('End'), { target: { value: '02:45:00' } });
  expect(download()).toEqual({ from: october + 90 * minute, to: october + 105 * minute });
  const [start, end] = screen.getAllByRole('radiogroup', { name: /twice/ });
  if (!start || !end) throw new Error('Each end has a choice.');
  expect(
    within(start)
      .getAllByRole('radio')
      .map((radio) => radio.parentElement?.textContent),
  ).toEqual(['CEST', 'CET']);
  fireEvent.click(within(start).getByLabelText('CEST'));
  expect(download()).toEqual({ from: october + 30 * minute, to: october + 105 * minute });
  expect(screen.getByText(/02:30:00.CEST to 02:45:00.CET/)).toBeTruthy();
});

test('at any other time, there is no such choice', async () => {
  const now = Date.UTC(2026, 10, 20, 10);
  await open({ from: now - 5 * minute, to: now - minute }, now);
  expect(screen.queryByRole('radiogroup')).toBeNull();
});
