// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, renderApp } from '../../shared/testing/render-app.tsx';
import { ProfileButton } from './profile-button.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  forgetApp();
});

test('the menu takes over the focus of the button that waited for it', async () => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: media.includes('min-width') }));
  await renderApp(
    <MemoryRouter>
      <ProfileButton />
    </MemoryRouter>,
    { email: 'anna.k@example.com' },
  );
  const early = screen.getByRole('button', { name: 'Profile AK' });
  early.focus();
  await vi.dynamicImportSettled();
  await vi.waitFor(() => expect(early.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Profile AK' }));
});
