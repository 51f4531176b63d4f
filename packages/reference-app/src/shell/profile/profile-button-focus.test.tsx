// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, renderApp } from '../../shared/testing/render-app.tsx';
import { ProfileButton } from './profile-button.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  forgetApp();
});

test('the button stays the same element when the menu’s code arrives: it keeps the focus, and a press that began before opens the menu', async () => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: media.includes('min-width') }));
  await renderApp(
    <MemoryRouter>
      <ProfileButton />
    </MemoryRouter>,
    { email: 'anna.k@example.com' },
  );
  const early = screen.getByRole('button', { name: 'Profile AK' });
  early.focus();
  fireEvent.pointerDown(early);
  await vi.dynamicImportSettled();
  await act(async () => undefined);
  expect(document.activeElement).toBe(early);
  fireEvent.pointerUp(early);
  fireEvent.click(early);
  await screen.findByRole('menu');
  expect(screen.getByRole('button', { name: 'Profile AK' })).toBe(early);
});
