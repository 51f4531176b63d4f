// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { IconButton } from '../action/icon-button.tsx';
import { PrimitivesProvider } from '../settings.tsx';
import { describePopper } from '../testing/popper-conformance.tsx';
import { installStandIns } from '../testing/stand-ins.ts';
import { Popper } from './popper.tsx';
import type { PopperProps } from './popper.tsx';
import { Tooltip } from './tooltip.tsx';

function Example(props: Partial<PopperProps>): ReactNode {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={trigger} type="button" onClick={() => setOpen(!open)}>
        trigger
      </button>
      <Popper {...props} open={open} onClose={() => setOpen(false)} trigger={trigger}>
        {props.children ?? <p>inside</p>}
      </Popper>
    </>
  );
}
const trigger = (): HTMLElement => screen.getByText('trigger');

describePopper('Popper', { render: () => <Example />, trigger });
describePopper('Popper, persistent', { render: () => <Example persistent />, trigger, persistent: true });
describePopper('Popper that hovers', { render: () => <Example hover />, trigger, hover: true });
describePopper('Popper with the focus', {
  render: () => (
    <Example takesFocus role="dialog" label="Filters">
      <button type="button">one</button>
    </Example>
  ),
  trigger,
});
describePopper('Tooltip', {
  render: () => (
    <Tooltip text="More about it">
      <IconButton label="More">i</IconButton>
    </Tooltip>
  ),
  trigger: () => screen.getByLabelText('More'),
  open: async (button, clock) => {
    fireEvent.pointerEnter(button, { pointerType: 'mouse' });
    await clock.advance(400);
  },
  hover: true,
});

afterEach(() => cleanup());

test('a press on the trigger closes it once, without counting as a press outside', async () => {
  installStandIns();
  render(<Example />);
  const press = (): void => {
    fireEvent.pointerDown(trigger(), { bubbles: true });
    fireEvent.click(trigger());
  };
  await act(async () => press());
  expect(document.querySelector('.wp-popper')).not.toBeNull();
  await act(async () => press());
  expect(document.querySelector('.wp-popper')).toBeNull();
});

test('Escape closes the inner of two poppers', async () => {
  installStandIns();
  render(
    <Example>
      <Nested />
    </Example>,
  );
  await act(async () => fireEvent.click(trigger()));
  await act(async () => fireEvent.click(screen.getByText('more')));
  expect(document.querySelectorAll('.wp-popper')).toHaveLength(2);
  await act(async () => void fireEvent.keyDown(document.body, { key: 'Escape' }));
  expect(document.querySelectorAll('.wp-popper')).toHaveLength(1);

  function Nested(): ReactNode {
    const [open, setOpen] = useState(false);
    const more = useRef<HTMLButtonElement>(null);
    return (
      <>
        <button ref={more} type="button" onClick={() => setOpen(true)}>
          more
        </button>
        <Popper open={open} onClose={() => setOpen(false)} trigger={more}>
          deep
        </Popper>
      </>
    );
  }
});

test('a tooltip waits 400 ms, describes its control, and suppresses the browser’s own tooltip meanwhile', async () => {
  installStandIns();
  const clock = createFakeClock();
  render(
    <PrimitivesProvider clock={clock}>
      <Tooltip text="More about it">
        <IconButton label="More">i</IconButton>
      </Tooltip>
    </PrimitivesProvider>,
  );
  const button = screen.getByLabelText('More');
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  await act(() => clock.advance(399));
  expect(screen.queryByRole('tooltip')).toBeNull();
  await act(() => clock.advance(1));
  expect(button.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  expect(button.hasAttribute('title')).toBe(false);
  await act(async () => void fireEvent.pointerDown(button));
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(button.getAttribute('title')).toBe('More');
});

test('touch shows no tooltip', async () => {
  installStandIns();
  const clock = createFakeClock();
  render(
    <PrimitivesProvider clock={clock}>
      <Tooltip text="More about it">
        <IconButton label="More">i</IconButton>
      </Tooltip>
    </PrimitivesProvider>,
  );
  fireEvent.pointerEnter(screen.getByLabelText('More'), { pointerType: 'touch' });
  await act(() => clock.advance(5000));
  expect(screen.queryByRole('tooltip')).toBeNull();
});
