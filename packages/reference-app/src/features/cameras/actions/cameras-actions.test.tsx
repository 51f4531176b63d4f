// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { buildCamera, buildGrant } from '@watchpost/sdk-core/testing';
import type { Camera } from '@watchpost/sdk-core';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { prepareApp } from '../../../shared/testing/render-app.tsx';
import { CameraActions } from './cameras-actions.tsx';

afterEach(cleanup);

const onShare = vi.fn();

function Address(): string {
  return useLocation().pathname;
}

async function openMenu(camera: Partial<Camera>): Promise<readonly string[]> {
  const app = await prepareApp({ email: 'anna@example.com' });
  render(
    <MemoryRouter>
      {app.around(
        <>
          <CameraActions camera={buildCamera({ id: 'door', ...camera })} onShare={onShare} onRemoved={() => undefined} />
          <Address />
        </>,
      )}
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
}

test('an owner can rename, share and remove', async () => {
  expect(await openMenu({})).toEqual([
    'Rename',
    'Share',
    'Manage access',
    'Notify me about camera status',
    'About camera',
    'Remove camera',
  ]);
  fireEvent.click(screen.getByRole('menuitem', { name: 'About camera' }));
  expect(await screen.findByText('/cameras/door/settings/about')).toBeTruthy();
});

test('a viewer gets to the notification settings, and reads why they can’t share', async () => {
  expect(await openMenu({ isOwner: false, isFullAccess: false, grant: buildGrant() })).toEqual([
    'Share Sharing is not possible with view-only access',
    'Notify me about camera status',
    'About camera',
    'Remove camera',
  ]);
  fireEvent.click(screen.getByRole('menuitem', { name: /^Share/ }));
  expect(onShare).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('menuitem', { name: /Notify/ }));
  expect(await screen.findByText('/cameras/door/settings/alerts')).toBeTruthy();
});

test('a user with full access shares it and opens its access', async () => {
  await openMenu({ isOwner: false, grant: buildGrant({ access: 'full' }) });
  fireEvent.click(screen.getByRole('menuitem', { name: 'Share' }));
  expect(onShare).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Manage access' }));
  expect(await screen.findByText('/cameras/door/settings/manage-access')).toBeTruthy();
});
