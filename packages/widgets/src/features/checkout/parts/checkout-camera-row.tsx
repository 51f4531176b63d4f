import { useId } from 'react';
import type { JSX } from 'react';
import { subscriptionDisplay } from '@watchpost/sdk-core';
import type { Plan, Subscription } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { Badge } from '../../../primitives/status/badge.tsx';
import type { Tone } from '../../../primitives/status/badge.tsx';
import { isRunning } from '../checkout-choice.ts';
import type { CheckoutCamera } from '../checkout-choice.ts';
import { useCheckout, useWords } from './checkout-context.tsx';
import { CheckoutPreview } from './checkout-preview.tsx';

/** A camera: what it has, what it would have, and the plans to choose from. */
export function CheckoutCameraRow({
  item: { camera, subscription, current },
  plans,
}: {
  readonly item: CheckoutCamera;
  readonly plans: readonly Plan[];
}): JSX.Element {
  const { checkout, client, t, isEditing } = useCheckout();
  const words = useWords();
  const choices = useValue(checkout.choices);
  const name = useId();
  const { id, title } = camera;
  const wanted = choices[id];
  const chosen = wanted === undefined ? current : wanted;
  const runs = subscription !== undefined && isRunning(subscription, client.serverNow());
  const isChanged = wanted !== undefined && wanted !== current;
  const shown = plans.some((plan) => plan.id === chosen);
  return (
    <div className="wp-checkout-row" role="radiogroup" aria-labelledby={name}>
      <div className="wp-checkout-camera">
        <CheckoutPreview camera={camera} />
        <div>
          <b id={name}>{title}</b>
          <CheckoutState subscription={subscription} />
          {runs && <span>{changeText()}</span>}
          {!shown && !runs && chosen !== null && <span>{words.plan(chosen)}</span>}
          <CheckoutUndo
            canEnd={isEditing && runs && subscription.nextPlanId !== null}
            isChosen={runs ? isChanged : chosen !== null}
            {...{ id, current, runs }}
          />
        </div>
      </div>
      {plans.map((plan) => (
        <label key={plan.id} className={plan.isMostPopular ? 'wp-checkout-cell wp-checkout-popular' : 'wp-checkout-cell'}>
          <input type="radio" className="wp-radio" name={name} checked={plan.id === chosen} onChange={() => checkout.choose(id, plan.id)} />
          <span className="wp-checkout-plan-name">{plan.name}</span>
          <span className="wp-checkout-plan-price">{words.price(plan.price, plan.currency)}</span>
        </label>
      ))}
    </div>
  );

  function changeText(): string {
    const before = subscription?.plan.name ?? '';
    const end = subscription?.chargedThroughDate ?? null;
    if (!isChanged) return t('now', { plan: before });
    if (wanted === subscription?.plan.id) return t('goesOn', { plan: before });
    if (wanted !== null) return t('instead', { after: words.plan(wanted), before });
    return end === null ? t('endPlan') : t('willEnd', { date: words.day(end) });
  }
}

/** Takes the choice back, or ends the plan: radio buttons can't be cleared. */
function CheckoutUndo({
  id,
  current,
  runs,
  isChosen,
  canEnd,
}: {
  readonly id: string;
  readonly current: string | null;
  readonly runs: boolean;
  readonly isChosen: boolean;
  readonly canEnd: boolean;
}): JSX.Element | null {
  const { checkout, t } = useCheckout();
  if (!isChosen && !canEnd) return null;
  const text = t(!isChosen ? 'endPlan' : runs ? 'keepPlan' : 'clear');
  return (
    <button type="button" className="wp-link" onClick={() => checkout.choose(id, isChosen && runs ? current : null)}>
      {text}
    </button>
  );
}

function CheckoutState({ subscription }: { readonly subscription: Subscription | undefined }): JSX.Element {
  const { client, t } = useCheckout();
  const words = useWords();
  const { state, paidUntil } = subscriptionDisplay(subscription, client.serverNow());
  const date = paidUntil === null ? '' : words.day(paidUntil);
  const shown: Readonly<Record<typeof state, readonly [Tone, string]>> = {
    none: ['neutral', t('liveOnly')],
    trial: ['neutral', t(date === '' ? 'trialEnded' : 'trial', { date })],
    present: ['accent', t(date === '' ? 'noEnd' : 'paidUntil', { date })],
    'closing-expiry': ['warning', t('endsAt', { date })],
    expired: ['danger', t('expired')],
    'extension-awaiting': ['warning', t('awaiting')],
    'extension-failed': ['danger', t('refused')],
  };
  const [tone, text] = shown[state];
  return <Badge tone={tone}>{text}</Badge>;
}
