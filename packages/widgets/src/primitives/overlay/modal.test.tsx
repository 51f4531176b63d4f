// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { describeModal } from '../testing/modal-conformance.tsx';
import { installStandIns } from '../testing/stand-ins.ts';
import { Button } from '../action/button.tsx';
import { Field } from '../field/field.tsx';
import { PrimitivesProvider } from '../settings.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { Modal } from './modal.tsx';

const body = <Field label="Name" value="" onValue={() => undefined} />;
const footer = <Button type="submit">Save</Button>;

describeModal('Modal', {
  render: (onClose) => (
    <Modal label="Find" onClose={onClose}>
      <button type="button">one</button>
      <button type="button">two</button>
    </Modal>
  ),
  closeButton: 'none',
});
describeModal('Modal without anything to focus', {
  render: (onClose) => (
    <Modal label="Wait" onClose={onClose}>
      <p>soon</p>
    </Modal>
  ),
  closeButton: 'none',
});
describeModal('Dialog', {
  render: (onClose) => (
    <Dialog title="Rename" onClose={onClose} footer={footer} onSubmit={() => undefined}>
      {body}
    </Dialog>
  ),
});
describeModal('Dialog, persistent', {
  render: (onClose) => (
    <Dialog title="Rename" onClose={onClose} persistent>
      {body}
    </Dialog>
  ),
  persistent: true,
});
describeModal('Dialog, busy', {
  render: (onClose) => (
    <Dialog title="Rename" onClose={onClose} busy footer={footer}>
      {body}
    </Dialog>
  ),
  persistent: true,
  closeButton: 'disabled',
});
describeModal('Dialog, backdrop off', {
  render: (onClose) => (
    <Dialog title="Rename" onClose={onClose} closeOnBackdrop={false}>
      {body}
    </Dialog>
  ),
  closeOnBackdrop: false,
});
describeModal('Dialog, close button off', {
  render: (onClose) => (
    <Dialog title="Rename" onClose={onClose} closeDisabled footer={footer}>
      {body}
    </Dialog>
  ),
  closeButton: 'disabled',
});
describeModal('Dialog, focus not returned', {
  render: (onClose) => (
    <Dialog title="Rename" onClose={onClose} returnFocus={false}>
      {body}
    </Dialog>
  ),
  returnFocus: false,
});
describeModal('ConfirmDialog', {
  render: (onClose) => (
    <ConfirmDialog danger title="Remove?" description="All is lost." submitLabel="Remove" onSubmit={() => undefined} onClose={onClose} />
  ),
});

const press = (key: string): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key });

describe('dialogs', () => {
  afterEach(() => cleanup());

  function Nested({ onOuter }: { onOuter: () => void }): ReactNode {
    const [inner, setInner] = useState(false);
    return (
      <Dialog title="Outer" onClose={onOuter} onSubmit={onOuter}>
        <button type="button" onClick={() => setInner(true)}>
          open inner
        </button>
        {inner ? (
          <Dialog title="Inner" onClose={() => setInner(false)} onSubmit={() => setInner(false)} footer={footer}>
            {body}
          </Dialog>
        ) : null}
      </Dialog>
    );
  }

  test('Escape closes only the topmost dialog, and the focus returns one level', async () => {
    installStandIns();
    const onOuter = vi.fn<() => void>();
    render(<Nested onOuter={onOuter} />);
    screen.getByText('open inner').focus();
    await act(async () => fireEvent.click(screen.getByText('open inner')));
    await act(async () => press('Escape'));
    expect(screen.queryByText('Inner')).toBeNull();
    expect(document.activeElement).toBe(screen.getByText('open inner'));
    expect(document.documentElement.style.overflow).toBe('hidden');
    expect(onOuter).not.toHaveBeenCalled();
    await act(async () => press('Escape'));
    expect(onOuter).toHaveBeenCalledTimes(1);
  });

  test('a field focused just as the dialog closes keeps the focus', async () => {
    installStandIns();
    // As in a page, where effects of a removal run a frame later: `act` would run them synchronously.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    const host = document.body.appendChild(document.createElement('div'));
    const root = createRoot(host);
    const show = (modal: ReactNode): void =>
      root.render(
        <>
          <button type="button">open</button>
          <input aria-label="Search" />
          {modal}
        </>,
      );
    const isLocked = (): boolean => document.documentElement.style.overflow === 'hidden';
    show(null);
    (await screen.findByText('open')).focus();
    show(<Modal label="Find" onClose={() => undefined} />);
    await vi.waitFor(() => expect(isLocked()).toBe(true));
    const gone = new Promise<void>((resolve) => new MutationObserver(() => resolve()).observe(host, { childList: true }));
    show(null);
    await gone;
    const search = screen.getByLabelText('Search');
    search.focus();
    expect(isLocked()).toBe(true);
    await vi.waitFor(() => expect(isLocked()).toBe(false));
    expect(document.activeElement).toBe(search);
    root.unmount();
    host.remove();
    vi.unstubAllGlobals();
  });

  test('a form in a dialog is not submitted by a nested dialog', async () => {
    installStandIns();
    const onOuter = vi.fn<() => void>();
    render(<Nested onOuter={onOuter} />);
    await act(async () => fireEvent.click(screen.getByText('open inner')));
    await act(async () => fireEvent.click(screen.getByText('Save')));
    expect(screen.queryByText('Inner')).toBeNull();
    expect(onOuter).not.toHaveBeenCalled();
  });

  test('a busy form is not submitted twice', async () => {
    installStandIns();
    const onSubmit = vi.fn<() => void>();
    render(
      <Dialog title="Rename" onClose={() => undefined} busy onSubmit={onSubmit}>
        {body}
      </Dialog>,
    );
    const form = document.querySelector('form');
    await act(async () => void (form && fireEvent.submit(form)));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('cancelling a file chooser inside closes nothing', async () => {
    installStandIns();
    const onClose = vi.fn<() => void>();
    render(
      <Dialog title="Send" onClose={onClose}>
        <input type="file" aria-label="File" />
      </Dialog>,
    );
    await act(async () => void screen.getByLabelText('File').dispatchEvent(new Event('cancel', { bubbles: true })));
    expect(onClose).not.toHaveBeenCalled();
  });

  test('reopens a dialog that the browser closed against its will', async () => {
    installStandIns();
    render(
      <Dialog title="Wait" onClose={() => undefined} persistent>
        {body}
      </Dialog>,
    );
    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    await act(async () => dialog.close());
    expect(dialog.open).toBe(true);
  });

  test('a destructive question focuses Cancel first; any other its action', () => {
    installStandIns();
    render(
      <ConfirmDialog
        danger
        title="Remove?"
        description="All is lost."
        submitLabel="Remove"
        onSubmit={() => undefined}
        onClose={() => undefined}
      />,
    );
    expect(document.activeElement?.textContent).toBe('Cancel');
    cleanup();
    render(
      <ConfirmDialog title="Send?" description="To everybody." submitLabel="Send" onSubmit={() => undefined} onClose={() => undefined} />,
    );
    expect(document.activeElement?.textContent).toBe('Send');
  });

  test('the close button is in the page’s language', () => {
    installStandIns();
    render(
      <PrimitivesProvider locale="ru">
        <Dialog title="Имя" onClose={() => undefined} />
      </PrimitivesProvider>,
    );
    expect(screen.getByRole('button').getAttribute('aria-label')).toBe('Закрыть');
  });
});
