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

test.each([
  { collapsed: true, name: 'Activities, 3', text: '3' },
  { collapsed: false, name: 'Activities 3', text: 'Activities 3' },
])('the navigation shows how much is to be reviewed, and nothing for none (collapsed: $collapsed)', async ({ collapsed, name, text }) => {
  await renderApp(
    <MemoryRouter>
      <Sidebar collapsed={collapsed} onCollapsed={() => undefined} />
      <BottomBar />
    </MemoryRouter>,
    { email: 'anna@example.com' },
  );
  expect(screen.getAllByRole('link', { name: 'Activities' })).toHaveLength(2);
  act(() => {
    unseenStretches.value = 3;
  });
  const links = screen.getAllByRole('link', { name: /Activities/ });
  expect(links.map((link) => link.textContent.trim())).toEqual([text, '3Activities']);
  // What is visible is part of the name, so that people who speak their commands can say it.
  expect(screen.getByRole('link', { name })).toBe(links[0]);
});
