// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTranslations } from '../../../shared/i18n/i18n.ts';
import { nextIndex, previewOrder, SortableList } from './locations-sortable.tsx';
import type { DropPlace } from './locations-drag.ts';

const items = ['Hall', 'Yard', 'Desk'].map((title) => ({ id: title.toLowerCase(), title }));

beforeAll(async () => {
  await startTranslations();
});
afterEach(cleanup);

function rig() {
  const onMove = vi.fn<(id: string, index: number) => Promise<boolean>>(async () => true);
  const onDrop = vi.fn<(id: string, place: DropPlace) => Promise<boolean>>(async () => true);
  render(
    <SortableList label="Rooms" items={items} onMove={onMove} places={{ onOver: () => undefined, onDrop }}>
      {(item, handle) => (
        <>
          {handle}
          {item.title}
        </>
      )}
    </SortableList>,
  );
  const handle = (title: string): HTMLElement => screen.getByRole('button', { name: `Move ${title}` });
  const shown = (): string[] =>
    screen
      .getAllByRole('listitem')
      .toSorted((one, other) => Number(one.style.order) - Number(other.style.order))
      .map((item) => item.textContent);
  const press = (title: string, ...keys: readonly string[]): void => {
    handle(title).focus();
    for (const key of keys) fireEvent.keyDown(handle(title), { key });
  };
  return { onMove, onDrop, handle, shown, press };
}

describe('sortable list', () => {
  test('an item is picked up, moved and dropped by keyboard; each step is announced', async () => {
    const { onMove, shown, press, handle } = rig();
    press('Hall', ' ');
    expect(handle('Hall').getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('status').textContent).toBe('Hall is picked up. Place 1 of 3.');
    press('Hall', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    expect(shown()).toEqual(['Yard', 'Desk', 'Hall']);
    expect(screen.getByRole('status').textContent).toBe('Hall: place 3 of 3.');
    expect(onMove).not.toHaveBeenCalled();
    press('Hall', 'Enter');
    expect(onMove.mock.calls).toEqual([['hall', 2]]);
    expect(screen.getByRole('status').textContent).toBe('Hall is put down at place 3 of 3.');
    await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull());
    expect(document.activeElement).toBe(handle('Hall'));
  });

  test('Escape and blur cancel the move; dropping an item at its start changes nothing', () => {
    const { onMove, shown, press, handle } = rig();
    press('Desk', ' ', 'Home', 'Escape');
    press('Desk', ' ', 'ArrowUp');
    fireEvent.blur(handle('Desk'));
    press('Desk', ' ', 'ArrowUp', 'ArrowDown', ' ');
    expect(shown()).toEqual(['Hall', 'Yard', 'Desk']);
    expect(onMove).not.toHaveBeenCalled();
    expect(screen.getByRole('status').textContent).toBe('Desk stays where it was.');
  });

  test('until the server confirms, the item looks unsaved and no other can be picked up', async () => {
    const { onMove, press, handle, shown } = rig();
    let settle: (isSaved: boolean) => void = () => undefined;
    onMove.mockReturnValueOnce(new Promise((resolve) => (settle = resolve)));
    press('Hall', ' ', 'End', ' ');
    expect(screen.getByText('Hall').getAttribute('aria-busy')).toBe('true');
    expect(shown()).toEqual(['Yard', 'Desk', 'Hall']);
    press('Yard', ' ');
    expect(handle('Yard').getAttribute('aria-pressed')).toBe('false');
    await act(async () => settle(false));
    expect(shown()).toEqual(['Hall', 'Yard', 'Desk']);
  });

  test('a small pointer movement is no drag; a larger one follows the pointer, also over a place, and Escape cancels', async () => {
    const { onMove, onDrop, handle } = rig();
    const place = document.body.appendChild(document.createElement('div'));
    place.dataset['drop'] = 'true';
    place.dataset['location'] = 'shop';
    document.elementFromPoint = (x) => (x > 500 ? place : null);
    const move = (clientX: number, clientY: number): void => void fireEvent.pointerMove(document, { pointerId: 1, clientX, clientY });
    const take = (): void =>
      void fireEvent.pointerDown(handle('Hall'), { pointerId: 1, button: 0, isPrimary: true, clientX: 0, clientY: 0 });

    take();
    move(2, 2);
    fireEvent.pointerUp(document, { pointerId: 1 });
    take();
    move(0, 400);
    fireEvent.keyDown(document, { key: 'Escape' });
    fireEvent.pointerUp(document, { pointerId: 1 });
    expect(onMove).not.toHaveBeenCalled();

    // Elements have no height in jsdom: everything is above a pointer below the edge.
    take();
    move(0, 400);
    fireEvent.pointerUp(document, { pointerId: 1 });
    await waitFor(() => expect(onMove.mock.calls).toEqual([['hall', 2]]));
    await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull());

    take();
    move(600, 400);
    fireEvent.pointerUp(document, { pointerId: 1 });
    await waitFor(() => expect(onDrop.mock.calls).toEqual([['hall', { locationId: 'shop', roomId: null }]]));
    expect(onMove).toHaveBeenCalledTimes(1);
    place.remove();
  });
});

test('previews the order during a drag', () => {
  const shown = (from: number, to: number): number[] => [0, 1, 2, 3].map((index) => previewOrder(index, from, to));
  expect(shown(0, 2)).toEqual([2, 0, 1, 3]);
  expect(shown(3, 1)).toEqual([0, 2, 3, 1]);
  expect(shown(1, 1)).toEqual([0, 1, 2, 3]);
});

test('maps keys to positions', () => {
  expect(['ArrowUp', 'ArrowDown', 'Home', 'End', 'a'].map((key) => nextIndex(key, 1, 4))).toEqual([0, 2, 0, 3, null]);
  expect([nextIndex('ArrowUp', 0, 4), nextIndex('ArrowDown', 3, 4)]).toEqual([0, 3]);
});
