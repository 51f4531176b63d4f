import { buildCamera, buildPlan, buildSubscription } from '@watchpost/sdk-core/testing';
import type { Subscription } from '@watchpost/sdk-core';
import { describe, expect, test } from 'vitest';
import { changedPlans, checkoutCameras, firstChoices, inPeriod, periodsOf, stillSold } from './checkout-choice.ts';

const now = Date.UTC(2026, 0, 1);
const later = now + 86_400_000;
const week = buildPlan({ id: 'week' });
const month = buildPlan({ id: 'month', archiveDays: 30, isMostPopular: true });
const year = buildPlan({ id: 'year', archiveDays: 30, period: 'Annual', months: 12 });
const plans = [week, month, year];
const [yard, gate] = ['yard', 'gate'].map((id) => buildCamera({ id }));
const foreign = buildCamera({ id: 'foreign', isOwner: false });
const running = (more: Partial<Subscription> = {}): Subscription =>
  buildSubscription({ cameraId: 'yard', plan: week, nextPlanId: 'week', chargedThroughDate: later, ...more });
const camerasWith = (...subscriptions: readonly Subscription[]) =>
  checkoutCameras(
    [yard, gate, foreign].flatMap((camera) => camera ?? []),
    subscriptions,
    ['gate'],
    now,
  );

test('own cameras only, the preselected ones first', () => {
  expect(camerasWith().map(({ camera }) => camera.id)).toEqual(['gate', 'yard']);
});

test('a preselected camera without a plan begins with the most popular one, and one that ended with its own', () => {
  expect(firstChoices(camerasWith(), plans, ['gate'])).toEqual({ gate: 'month' });
  expect(firstChoices(camerasWith(running({ chargedThroughDate: now })), plans, ['yard'])).toEqual({ yard: 'week' });
  // What runs is not bought again.
  expect(firstChoices(camerasWith(running()), plans, ['yard'])).toEqual({});
  expect(firstChoices(camerasWith(), [], ['gate'])).toEqual({});
});

test('with a single camera there is nothing to choose', () => {
  const one = checkoutCameras(yard ? [yard] : [], [], [], now);
  expect(firstChoices(one, [week], [])).toEqual({ yard: 'week' });
  expect(firstChoices(camerasWith(), plans, [])).toEqual({});
});

describe('what is ordered', () => {
  test.each([
    ['nothing chosen', running(), {}, []],
    ['the plan that runs', running(), { yard: 'week' }, []],
    ['another plan', running(), { yard: 'month' }, [{ cameraId: 'yard', planId: 'month' }]],
    ['the end of a plan', running(), { yard: null }, [{ cameraId: 'yard', planId: null }]],
    ['a plan that was ended', running({ nextPlanId: null, renewal: 'off' }), { yard: 'week' }, [{ cameraId: 'yard', planId: 'week' }]],
    ['a plan that was ended, again', running({ nextPlanId: null, renewal: 'off' }), { yard: null }, []],
    ['a charge that was refused', running({ renewal: 'failed' }), { yard: 'week' }, [{ cameraId: 'yard', planId: 'week' }]],
    [
      'a trial, with the same plan',
      running({ plan: { ...week, isTrial: true } }),
      { yard: 'week' },
      [{ cameraId: 'yard', planId: 'week' }],
    ],
    ['no plan for what has none', running({ state: 'Blocked' }), { yard: null }, []],
  ])('%s', (_, subscription, choices, expected) => {
    expect(changedPlans(camerasWith(subscription), choices, now)).toEqual(expected);
  });
});

test('another period keeps archive and quality, where it has them', () => {
  expect(periodsOf([year, month])).toEqual(['Monthly', 'Annual']);
  expect(inPeriod({ yard: 'month', gate: 'week', hall: null }, plans, 'Annual')).toEqual({ yard: 'year', gate: 'week', hall: null });
});

test('a choice of what is no longer sold is taken back, unless the camera has it', () => {
  expect(stillSold({ yard: 'old', gate: 'week' }, plans, camerasWith())).toEqual({ gate: 'week' });
  expect(stillSold({ yard: 'week' }, [month], camerasWith(running()))).toEqual({ yard: 'week' });
});
