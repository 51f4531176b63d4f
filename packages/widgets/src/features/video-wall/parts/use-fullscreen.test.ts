// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { installStandIns } from '../../../primitives/testing/stand-ins.ts';
import { useFullscreen } from './use-fullscreen.ts';

test('on an iPhone, which has no full screen for elements, the wall covers the page, and leaves it again', () => {
  installStandIns();
  HTMLElement.prototype.hidePopover ??= () => {};
  const wall = document.createElement('div');
  document.body.append(wall);
  const onLeave = vi.fn();
  const { result } = renderHook(() => useFullscreen({ current: wall }, onLeave));
  const change = (): void => act(() => void wall.dispatchEvent(new Event('toggle')));
  act(() => result.current.enter());
  change();
  expect([result.current.isFull, wall.getAttribute('popover')]).toEqual([true, 'manual']);
  act(() => result.current.leave());
  change();
  expect([result.current.isFull, wall.hasAttribute('popover'), onLeave.mock.calls.length]).toEqual([false, false, 1]);
});
