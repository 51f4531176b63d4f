// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { buildCamera } from '@watchpost/sdk-core/testing';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useClient } from '../../shared/client.tsx';
import { forgetApp, renderApp } from '../../shared/testing/render-app.tsx';
import { downloadsOf } from './archive-app-downloads.ts';
import type { ClipOrder } from './archive-downloads.ts';
import { useCameraArchive } from './archive-camera.tsx';

const now = Date.parse('2026-11-26T12:00:00Z');
const minute = 60_000;
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => {
  forgetApp();
  vi.useRealTimers();
});

const camera = buildCamera();
const described = { shape: 'motion', label: 'Motion' } as const;

/** The buttons beside the timeline and in the phone's dock, at a moment of the player. */
function ArchiveButtons({
  moment,
  onOrders,
}: {
  readonly moment: number | 'live';
  readonly onOrders: (orders: ClipOrder[]) => void;
}): ReactNode {
  const client = useClient();
  const archive = useCameraArchive({
    camera,
    cameraId: camera.id,
    moment: { askedDate: null, shownDate: '2026-11-26', isLive: moment === 'live', current: () => moment, onGo: () => undefined },
    recent: [],
    describe: () => described,
    moreOf: () => [],
  });
  return (
    <>
      <div>{archive.timelineProps.tools}</div>
      <div>{archive.dock}</div>
      <button
        onClick={() =>
          onOrders(
            downloadsOf(client)
              .list.peek()
              .map(({ order }) => order),
          )
        }
      >
        Orders
      </button>
    </>
  );
}

test.each<[string, number | 'live', string, string, number]>([
  ['at LIVE it offers the last five minutes', 'live', 'Last 5 min', 'Download the last 5 minutes', now - 5 * minute],
  ['in the archive it offers the next five minutes', now - 30 * minute, 'Next 5 min', 'Download the next 5 minutes', now - 30 * minute],
])('the download button says what it downloads: %s', async (_, moment, shown, long, from) => {
  const orders: ClipOrder[] = [];
  await renderApp(<ArchiveButtons moment={moment} onOrders={(made) => void orders.push(...made)} />, { email: 'anna@example.com' });
  const buttons = screen.getAllByTitle(/^Download the /);
  expect(buttons.map((button) => [button.textContent, button.title])).toEqual([
    [shown, long],
    ['', long],
  ]);
  expect(screen.getByRole('button', { name: long })).toBe(buttons[1]);
  for (const button of buttons) fireEvent.click(button);
  fireEvent.click(screen.getByRole('button', { name: 'Orders' }));
  expect(orders.map(({ range }) => range)).toEqual([
    { from, to: from + 5 * minute },
    { from, to: from + 5 * minute },
  ]);
});
