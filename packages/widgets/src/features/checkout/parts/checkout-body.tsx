import { useEffect, useId, useRef } from 'react';
import type { JSX } from 'react';
import { useValue } from '../../../element/use-value.ts';
import { Button } from '../../../primitives/action/button.tsx';
import { CheckIcon } from '../../../primitives/control-icons.tsx';
import { EmptyState } from '../../../primitives/status/empty-state.tsx';
import { Skeleton } from '../../../primitives/status/skeleton.tsx';
import type { CheckoutStep } from '../checkout-state.ts';
import { useCheckout } from './checkout-context.tsx';
import { CheckoutFailure } from './checkout-failure.tsx';
import { CheckoutPayment } from './checkout-payment.tsx';
import { CheckoutPlans } from './checkout-plans.tsx';
import { CheckoutOutcomeView } from './checkout-result.tsx';
import { CheckoutReview } from './checkout-review.tsx';

const steps: readonly CheckoutStep[] = ['plans', 'review', 'payment', 'result'];
const titles = { review: 'reviewTitle', payment: 'paymentTitle', result: 'result' } as const;

/** The step that is shown, below the list of all four. */
export function CheckoutBody(): JSX.Element {
  const { checkout, t, isEditing } = useCheckout();
  const step = useValue(checkout.step);
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useNewStep(step, title);
  useNearFocus(title);
  useReturn();
  const at = steps.indexOf(step);
  return (
    <section className="wp-checkout-inner" aria-labelledby={titleId}>
      <ol className="wp-checkout-steps" aria-label={t('steps')}>
        {steps.map((each, index) => (
          <li key={each} aria-current={each === step ? 'step' : undefined} className={index < at ? 'wp-checkout-past' : undefined}>
            <span aria-hidden="true">{index < at ? <CheckIcon size={14} /> : index + 1}</span>
            {t(each)}
          </li>
        ))}
      </ol>
      <h2 ref={title} id={titleId} className={step === 'result' ? 'wp-hidden' : 'wp-checkout-title'} tabIndex={-1}>
        {t(step === 'plans' ? (isEditing ? 'editTitle' : 'buyTitle') : titles[step])}
      </h2>
      <CheckoutStepView step={step} />
    </section>
  );
}

function CheckoutStepView({ step }: { readonly step: CheckoutStep }): JSX.Element {
  const { checkout } = useCheckout();
  const isReady = useValue(checkout.data).kind === 'ready';
  if (step === 'result') return <CheckoutOutcomeView />;
  if (!isReady) return <CheckoutNothing />;
  if (step === 'review') return <CheckoutReview />;
  return step === 'payment' ? <CheckoutPayment /> : <CheckoutPlans />;
}

/** The new step is read out from its title on, and shown from its top. */
function useNewStep(step: CheckoutStep, title: { readonly current: HTMLElement | null }): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'nearest' });
  }, [step, title]);
}

/** A button that was pressed may be gone then: the focus stays near it instead of falling back to the page. */
function useNearFocus(title: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const inner = title.current?.parentElement;
    const pressed = ({ target }: Event): void => {
      const button = target instanceof Element ? target.closest('button') : null;
      const row = button?.closest('.wp-checkout-row');
      requestAnimationFrame(() => {
        if (button?.isConnected !== false || inner?.matches(':focus-within')) return;
        (row?.querySelector('input') ?? title.current)?.focus({ preventScroll: true });
      });
    };
    inner?.addEventListener('click', pressed);
    return () => inner?.removeEventListener('click', pressed);
  }, [title]);
}

/** The network is back, or the browser's Back button shows this page as it was left. */
function useReturn(): void {
  const { checkout } = useCheckout();
  useEffect(() => {
    const online = (): void => {
      if (checkout.data.peek().kind === 'failed') void checkout.load();
      if (checkout.quote.peek().kind === 'failed') void checkout.loadQuote();
    };
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) checkout.returned();
    };
    addEventListener('online', online);
    addEventListener('pageshow', shown);
    return () => {
      removeEventListener('online', online);
      removeEventListener('pageshow', shown);
    };
  }, [checkout]);
}

function CheckoutNothing(): JSX.Element | null {
  const { checkout, t, onClose } = useCheckout();
  const data = useValue(checkout.data);
  if (data.kind === 'ready') return null;
  if (data.kind === 'loading') {
    return (
      <div className="wp-checkout-wait" role="status" aria-label={t('loading')} aria-busy="true">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} kind="row" />
        ))}
      </div>
    );
  }
  if (data.kind === 'failed') return <CheckoutFailure error={data.error} onRetry={checkout.load} />;
  const text = data.kind === 'no-cameras' ? 'noCameras' : 'nothingOnSale';
  return (
    <EmptyState compact title={t(text)} text={t(`${text}Text`)}>
      {onClose ? <Button onClick={onClose}>{t('close')}</Button> : null}
    </EmptyState>
  );
}
