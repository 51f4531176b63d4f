import type { JSX } from 'react';
import type { Order, OrderFailure } from '@watchpost/sdk-core';
import { saveFile } from '../../../element/save-file.ts';
import { useValue } from '../../../element/use-value.ts';
import { Button } from '../../../primitives/action/button.tsx';
import { AlertIcon, CheckIcon, LoaderIcon } from '../../../primitives/control-icons.tsx';
import { ErrorText } from '../../../primitives/field/error-text.tsx';
import { isCode } from '../checkout-calls.ts';
import { canPayAgain, isResult } from '../checkout-outcome.ts';
import type { CheckoutOutcome } from '../checkout-outcome.ts';
import { useCheckout, useWords } from './checkout-context.tsx';

type View = { readonly sign: 'wait' | 'done' | 'wrong'; readonly title: string; readonly text: string };

/** What became of the order. */
export function CheckoutOutcomeView(): JSX.Element | null {
  const { checkout } = useCheckout();
  const words = useWords();
  const outcome = useValue(checkout.outcome);
  const work = useValue(checkout.work);
  const view = useView(outcome);
  if (!view) return null;
  return (
    <div className="wp-checkout-result">
      {/* One element, so that each change is announced. */}
      <div role="status" aria-atomic="true">
        <span className={`wp-checkout-sign wp-checkout-sign-${view.sign}`}>
          {view.sign === 'wait' ? <LoaderIcon size={28} /> : view.sign === 'done' ? <CheckIcon size={28} /> : <AlertIcon size={28} />}
        </span>
        <h3>{view.title}</h3>
        <p>{view.text}</p>
      </div>
      {outcome.kind === 'activated' && <CheckoutCameras order={outcome.order} />}
      {work.kind === 'failed' && <ErrorText>{words.error(work.error)}</ErrorText>}
      <CheckoutResultButtons outcome={outcome} isBusy={work.kind === 'busy' || work.kind === 'leaving'} />
    </div>
  );
}

function useView(outcome: CheckoutOutcome): View | null {
  const { t } = useCheckout();
  const words = useWords();
  switch (outcome.kind) {
    case 'none':
      return null;
    case 'waiting':
      return { sign: 'wait', title: t('waiting'), text: t(outcome.isLong ? 'waitingLong' : 'waitingText') };
    case 'unknown':
      return {
        sign: 'wrong',
        title: t('unknown'),
        text: isCode(outcome.error, 'not-found') ? t('otherAccount') : words.error(outcome.error),
      };
    case 'failed':
      return failedView(outcome.failure, outcome.order);
    case 'cancelled':
      return { sign: 'wrong', title: t('cancelled'), text: t('cancelledText') };
    default:
      return doneView(outcome.kind, outcome.order);
  }

  function doneView(kind: 'unpaid' | 'credited' | 'activated' | 'invoiced', order: Order): View {
    const price = words.price(order.toPay, order.currency);
    const count = order.cameraPlans.filter(({ planId }) => planId !== null).length;
    if (kind === 'unpaid') return { sign: 'wrong', title: t('unpaid'), text: t('unpaidText', { price }) };
    if (kind === 'credited') return { sign: 'done', title: t('activated', { price }), text: t('creditedText') };
    if (kind === 'invoiced')
      return { sign: 'done', title: t('invoiced', { number: order.invoiceNumber ?? '' }), text: t('invoicedText', { price }) };
    return {
      sign: 'done',
      title: order.toPay > 0 ? t('activated', { price }) : t('activatedFree'),
      text: count === 0 ? t('changedText') : t('activatedText', { count }),
    };
  }

  function failedView(failure: OrderFailure | null, order: Order): View {
    const title = failure === 'expired' ? t('payment-expired') : t(failure ?? 'declined');
    return { sign: 'wrong', title, text: canPayAgain(order) ? t('failedText') : t('contactUs', { order: order.id }) };
  }
}

function CheckoutCameras({ order: { cameraPlans } }: { readonly order: Order }): JSX.Element | null {
  const { checkout } = useCheckout();
  const words = useWords();
  if (useValue(checkout.data).kind !== 'ready') return null;
  return (
    <dl className="wp-checkout-sums">
      {cameraPlans
        .filter(({ planId }) => planId !== null)
        .map(({ cameraId, planId }) => (
          <div key={cameraId}>
            <dt>{words.camera(cameraId)}</dt>
            <dd>{words.plan(planId)}</dd>
          </div>
        ))}
    </dl>
  );
}

function CheckoutResultButtons({ outcome, isBusy }: { readonly outcome: CheckoutOutcome; readonly isBusy: boolean }): JSX.Element {
  const { checkout, t, onClose } = useCheckout();
  const isPending = outcome.kind === 'waiting' && outcome.order?.state === 'processing';
  const canPay = outcome.kind === 'unpaid' || (outcome.kind === 'failed' && canPayAgain(outcome.order));
  const isUnknown = outcome.kind === 'unknown';
  const isCancelled = outcome.kind === 'cancelled';
  // A page that does not close it has no other way on.
  const isOver = isUnknown || isCancelled || (!onClose && isResult(outcome) && outcome.kind !== 'failed');
  return (
    <div className="wp-checkout-buttons">
      {canPay && (
        <Button look="primary" onClick={() => checkout.go('payment')}>
          {t(outcome.kind === 'unpaid' ? 'payNow' : 'again')}
        </Button>
      )}
      {outcome.kind === 'invoiced' && (
        <Button look="primary" busy={isBusy} onClick={() => void download(outcome.order)}>
          {t('saveInvoice')}
        </Button>
      )}
      {((outcome.kind === 'waiting' && outcome.isLong) || isUnknown) && (
        <Button look="primary" onClick={() => void checkout.check()}>
          {t('check')}
        </Button>
      )}
      {isOver && (
        <Button look={isCancelled ? 'primary' : undefined} onClick={() => checkout.go('plans')}>
          {t('chooseAgain')}
        </Button>
      )}
      {isPending && (
        <Button busy={isBusy} onClick={() => void checkout.reopen()}>
          {t('reopen')}
        </Button>
      )}
      {onClose && <Button onClick={onClose}>{t(outcome.kind === 'waiting' ? 'close' : 'done')}</Button>}
    </div>
  );

  async function download({ invoiceNumber }: Order): Promise<void> {
    const pdf = await checkout.invoice();
    if (pdf) saveFile(pdf, `invoice-${invoiceNumber}.pdf`);
  }
}
