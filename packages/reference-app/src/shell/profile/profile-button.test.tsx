// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetApp, renderApp } from '../../shared/testing/render-app.tsx';
import { ProfileButton } from './profile-button.tsx';
import { ProfileNoticeProvider } from './profile-notice.tsx';
import type { ProfileNotice } from './profile-notice.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  forgetApp();
});

const onScreen = (isLarge: boolean): void => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), {
      media,
      matches: isLarge === media.includes('min-width'),
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
};
const notice: ProfileNotice = { tone: 'warning', content: <p>Archive is paid until 24 November</p> };
const rendered = (given: ProfileNotice | null) =>
  renderApp(
    <MemoryRouter>
      <ProfileNoticeProvider notice={given}>
        <ProfileButton onSmall />
      </ProfileNoticeProvider>
    </MemoryRouter>,
    { email: 'anna.k@example.com' },
  );

// Must run first: afterwards the menu's code has loaded.
test('a press before the menu has loaded opens it', async () => {
  onScreen(true);
  await rendered(null);
  fireEvent.click(screen.getByRole('button', { name: 'Profile AK' }));
  expect(screen.queryByRole('menu')).toBeNull();
  await vi.dynamicImportSettled();
  await screen.findByRole('menu');
});

describe.each([
  ['large', true, 'menu'],
  ['small', false, 'dialog'],
] as const)('the profile on %s screens', (_, isLarge, role) => {
  test('shows the account’s notice with a dot and in words, and its content when opened', async () => {
    onScreen(isLarge);
    await rendered(notice);
    const button = await screen.findByRole('button', { name: 'Profile AK, there is a message about payments' });
    expect(button.querySelector('.av-dot.info')).not.toBeNull();
    fireEvent.click(button);
    await screen.findByRole(role);
    expect(screen.getByText('Archive is paid until 24 November')).toBeDefined();
    expect(screen.getByText('anna.k@example.com')).toBeDefined();
  });

  test('shows no dot for an offer or without a notice', async () => {
    onScreen(isLarge);
    await rendered({ ...notice, tone: 'standard' });
    expect((await screen.findByRole('button', { name: 'Profile AK' })).querySelector('.av-dot')).toBeNull();
  });
});
