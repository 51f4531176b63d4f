import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PrimitivesProvider } from '../settings.tsx';
import { installStandIns } from './stand-ins.ts';

/** A modal's contract. The defaults are the rules of specification 1, section 4. */
export interface ModalCase {
  /** The modal, open. */
  readonly render: (onClose: () => void) => ReactNode;
  /** Its surroundings: providers, a client. */
  readonly around?: ((modal: ReactNode) => ReactNode) | undefined;
  /** Neither Escape nor the backdrop closes it. */
  readonly persistent?: boolean | undefined;
  /** False: a click outside does not close it. */
  readonly closeOnBackdrop?: boolean | undefined;
  /** Its close button. Default: "works"; "disabled", or "none" if something else closes it. */
  readonly closeButton?: 'works' | 'disabled' | 'none' | undefined;
  /** False: the focus is not restored. */
  readonly returnFocus?: boolean | undefined;
  /** Waits until it is open; for modals that load something first. */
  readonly ready?: (() => Promise<unknown>) | undefined;
}

interface Opened {
  readonly dialog: HTMLDialogElement;
  readonly opener: HTMLElement;
  readonly onClose: ReturnType<typeof vi.fn<() => void>>;
  /** Unmounts the modal, as its parent does. */
  readonly hide: () => void;
}

/** Every rule of a modal as a test. Each modal of the product runs it. */
export function describeModal(name: string, modal: ModalCase): void {
  const { persistent = false, closeOnBackdrop = true, closeButton = 'works', returnFocus = true } = modal;

  async function open(): Promise<Opened> {
    installStandIns();
    const onClose = vi.fn<() => void>();
    const page = { hide: (): void => {} };
    function Page(): ReactNode {
      const [shown, setShown] = useState(false);
      useEffect(() => {
        page.hide = () => setShown(false);
      }, []);
      const shownModal = shown
        ? modal.render(() => {
            onClose();
            setShown(false);
          })
        : null;
      return (
        <PrimitivesProvider clock={createFakeClock()}>
          <button type="button" onClick={() => setShown(true)}>
            the opener of the test
          </button>
          {shownModal !== null && modal.around ? modal.around(shownModal) : shownModal}
        </PrimitivesProvider>
      );
    }
    render(<Page />);
    const opener = screen.getByText('the opener of the test');
    opener.focus();
    await act(async () => fireEvent.click(opener));
    await modal.ready?.();
    const dialog = [...document.querySelectorAll('dialog')].findLast(({ open: isOpen }) => isOpen);
    if (!dialog) throw new Error(`${name} shows no open <dialog>: build it on Dialog or Modal of the primitives.`);
    return { dialog, opener, onClose, hide: () => page.hide() };
  }

  const press = (dialog: HTMLDialogElement, options: { readonly from?: Element } = {}): void => {
    const beside = { clientX: 1000, clientY: 1000, bubbles: true };
    fireEvent.pointerDown(options.from ?? dialog, beside);
    fireEvent.click(dialog, beside);
  };
  const closes = persistent ? 'does not close' : 'closes';
  const expected = persistent ? 0 : 1;

  describe(`modal: ${name}`, () => {
    afterEach(() => cleanup());

    test('has a name', async () => {
      const { dialog } = await open();
      expect(nameOf(dialog)).not.toBe('');
    });

    test(`Escape ${closes} it`, async () => {
      const { dialog, onClose } = await open();
      const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
      await act(async () => void (document.activeElement ?? dialog).dispatchEvent(event));
      expect(onClose).toHaveBeenCalledTimes(expected);
      // Otherwise the browser would close it regardless.
      expect(event.defaultPrevented).toBe(true);
    });

    test(`the platform's back gesture ${closes} it`, async () => {
      const { dialog, onClose } = await open();
      const event = new Event('cancel', { cancelable: true });
      await act(async () => void dialog.dispatchEvent(event));
      expect(event.defaultPrevented).toBe(true);
      expect(onClose).toHaveBeenCalledTimes(expected);
    });

    test(`a click beside it ${closeOnBackdrop ? closes : 'does not close'} it`, async () => {
      const { dialog, onClose } = await open();
      await act(async () => press(dialog));
      expect(onClose).toHaveBeenCalledTimes(closeOnBackdrop ? expected : 0);
    });

    test('a press that began inside is no click beside it', async () => {
      const { dialog, onClose } = await open();
      await act(async () => press(dialog, { from: dialog.querySelector('*') ?? dialog }));
      expect(onClose).not.toHaveBeenCalled();
    });

    if (closeButton !== 'none') {
      test(closeButton === 'works' ? 'its close button closes it' : 'its close button is disabled', async () => {
        const { dialog, onClose } = await open();
        const button = dialog.querySelector<HTMLButtonElement>('header button');
        if (!button) throw new Error('There is no button in its header.');
        await act(async () => fireEvent.click(button));
        expect(onClose).toHaveBeenCalledTimes(closeButton === 'works' ? 1 : 0);
      });
    }

    test('takes the focus and keeps it inside', async () => {
      const { dialog } = await open();
      expect(dialog.contains(document.activeElement)).toBe(true);
      const stops = [...dialog.querySelectorAll<HTMLElement>('a[href],button,input,select,textarea,[tabindex]')].filter(
        (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled'),
      );
      const [first, last] = [stops[0], stops.at(-1)];
      last?.focus();
      fireEvent.keyDown(last ?? dialog, { key: 'Tab' });
      expect(document.activeElement === first || document.activeElement === dialog).toBe(true);
      first?.focus();
      fireEvent.keyDown(first ?? dialog, { key: 'Tab', shiftKey: true });
      expect(dialog.contains(document.activeElement)).toBe(true);
      expect(document.activeElement === first && stops.length > 1).toBe(false);
    });

    test(returnFocus ? 'gives the focus back' : 'leaves the focus alone', async () => {
      const { opener, hide } = await open();
      await act(async () => hide());
      expect(document.querySelector('dialog[open]')).toBeNull();
      expect(document.activeElement === opener).toBe(returnFocus);
    });

    test('the page under it does not scroll, and scrolls again afterwards', async () => {
      await open();
      expect(document.documentElement.style.overflow).toBe('hidden');
      cleanup();
      expect(document.documentElement.style.overflow).toBe('');
    });
  });
}

function nameOf(dialog: HTMLElement): string {
  const id = dialog.getAttribute('aria-labelledby');
  const label = id === null ? dialog.getAttribute('aria-label') : document.getElementById(id)?.textContent;
  return label?.trim() ?? '';
}
