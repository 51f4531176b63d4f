// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { buildEvent } from '@watchpost/sdk-core/testing';
import type { CameraEvent } from '@watchpost/sdk-core';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PassedContext, usePassed } from './events-use-passed.ts';

type Entry = Pick<IntersectionObserverEntry, 'isIntersecting' | 'boundingClientRect' | 'rootBounds'>;
let report: ((entries: readonly Entry[]) => void)[] = [];

beforeEach(() => {
  report = [];
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: readonly Entry[]) => void) {
        report.push(onChange);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Row({ events }: { readonly events: readonly CameraEvent[] }): ReactNode {
  const row = useRef<HTMLLIElement>(null);
  usePassed(row, events);
  return <li ref={row} />;
}
const at = (top: number, isIntersecting: boolean): Entry[] => [
  { isIntersecting, boundingClientRect: new DOMRect(0, top, 100, 80), rootBounds: new DOMRect(0, 0, 100, 800) },
];
const list = (events: readonly CameraEvent[], onPassed: ((events: readonly CameraEvent[]) => void) | null): ReactNode => (
  <PassedContext value={onPassed}>
    <Row events={events} />
  </PassedContext>
);

test('a row that was looked at and scrolled past reports its unseen events, once', () => {
  const onPassed = vi.fn<(events: readonly CameraEvent[]) => void>();
  const events = [buildEvent({ id: 'new' }), buildEvent({ id: 'old', isSeen: true })];
  render(list(events, onPassed));
  act(() => report[0]?.(at(100, true)));
  vi.advanceTimersByTime(1000);
  act(() => report[0]?.(at(-60, false)));
  act(() => report[0]?.(at(-60, false)));
  expect(onPassed.mock.calls.map(([passed]) => passed.map(({ id }) => id))).toEqual([['new']]);
});

test('rows are not watched where scrolling marks nothing, or where all is seen', () => {
  render(list([buildEvent()], null));
  render(list([buildEvent({ isSeen: true })], () => undefined));
  expect(report).toEqual([]);
});
