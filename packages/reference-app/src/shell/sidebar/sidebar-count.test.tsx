// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { unseenStretches } from '../../shared/live/unseen-stretches.ts';
import { renderApp } from '../../shared/testing/render-app.tsx';
import { BottomBar } from '../bottom-bar/bottom-bar.tsx';
import { Sidebar } from './sidebar.tsx';

afterEach(() => {
  cleanup();
  unseenStretches.value = 0;
});

test('the navigation shows how much is to be reviewed, also while it is collapsed, and nothing for none', async () => {
  await renderApp(
    <MemoryRouter>
      <Sidebar collapsed onCollapsed={() => undefined} />
      <BottomBar />
    </MemoryRouter>,
    { email: 'anna@example.com' },
  );
  expect(screen.getAllByRole('link', { name: 'Activities' })).toHaveLength(2);
  act(() => {
    unseenStretches.value = 3;
  });
  const links = screen.getAllByRole('link', { name: /Activities/ });
  expect(links.map((link) => link.textContent)).toEqual(['3', '3Activities']);
  expect(links[0]?.getAttribute('aria-label')).toBe('Activities, 3');
});
