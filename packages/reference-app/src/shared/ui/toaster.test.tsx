// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitForElementToBeRemoved } from '@testing-library/react';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import type { FakeClock } from '@watchpost/sdk-core/testing';
import { PrimitivesProvider } from '@watchpost/widgets/primitives';
import { installStandIns } from '@watchpost/widgets/primitives/testing';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { onOpenCamera, showToast } from './toast.ts';
import type { ToastOptions } from './toast.ts';
import { Toaster } from './toaster.tsx';

let clock: FakeClock;
beforeEach(() => {
  installStandIns();
  clock = createFakeClock();
  render(
    <PrimitivesProvider clock={clock} locale="ru">
      <Toaster />
    </PrimitivesProvider>,
  );
});
afterEach(async () => {
  act(() => void toast.dismiss());
  // sonner removes a toast 200 ms later, by a timer that outlives its container, and the page of this file.
  if (document.querySelector('[data-sonner-toast]')) await waitForElementToBeRemoved(() => document.querySelector('[data-sonner-toast]'));
  act(() => cleanup());
});

type Kind = Parameters<typeof showToast>[0];
/** sonner adds a toast in a task, and removes it in a task after the next frame. */
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(resolve))));
  });
const show = (kind: Kind, title: string, options?: ToastOptions): Promise<void> =>
  act(async () => {
    showToast(kind, title, options);
    await settle();
  });
const titles = (): (string | null)[] =>
  [...document.querySelectorAll('[data-sonner-toast][data-removed=false] .wp-toast-title')]
    .map(({ textContent }) => textContent)
    .toReversed();
const card = (title: string): HTMLElement => {
  const found = screen.getByText(title).closest<HTMLElement>('.wp-toast');
  if (!found) throw new Error(`There is no toast "${title}".`);
  return found;
};
const pass = (milliseconds: number): Promise<void> =>
  act(async () => {
    await clock.advance(milliseconds);
    await settle();
  });
const press = (element: Element): Promise<void> =>
  act(async () => {
    fireEvent.click(element);
    await settle();
  });

describe('toasts', () => {
  test.each<Kind>(['default', 'info', 'success', 'warning', 'error'])('%s has its own icon; only an error interrupts', async (kind) => {
    await show(kind, 'Title', { text: 'Text' });
    expect(card('Title').classList).toContain(`wp-toast-${kind}`);
    expect(card('Title').getAttribute('role')).toBe(kind === 'error' ? 'alert' : null);
    // Its container is a live region that existed before it.
    expect(card('Title').closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
    expect(card('Title').closest('section')?.getAttribute('aria-label')).toContain('Уведомления');
  });

  test('at most five are visible, bottom right: the oldest disappears', async () => {
    for (const number of [1, 2, 3, 4, 5, 6, 7]) await show('info', `T${number}`);
    expect(titles()).toEqual(['T3', 'T4', 'T5', 'T6', 'T7']);
    const place = document.querySelector('[data-sonner-toaster]');
    expect([place?.getAttribute('data-y-position'), place?.getAttribute('data-x-position')]).toEqual(['bottom', 'right']);
  });

  test('toasts from before their container appear with it, the newest five', async () => {
    act(() => cleanup());
    for (const number of [1, 2, 3, 4, 5, 6, 7]) showToast('info', `T${number}`);
    render(
      <PrimitivesProvider clock={clock} locale="en">
        <Toaster />
      </PrimitivesProvider>,
    );
    await act(settle);
    expect(titles()).toEqual(['T3', 'T4', 'T5', 'T6', 'T7']);
  });

  test('toasts with one id are one toast, and its time restarts', async () => {
    await show('info', 'First', { id: 'network' });
    await pass(4000);
    await show('info', 'Second', { id: 'network' });
    expect(titles()).toEqual(['Second']);
    await pass(4000);
    expect(titles()).toEqual(['Second']);
    await pass(1000);
    expect(titles()).toEqual([]);
  });

  test('a click does not close it, its button does', async () => {
    await show('success', 'Copied');
    await press(screen.getByText('Copied'));
    expect(titles()).toEqual(['Copied']);
    await press(screen.getByLabelText('Закрыть'));
    expect(titles()).toEqual([]);
  });

  test('disappears after 5 s; an error after 8 s', async () => {
    await show('success', 'Copied');
    await show('error', 'Failed');
    await pass(4999);
    expect(titles()).toEqual(['Copied', 'Failed']);
    await pass(1);
    expect(titles()).toEqual(['Failed']);
    await pass(3000);
    expect(titles()).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test('its time pauses while it has focus, while the page is hidden, and under a dialog', async () => {
    await show('info', 'Held');
    const close = screen.getByLabelText('Закрыть');
    close.focus();
    await pass(60_000);
    expect(titles()).toEqual(['Held']);
    close.blur();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await pass(60_000);
    expect(titles()).toEqual(['Held']);
    hidden.mockRestore();
    const dialog = document.createElement('dialog');
    dialog.open = true;
    document.body.append(dialog);
    await pass(60_000);
    expect(titles()).toEqual(['Held']);
    dialog.remove();
    await pass(5000);
    expect(titles()).toEqual([]);
  });

  test('an action closes it and runs once', async () => {
    const onAction = vi.fn<() => void>();
    await show('error', 'Failed', { action: { label: 'Try again', onAction } });
    await press(screen.getByText('Try again'));
    expect(onAction).toHaveBeenCalledTimes(1);
    expect(titles()).toEqual([]);
  });

  test('a press opens its camera at its time; its buttons do not', async () => {
    const open = vi.fn<(cameraId: string, at: number) => void>();
    const forget = onOpenCamera(open);
    await show('default', 'Person', { camera: { cameraId: 'camera-1', at: 1234 } });
    await press(screen.getByLabelText('Закрыть'));
    expect(open).not.toHaveBeenCalled();
    await show('default', 'Car', { camera: { cameraId: 'camera-1', at: 1234 } });
    await press(screen.getByText('Car'));
    expect(open.mock.calls).toEqual([['camera-1', 1234]]);
    expect(titles()).toEqual([]);
    forget();
    await show('default', 'Nobody', { camera: { cameraId: 'camera-1', at: 1 } });
    await press(screen.getByText('Nobody'));
    expect(open).toHaveBeenCalledTimes(1);
  });
});
