// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { buildCamera } from '@watchpost/sdk-core/testing';
import type { Camera } from '@watchpost/sdk-core';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { prepareApp } from '../../shared/testing/render-app.tsx';
import { CameraActions } from './cameras-actions.tsx';

afterEach(cleanup);

function Address(): string {
  return useLocation().pathname;
}

async function openMenu(camera: Partial<Camera>): Promise<readonly string[]> {
  const app = await prepareApp({ email: 'anna@example.com' });
  render(<MemoryRouter>{app.around(<><CameraActions camera={buildCamera({ id: 'door', ...camera })} notify={() => <p>The choice</p>} onRemoved={() => undefined} /><Address /></>)}</MemoryRouter>);
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
}

test('an owner gives names, pays and removes', async () => {
  expect(await openMenu({})).toEqual(['Rename', 'Notify me about camera status', 'Rate plan', 'About camera', 'Remove camera']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Rate plan' }));
  expect(await screen.findByText('/cameras/door/settings/subscription')).toBeTruthy();
});

test('who only watches is told of its state, and does not pay', async () => {
  expect(await openMenu({ isOwner: false, isFullAccess: false })).toEqual(['Notify me about camera status', 'About camera', 'Remove camera']);
  fireEvent.click(screen.getByRole('menuitem', { name: /Notify/ }));
  expect(await screen.findByText('The choice')).toBeTruthy();
});
