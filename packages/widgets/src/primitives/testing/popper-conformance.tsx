import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import type { FakeClock } from '@watchpost/sdk-core/testing';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { PrimitivesProvider } from '../settings.tsx';
import { installStandIns } from './stand-ins.ts';

/** A popper's contract. */
export interface PopperCase {
  /** Trigger and popper, closed. */
  readonly render: () => ReactNode;
  /** Finds the trigger. */
  readonly trigger: () => HTMLElement;
  /** Opens it as a user does; default: a click on the trigger. */
  readonly open?: ((trigger: HTMLElement, clock: FakeClock) => Promise<void> | void) | undefined;
  /** Stays open when the page changes. */
  readonly persistent?: boolean | undefined;
  /** Closes 60 ms after the pointer left. */
  readonly hover?: boolean | undefined;
  readonly around?: ((popper: ReactNode) => ReactNode) | undefined;
}

interface Opened {
  readonly trigger: HTMLElement;
  readonly popper: () => HTMLElement | null;
  readonly clock: FakeClock;
  readonly goElsewhere: () => void;
}

const mouse = { pointerType: 'mouse' } as const;

/** Every rule of a popper as a test. Each menu, tooltip and popper of the product runs it. */
export function describePopper(name: string, popperCase: PopperCase): void {
  const { persistent = false, hover = false } = popperCase;

  async function open(): Promise<Opened> {
    installStandIns();
    const clock = createFakeClock();
    const page = { go: (_path: string): void => {} };
    function Page(): ReactNode {
      const [path, setPath] = useState('/here');
      page.go = setPath;
      return (
        <PrimitivesProvider clock={clock} routeKey={path}>
          <p>outside of the test</p>
          {popperCase.around ? popperCase.around(popperCase.render()) : popperCase.render()}
        </PrimitivesProvider>
      );
    }
    render(<Page />);
    const trigger = popperCase.trigger();
    await act(async () => {
      if (popperCase.open) await popperCase.open(trigger, clock);
      else fireEvent.click(trigger);
    });
    const popper = (): HTMLElement | null => document.querySelector('.wp-popper');
    if (!popper()) throw new Error(`${name} shows no popper: build it on Popper of the primitives.`);
    return { trigger, popper, clock, goElsewhere: () => page.go('/elsewhere') };
  }
  const advance = (clock: FakeClock, milliseconds: number): Promise<void> => act(() => clock.advance(milliseconds));

  describe(`popper: ${name}`, () => {
    afterEach(() => cleanup());

    test('closes on a press outside', async () => {
      const { popper } = await open();
      await act(async () => fireEvent.pointerDown(document.querySelector('p') ?? document.body, { bubbles: true }));
      expect(popper()).toBeNull();
    });

    test('stays on a press inside', async () => {
      const { popper } = await open();
      await act(async () => fireEvent.pointerDown(popper()?.firstElementChild ?? document.body, { bubbles: true }));
      expect(popper()).not.toBeNull();
    });

    test(persistent ? 'stays on another page' : 'closes on another page', async () => {
      const { popper, goElsewhere } = await open();
      await act(async () => goElsewhere());
      expect(popper() !== null).toBe(persistent);
    });

    test('closes on Escape, and the page hears nothing of it', async () => {
      const { popper, trigger } = await open();
      const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
      await act(async () => void (document.activeElement ?? trigger).dispatchEvent(event));
      expect(popper()).toBeNull();
      expect(event.defaultPrevented).toBe(true);
    });

    test('gives the focus back to its trigger when it had it', async () => {
      const { popper, trigger } = await open();
      const inside = popper()?.contains(document.activeElement) ?? false;
      await act(
        async () =>
          void (document.activeElement ?? trigger).dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
          ),
      );
      if (inside) expect(document.activeElement).toBe(trigger);
    });

    if (hover) describeHover(open, advance);
    else {
      test('stays when the pointer leaves', async () => {
        const { popper, trigger, clock } = await open();
        await act(async () => void fireEvent.pointerLeave(trigger, mouse));
        await advance(clock, 1000);
        expect(popper()).not.toBeNull();
      });
    }
  });
}

function describeHover(open: () => Promise<Opened>, advance: (clock: FakeClock, milliseconds: number) => Promise<void>): void {
  test('closes 60 ms after the pointer left, not before', async () => {
    const { popper, trigger, clock } = await open();
    await act(async () => void fireEvent.pointerLeave(trigger, mouse));
    await advance(clock, 59);
    expect(popper()).not.toBeNull();
    await advance(clock, 1);
    expect(popper()).toBeNull();
  });

  test('stays when the pointer goes over to it, or comes back', async () => {
    const { popper, trigger, clock } = await open();
    await act(async () => {
      fireEvent.pointerLeave(trigger, mouse);
    });
    await advance(clock, 40);
    await act(async () => {
      fireEvent.pointerEnter(popper() ?? document.body, mouse);
    });
    await advance(clock, 1000);
    expect(popper()).not.toBeNull();
    await act(async () => {
      fireEvent.pointerLeave(popper() ?? document.body, mouse);
    });
    await advance(clock, 59);
    await act(async () => {
      fireEvent.pointerEnter(trigger, mouse);
    });
    await advance(clock, 1000);
    expect(popper()).not.toBeNull();
  });

  test('stays while the focus is inside, and closes 60 ms after it left too', async () => {
    const { popper, trigger, clock } = await open();
    const inside = document.createElement('button');
    popper()?.append(inside);
    await act(async () => inside.focus());
    await act(async () => {
      fireEvent.pointerLeave(trigger, mouse);
    });
    await advance(clock, 1000);
    expect(popper()).not.toBeNull();
    await act(async () => inside.blur());
    await advance(clock, 59);
    expect(popper()).not.toBeNull();
    await advance(clock, 1);
    expect(popper()).toBeNull();
  });

  test('a finger that is lifted closes nothing', async () => {
    const { popper, trigger, clock } = await open();
    await act(async () => {
      fireEvent.pointerLeave(trigger, { pointerType: 'touch' });
    });
    await advance(clock, 1000);
    expect(popper()).not.toBeNull();
  });
}
