// @vitest-environment jsdom
import { buildCameraUser } from '@watchpost/sdk-core/testing';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AllPeople } from '../manage/sharing-queries.ts';
import { pageSizeFor, useMatrixPage } from './sharing-matrix-pages.tsx';
import { matrixPeople } from './sharing-matrix.ts';

afterEach(cleanup);

const loadMore = vi.fn();
const guests: AllPeople['guests'] = [];

/** The answers so far: so many of 120 users. */
function answer(count: number, change: Partial<AllPeople> = {}): AllPeople {
  const users = Array.from({ length: count }, (_, index) => ({ ...buildCameraUser({ customerId: `p${index}` }), cameras: [] }));
  return { users, guests, total: 120, error: null, isBusy: false, hasMore: count < 120, loadMore, retry: vi.fn(), ...change };
}

function open(first: AllPeople) {
  loadMore.mockClear();
  const usePage = (people: AllPeople) => useMatrixPage(matrixPeople(people.users ?? [], people.guests), people, 50);
  return renderHook(usePage, { initialProps: first });
}
const numbers = (page: ReturnType<typeof useMatrixPage>): readonly [number, number] => [page.from, page.from + page.people.length];

test('the next page is loaded before it is asked for', () => {
  const { result, rerender } = open(answer(60));
  expect(loadMore).toHaveBeenCalledOnce();
  rerender(answer(110));
  expect(loadMore).toHaveBeenCalledOnce();
  act(() => result.current.go(1));
  expect(numbers(result.current)).toEqual([50, 100]);
  expect(loadMore).toHaveBeenCalledTimes(2);
  rerender(answer(120));
  act(() => result.current.go(1));
  expect(numbers(result.current)).toEqual([100, 120]);
  expect(result.current.isLast).toBe(true);
});

test('a page that did not load is requested again only on request', () => {
  const { result, rerender } = open(answer(50, { isBusy: true }));
  expect(result.current.isWaiting).toBe(true);
  rerender(answer(50, { error: new Error('No connection') }));
  expect(loadMore).not.toHaveBeenCalled();
  act(() => result.current.go(1));
  expect(loadMore).toHaveBeenCalledOnce();
  expect(numbers(result.current)).toEqual([0, 50]);
});

test('guests come after the last user, whom they wait for', () => {
  const source = { inviteId: 'courier', label: 'Courier', creatorEmail: 'anna@example.com' };
  const { grant } = buildCameraUser();
  if (!grant) throw new Error('A user who is no owner has a grant.');
  const ofLink = [{ source, grant, count: 1, lastWatchedAt: null, isWatching: false, cameraIds: [] }];
  const { result, rerender } = open(answer(100, { guests: ofLink, isBusy: true }));
  expect(result.current.total).toBe(121);
  act(() => result.current.go(1));
  expect(result.current.people.some(({ kind }) => kind === 'guests')).toBe(false);
  rerender(answer(120, { guests: ofLink }));
  act(() => result.current.go(1));
  expect(result.current.people.at(-1)?.kind).toBe('guests');
});

test.each([
  [5, 50],
  [24, 50],
  [40, 30],
  [100, 12],
  [1000, 10],
])('beside %i columns a page has %i people', (columns, people) => {
  expect(pageSizeFor(columns)).toBe(people);
});
