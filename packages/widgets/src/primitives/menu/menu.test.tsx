// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import type { FakeClock } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PrimitivesProvider } from '../settings.tsx';
import { describePopper } from '../testing/popper-conformance.tsx';
import { installStandIns } from '../testing/stand-ins.ts';
import { Menu } from './menu.tsx';
import type { MenuEntry } from './menu-entry.ts';
import { isHeadingFor } from './menu-keys.ts';

const onRename = vi.fn<() => void>();
const onChoose = vi.fn<(value: string) => void>();
const entries: readonly MenuEntry[] = [
  { kind: 'item', label: 'Rename', onAction: onRename },
  { kind: 'item', label: 'Remove', disabled: true, onAction: () => onRename() },
  {
    kind: 'submenu',
    label: 'Download',
    entries: [
      { kind: 'item', label: 'Five minutes', onAction: onRename },
      { kind: 'item', label: 'An hour', onAction: () => undefined },
    ],
  },
  { kind: 'line' },
  {
    kind: 'choice',
    label: 'Sort by',
    chosen: 'name',
    onChoose,
    options: [
      { value: 'name', label: 'Name' },
      { value: 'event', label: 'Newest event' },
    ],
  },
];
const menu = <Menu label="More" className="x" button="…" entries={entries} />;
const trigger = (): HTMLElement => screen.getByLabelText('More', { selector: 'button' });

describePopper('Menu', { render: () => menu, trigger });

describe('menu', () => {
  let clock: FakeClock;
  beforeEach(() => {
    installStandIns();
    vi.clearAllMocks();
    clock = createFakeClock();
    Object.assign(globalThis, { innerWidth: 1440 });
    render(<PrimitivesProvider clock={clock}>{menu}</PrimitivesProvider>);
  });
  afterEach(() => cleanup());

  const focused = (): string | null => document.activeElement?.textContent ?? null;
  const key = (name: string): Promise<void> =>
    act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name }));
  const open = (): Promise<void> =>
    act(async () => {
      trigger().focus();
      fireEvent.click(trigger());
    });

  test('has the menu role and is labelled by its button', async () => {
    expect(trigger().getAttribute('aria-expanded')).toBe('false');
    await open();
    expect(trigger().getAttribute('aria-haspopup')).toBe('menu');
    expect(trigger().getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('menu').getAttribute('aria-label')).toBe('More');
    expect(screen.getByRole('group').getAttribute('aria-label')).toBe('Sort by');
    expect(screen.getByRole('menuitemradio', { name: 'Name' }).getAttribute('aria-checked')).toBe('true');
  });

  test('arrows wrap around and skip disabled rows; Home and End go to the ends', async () => {
    await open();
    const path: (string | null)[] = [focused()];
    for (const name of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
      await key(name);
      path.push(focused());
    }
    expect(path).toEqual(['Rename', 'Download', 'Name', 'Newest event', 'Rename', 'Newest event', 'Rename', 'Newest event']);
  });

  test('the up arrow on the button opens the menu at its end', async () => {
    trigger().focus();
    await key('ArrowUp');
    expect(focused()).toBe('Newest event');
  });

  test('typing selects by name; the same letter again selects the next; half a second resets', async () => {
    await open();
    await key('n');
    expect(focused()).toBe('Name');
    await key('n');
    expect(focused()).toBe('Newest event');
    await act(() => clock.advance(500));
    await key('n');
    expect(focused()).toBe('Name');
    await key('e');
    expect(focused()).toBe('Newest event');
    await act(() => clock.advance(500));
    await key('z');
    expect(focused()).toBe('Newest event');
  });

  test('an action runs after the menu has closed and the focus is back', async () => {
    let at: string | null = null;
    onRename.mockImplementation(() => {
      at = document.querySelector('.wp-popper') === null && document.activeElement === trigger() ? 'after' : 'before';
    });
    await open();
    await act(async () => fireEvent.click(screen.getByText('Rename')));
    expect(at).toBe('after');
  });

  test('choosing an option calls its handler; a disabled one does nothing', async () => {
    await open();
    await act(async () => fireEvent.click(screen.getByText('Remove')));
    expect(onRename).not.toHaveBeenCalled();
    await act(async () => fireEvent.click(screen.getByText('Newest event')));
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('event');
  });

  test('a submenu: right enters, left leaves, Escape closes one level at a time', async () => {
    await open();
    await key('d');
    expect(focused()).toBe('Download');
    await key('ArrowRight');
    expect(focused()).toBe('Five minutes');
    await key('ArrowLeft');
    expect(focused()).toBe('Download');
    expect(screen.getAllByRole('menu')).toHaveLength(1);
    await key('ArrowRight');
    await key('Escape');
    expect(focused()).toBe('Download');
    expect(screen.getAllByRole('menu')).toHaveLength(1);
    await key('Escape');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(trigger());
  });

  test('an action of a submenu closes everything', async () => {
    await open();
    await key('d');
    await key('ArrowRight');
    await act(async () => fireEvent.click(screen.getByText('Five minutes')));
    expect(screen.queryByRole('menu')).toBeNull();
    expect(onRename).toHaveBeenCalledTimes(1);
  });

  test('the pointer opens a submenu without moving the focus into it, and another row closes it', async () => {
    await open();
    await act(async () => fireEvent.pointerMove(screen.getByText('Download'), { pointerType: 'mouse' }));
    expect(screen.getAllByRole('menu')).toHaveLength(2);
    expect(focused()).toBe('Download');
    await act(async () => fireEvent.pointerMove(screen.getByText('Rename'), { pointerType: 'mouse' }));
    expect(screen.getAllByRole('menu')).toHaveLength(1);
    expect(focused()).toBe('Rename');
  });

  test('on a phone a submenu replaces the rows, with a back button', async () => {
    Object.assign(globalThis, { innerWidth: 390 });
    await open();
    await act(async () => fireEvent.click(screen.getByText('Download')));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Download', 'Five minutes', 'An hour']);
    await key('Escape');
    expect(screen.getByText('Rename')).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByText('Download')));
    await act(async () => fireEvent.click(screen.getAllByText('Download')[0] ?? document.body));
    expect(screen.getByText('Rename')).toBeTruthy();
  });

  test('closes when the focus moves elsewhere', async () => {
    await open();
    const other = document.createElement('button');
    document.body.append(other);
    await act(async () => other.focus());
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(other);
    other.remove();
  });
});

describe('isHeadingFor', () => {
  const box = { left: 100, right: 200, top: 0, bottom: 100 };
  test.each([
    ['straight', { x: 50, y: 20 }, { x: 60, y: 20 }, true],
    ['down across rows', { x: 50, y: 20 }, { x: 60, y: 32 }, true],
    ['too steep', { x: 50, y: 20 }, { x: 52, y: 40 }, false],
    ['away', { x: 50, y: 20 }, { x: 40, y: 20 }, false],
    ['only down', { x: 50, y: 20 }, { x: 50, y: 40 }, false],
    ['from the other side', { x: 250, y: 20 }, { x: 240, y: 22 }, true],
  ])('%s', (_, from, to, expected) => {
    expect(isHeadingFor(box, from, to)).toBe(expected);
  });
});
