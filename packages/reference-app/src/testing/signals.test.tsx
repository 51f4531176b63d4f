// @vitest-environment jsdom
import { batch, signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';

afterEach(cleanup);

test('a component that reads signals renders once per change, and not after unmounting', () => {
  const name = signal('Hall');
  const isOnline = signal(true);
  let renders = 0;
  function Camera(): ReactNode {
    useSignals();
    renders += 1;
    return `${name.value} ${isOnline.value ? 'online' : 'offline'}`;
  }
  const view = render(<Camera />);
  expect(renders).toBe(1);
  act(() => void (name.value = 'Yard'));
  expect(screen.getByText('Yard online')).toBeDefined();
  expect(renders).toBe(2);
  act(() =>
    batch(() => {
      name.value = 'Gate';
      isOnline.value = false;
    }),
  );
  expect(screen.getByText('Gate offline')).toBeDefined();
  expect(renders).toBe(3);
  act(() => void (name.value = 'Gate'));
  view.unmount();
  act(() => void (name.value = 'Roof'));
  expect(renders).toBe(3);
});
