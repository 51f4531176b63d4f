// @vitest-environment jsdom
import { buildCamera, buildGrant, createFakeClock } from '@watchpost/sdk-core/testing';
import type { Camera, Grant } from '@watchpost/sdk-core';
import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../shared/testing/render-app.tsx';
import { CameraScreen } from './cameras-camera-screen.tsx';
import { CameraTile } from './cameras-tile.tsx';

const now = Date.parse('2026-11-23T09:00:00Z');
/** From 14:00 to 18:00 in Moscow, where it is noon. */
const afternoons = { fromMinutes: 14 * 60, untilMinutes: 18 * 60 };

afterEach(() => {
  forgetApp();
  vi.useRealTimers();
});

function shared(grant: Partial<Grant>): Camera {
  return buildCamera({
    id: 'door',
    title: 'Door',
    isOwner: false,
    isFullAccess: false,
    sharedBy: 'boris@example.com',
    grant: buildGrant(grant),
  });
}

async function open(camera: Camera, what: 'screen' | 'tile') {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const { client, server } = await prepareApp({ email: 'anna@example.com', clock: createFakeClock(now) });
  server.cameras = [camera];
  await renderApp(
    <MemoryRouter>
      {what === 'tile' ? (
        <CameraTile camera={camera} event={undefined} until={null} now={now} onHelp={() => undefined} />
      ) : (
        <CameraScreen
          cameraId="door"
          profile={null}
          control={<p>The joystick</p>}
          stage={<p>The picture</p>}
          side={<p>The events</p>}
          noArchive={(sharedBy) => <p>Ask {sharedBy}</p>}
          dock={null}
          onShare={() => undefined}
          onRemoved={() => undefined}
        />
      )}
    </MemoryRouter>,
    { client, server },
  );
  return { server };
}

test('an access that ends today says when, on the tile and on the camera', async () => {
  await open(shared({ expiresAt: now + 6 * 3_600_000 }), 'tile');
  screen.getByText(/^Access until 18:00/);
});

test('an access that ends within days names the day; a later end is not announced', async () => {
  await open(shared({ expiresAt: now + 3 * 86_400_000 }), 'tile');
  screen.getByText('Access until 26 November');
  forgetApp();
  await open(shared({ expiresAt: now + 30 * 86_400_000 }), 'tile');
  expect(screen.queryByText(/Access until/)).toBeNull();
});

test('outside its hours the tile and the camera say when it opens, and whom to ask', async () => {
  await open(shared({ dailyWindow: afternoons }), 'tile');
  screen.getByText(/^Opens at 14:00/);
  forgetApp();
  await open(shared({ dailyWindow: afternoons }), 'screen');
  await screen.findByText(/^Closed until 14:00/);
  screen.getByText(/every day from 14:00 to 18:00.*ask boris@example\.com/);
  expect(screen.queryByText('The picture')).toBeNull();
});

test('a view-only user has neither settings nor sharing, and moves the camera only if that was granted', async () => {
  await open(shared({}), 'screen');
  await screen.findByText('The picture');
  expect([
    screen.queryByText('The joystick'),
    screen.queryByRole('link', { name: 'Camera settings' }),
    screen.queryByRole('button', { name: 'Share' }),
  ]).toEqual([null, null, null]);
  forgetApp();
  await open(shared({ withPtz: true }), 'screen');
  await screen.findByText('The joystick');
});

test('without the archive it says whom to ask', async () => {
  await open(shared({ withArchive: false }), 'screen');
  await screen.findByText('Ask boris@example.com');
  expect(screen.queryByText('The events')).toBeNull();
});

test('an access that ends while the camera is shown is explained, not an error', async () => {
  await open(shared({ expiresAt: now - 1 }), 'screen');
  await screen.findByText('Your access has ended');
  screen.getByText(/Your access to Door ended at .*ask boris@example\.com/);
});
