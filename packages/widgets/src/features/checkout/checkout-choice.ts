import { cameraCapabilities } from '@watchpost/sdk-core';
import type { BillingPeriod, Camera, CameraPlan, Plan, Subscription } from '@watchpost/sdk-core';

/** What was chosen by camera: the id of a plan, or null for none. A camera that is absent keeps what it has. */
export type CheckoutChoices = Readonly<Record<string, string | null>>;

/** A camera of the user, with what it has. */
export interface CheckoutCamera {
  readonly camera: Camera;
  readonly subscription: Subscription | undefined;
  /** The plan that follows unless another is chosen: null for none. */
  readonly current: string | null;
}

const periodOrder: readonly BillingPeriod[] = [
  'Daily',
  'Weekly',
  'Biweekly',
  'ThirtyDays',
  'Monthly',
  'Quarterly',
  'Biannual',
  'Annual',
  'Biennial',
  'NoBillingPeriod',
];

/**
 * Returns the cameras that a plan can be bought for, the preselected ones first.
 * @param now Unix milliseconds
 */
export function checkoutCameras(
  cameras: readonly Camera[],
  subscriptions: readonly Subscription[],
  cameraIds: readonly string[],
  now: number,
): CheckoutCamera[] {
  const own = cameras.filter((camera) => cameraCapabilities(camera, now).canManageSubscription);
  const first = own.filter(({ id }) => cameraIds.includes(id));
  return [...first, ...own.filter((camera) => !first.includes(camera))].map((camera) => {
    const subscription = subscriptions.find(({ cameraId }) => cameraId === camera.id);
    return { camera, subscription, current: subscription && isRunning(subscription, now) ? subscription.nextPlanId : null };
  });
}

/** Whether a bought plan runs: neither a trial nor one that ended. @param now Unix milliseconds */
export function isRunning({ state, isActivationRequired, chargedThroughDate, plan }: Subscription, now: number): boolean {
  if (state !== 'Active' || isActivationRequired || plan.isTrial) return false;
  return chargedThroughDate === null || chargedThroughDate > now;
}

/** The plan to begin with for cameras that were asked for: the most popular, or else the first. */
export function firstChoices(cameras: readonly CheckoutCamera[], plans: readonly Plan[], cameraIds: readonly string[]): CheckoutChoices {
  const plan = plans.find(({ isMostPopular }) => isMostPopular) ?? plans[0];
  if (!plan) return {};
  // With a single camera there is nothing to choose.
  const wanted = cameraIds.length === 0 && cameras.length === 1 ? cameras.map(({ camera }) => camera.id) : cameraIds;
  const entries = cameras
    .filter(({ camera, current }) => current === null && wanted.includes(camera.id))
    .map(({ camera, subscription }): [string, string] => {
      // What ended or is not paid yet goes on as it was, where it is still sold.
      const before = plans.find(({ id }) => id === subscription?.plan.id);
      return [camera.id, before?.id ?? plan.id];
    });
  return Object.fromEntries(entries);
}

/** What differs from what the cameras have: the body of an order. */
export function changedPlans(cameras: readonly CheckoutCamera[], choices: CheckoutChoices, now: number): CameraPlan[] {
  return cameras.flatMap(({ camera: { id }, subscription, current }) => {
    const planId = choices[id];
    if (planId === undefined) return [];
    const runs = subscription !== undefined && isRunning(subscription, now);
    // A charge that was refused or is awaited is paid by ordering the same plan again.
    const isOpen = subscription?.renewal === 'failed' || subscription?.renewal === 'awaiting-payment';
    if (!runs && planId === null) return [];
    return runs && !isOpen && planId === current ? [] : [{ cameraId: id, planId }];
  });
}

/** The periods of the plans on sale, shortest first. */
export function periodsOf(plans: readonly Plan[]): BillingPeriod[] {
  return periodOrder.filter((period) => plans.some((plan) => plan.period === period));
}

/** Chosen plans move to the same archive and quality in another period, where there is one. */
export function inPeriod(choices: CheckoutChoices, plans: readonly Plan[], period: BillingPeriod): CheckoutChoices {
  return Object.fromEntries(
    Object.entries(choices).map(([cameraId, planId]) => {
      const before = plans.find(({ id }) => id === planId);
      const same = plans.find((plan) => plan.period === period && plan.archiveDays === before?.archiveDays && plan.isHd === before.isHd);
      return [cameraId, same?.id ?? planId];
    }),
  );
}

/** A plan at another price has another id: choices move to the plan on sale with the same name, period, archive and quality. */
export function successors(choices: CheckoutChoices, before: readonly Plan[], plans: readonly Plan[]): CheckoutChoices {
  const key = ({ name, period, archiveDays, isHd }: Plan): string => JSON.stringify([name, period, archiveDays, isHd]);
  return Object.fromEntries(
    Object.entries(choices).map(([cameraId, planId]) => {
      const chosen = before.find(({ id }) => id === planId);
      const next = chosen && !plans.some(({ id }) => id === planId) ? plans.find((plan) => key(plan) === key(chosen)) : undefined;
      return [cameraId, next?.id ?? planId];
    }),
  );
}

/** Choices of plans that are not sold any more are taken back. */
export function stillSold(choices: CheckoutChoices, plans: readonly Plan[], cameras: readonly CheckoutCamera[]): CheckoutChoices {
  return Object.fromEntries(
    Object.entries(choices).filter(
      ([cameraId, planId]) =>
        planId === null ||
        plans.some(({ id }) => id === planId) ||
        cameras.some(({ camera, current }) => camera.id === cameraId && current === planId),
    ),
  );
}
