import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../action/button.tsx';
import { IconButton } from '../action/icon-button.tsx';
import { Checkbox } from '../choice/checkbox.tsx';
import { RadioGroup } from '../choice/radio-group.tsx';
import { Field } from '../field/field.tsx';
import { Menu } from '../menu/menu.tsx';
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import { Modal } from '../overlay/modal.tsx';
import { Popper } from '../overlay/popper.tsx';
import { Tooltip } from '../overlay/tooltip.tsx';

/** A modal, open, and how it deviates from the rules. */
export interface ModalSpecimen {
  readonly kind: 'modal';
  readonly name: string;
  readonly render: (onClose: () => void) => ReactNode;
  readonly rules?: {
    readonly persistent?: true;
    readonly closeOnBackdrop?: false;
    readonly closeButton?: 'none' | 'disabled';
    readonly returnFocus?: false;
  };
}

/** A trigger with its popper, closed. */
export interface PopperSpecimen {
  readonly kind: 'popper';
  readonly name: string;
  readonly render: () => ReactNode;
  readonly rules?: { readonly persistent?: true; readonly hover?: true };
}

export type Specimen = ModalSpecimen | PopperSpecimen;

const nothing = (): void => {};

function Form(): ReactNode {
  const [name, setName] = useState('Yard');
  const [people, setPeople] = useState(false);
  const [side, setSide] = useState<'a' | 'b'>('a');
  return (
    <>
      <Field label="Name" value={name} onValue={setName} />
      <Checkbox label="People" checked={people} onChange={setPeople} />
      <RadioGroup
        label="Side"
        value={side}
        onValue={setSide}
        options={[
          { value: 'a', label: 'A' },
          { value: 'b', label: 'B' },
        ]}
      />
    </>
  );
}

function PopperExample({ persistent, hover, takesFocus }: { persistent?: boolean; hover?: boolean; takesFocus?: boolean }): ReactNode {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={trigger} type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        trigger
      </button>
      <Popper
        open={open}
        onClose={() => setOpen(false)}
        trigger={trigger}
        persistent={persistent}
        hover={hover}
        takesFocus={takesFocus}
        role="dialog"
        label="More"
      >
        <button type="button">inside</button>
      </Popper>
    </>
  );
}

/** The overlay primitives in every variant, for browsers: in React and in Preact. */
export const specimens: readonly Specimen[] = [
  {
    kind: 'modal',
    name: 'Modal',
    render: (onClose) => (
      <Modal label="Find" className="wp-dialog wp-dialog-panel" onClose={onClose}>
        <Form />
      </Modal>
    ),
    rules: { closeButton: 'none' },
  },
  {
    kind: 'modal',
    name: 'Dialog',
    render: (onClose) => (
      <Dialog title="Rename" onClose={onClose} onSubmit={onClose} footer={<Button type="submit">Save</Button>}>
        <Form />
      </Dialog>
    ),
  },
  {
    kind: 'modal',
    name: 'Dialog without controls',
    render: (onClose) => (
      <Dialog title="Read" onClose={onClose}>
        A text.
      </Dialog>
    ),
  },
  {
    kind: 'modal',
    name: 'Dialog, persistent',
    render: (onClose) => (
      <Dialog title="Rename" onClose={onClose} persistent>
        <Form />
      </Dialog>
    ),
    rules: { persistent: true },
  },
  {
    kind: 'modal',
    name: 'Dialog, busy',
    render: (onClose) => (
      <Dialog title="Rename" onClose={onClose} busy footer={<Button>Cancel</Button>}>
        <Form />
      </Dialog>
    ),
    rules: { persistent: true, closeButton: 'disabled' },
  },
  {
    kind: 'modal',
    name: 'Dialog, backdrop off',
    render: (onClose) => (
      <Dialog title="Rename" onClose={onClose} closeOnBackdrop={false}>
        <Form />
      </Dialog>
    ),
    rules: { closeOnBackdrop: false },
  },
  {
    kind: 'modal',
    name: 'Dialog, focus not returned',
    render: (onClose) => (
      <Dialog title="Rename" onClose={onClose} returnFocus={false}>
        <Form />
      </Dialog>
    ),
    rules: { returnFocus: false },
  },
  {
    kind: 'modal',
    name: 'ConfirmDialog',
    render: (onClose) => (
      <ConfirmDialog danger title="Remove?" description="All is lost." submitLabel="Remove" onSubmit={nothing} onClose={onClose} />
    ),
  },
  { kind: 'popper', name: 'Popper', render: () => <PopperExample /> },
  { kind: 'popper', name: 'Popper, persistent', render: () => <PopperExample persistent />, rules: { persistent: true } },
  { kind: 'popper', name: 'Popper with the focus', render: () => <PopperExample takesFocus /> },
  { kind: 'popper', name: 'Popper that hovers', render: () => <PopperExample hover />, rules: { hover: true } },
  {
    kind: 'popper',
    name: 'Menu',
    render: () => (
      <Menu
        label="More"
        className="wp-button"
        button="More"
        entries={[
          { kind: 'item', label: 'Rename', onAction: nothing },
          { kind: 'submenu', label: 'Download', entries: [{ kind: 'item', label: 'An hour', onAction: nothing }] },
        ]}
      />
    ),
  },
];

/** Controls whose behaviour only a browser has: for tests that type. */
export function Controls(): ReactNode {
  return (
    <>
      <Form />
      <Tooltip text="More about it">
        <IconButton label="More">i</IconButton>
      </Tooltip>
    </>
  );
}
