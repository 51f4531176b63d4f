import { useEffect, useMemo, useRef, useState } from 'react';
import type { JSX } from 'react';
import type { Locale } from '@watchpost/sdk-core';
import { createCheckoutMessages } from '../../i18n/checkout-messages.ts';
import { useLayoutEffect } from '../../element/layout-effect.ts';
import { shadowTokens } from '../../element/shadow-tokens.ts';
import { adoptStyles } from '../../element/stylesheets.ts';
import { PrimitivesProvider, usePrimitives } from '../../primitives/settings.tsx';
import { CheckoutBody } from './parts/checkout-body.tsx';
import { CheckoutProvider } from './parts/checkout-context.tsx';
import { returnedOrder } from './checkout-calls.ts';
import type { CheckoutChoices } from './checkout-choice.ts';
import { createCheckoutController } from './checkout-controller.ts';
import { canPayAgain, isResult } from './checkout-outcome.ts';
import type { CheckoutResult } from './checkout-outcome.ts';
import type { CheckoutClient, CheckoutStep } from './checkout-state.ts';
import type { CheckoutController } from './checkout-types.ts';
import shadowStyles from './checkout-shadow.css?inline';
import styles from './checkout.css?inline';

/** Properties of `<Checkout>`: the client, the cameras, and what happens at its end. */
export interface CheckoutProps {
  /** The client of a signed-in user. Keep it the same object. */
  readonly client: CheckoutClient;
  /** Cameras that a plan is preselected for; the user can choose plans for all their own. */
  readonly cameraIds?: readonly string[] | undefined;
  /** Shows where this order stands instead of beginning another. */
  readonly orderId?: string | undefined;
  /** The cameras' plans are changed rather than bought: they can be ended, too. */
  readonly edit?: boolean | undefined;
  /**
   * Where the payment service sends the browser back to, a page of the server's own origin; `{order}` in it is replaced by the order's id.
   * By default this page, which then shows the order.
   */
  readonly returnUrl?: string | undefined;
  /** The step to show, for pages with an address for each. A step that can't be shown yet is answered with `onStep`. */
  readonly step?: CheckoutStep | undefined;
  readonly onStep?: ((step: CheckoutStep) => void) | undefined;
  /** What `onChoices` gave before, for pages that keep it across a reload. Read once. */
  readonly choices?: CheckoutChoices | undefined;
  /** Another plan is chosen for a camera. */
  readonly onChoices?: ((choices: CheckoutChoices) => void) | undefined;
  /** The order exists and is not paid yet: its id finds it again. */
  readonly onOrder?: ((orderId: string) => void) | undefined;
  readonly onFinish?: ((result: CheckoutResult) => void) | undefined;
  /** Opens the payment service's page, for example in another window: the checkout waits for the payment. In this window by default. */
  readonly onRedirect?: ((url: string) => void) | undefined;
  readonly onClose?: (() => void) | undefined;
  /** The primitives' language by default. */
  readonly locale?: Locale | undefined;
}

/**
 * Buys plans for cameras, or changes them, in four short steps: cameras and plans, what they cost, how to pay, what came of it.
 * A React page needs `theme/tokens.css` and `theme/primitives.css`.
 * @example <Checkout client={client} cameraIds={[camera.id]} onFinish={({ kind }) => kind === 'activated' && reload()} />
 */
export function Checkout({ client, edit = false, orderId, locale: wanted, onClose, ...given }: CheckoutProps): JSX.Element {
  const above = usePrimitives();
  const locale = wanted ?? above.locale;
  const host = useRef<HTMLDivElement>(null);
  const [checkout, setCheckout] = useState<CheckoutController | null>(null);
  const latest = useRef(given);
  const lastStep = useRef(given.step);
  // A page that keeps the id of the order that was just made still shows the same checkout.
  const [shownOrder, setShownOrder] = useState(orderId);
  if (orderId !== shownOrder && (orderId === undefined || checkout?.order.peek()?.id !== orderId)) setShownOrder(orderId);
  useLayoutEffect(() => {
    latest.current = given;
  });
  useLayoutEffect(() => {
    const inShadow = host.current?.getRootNode() instanceof ShadowRoot;
    const letGo = [inShadow && adoptStyles(host.current, shadowTokens(shadowStyles)), adoptStyles(host.current, styles)];
    return () => letGo.forEach((release) => release && release());
  }, []);
  useEffect(() => {
    const { cameraIds, step, returnUrl, choices } = latest.current;
    const created = createCheckoutController({
      client,
      cameraIds,
      step,
      choices,
      returnUrl,
      orderId: shownOrder ?? (returnUrl === undefined ? returnedOrder(location.href) : undefined),
      onStep: (next) => latest.current.onStep?.(next),
      onOrder: (id) => latest.current.onOrder?.(id),
      onFinish: (result) => latest.current.onFinish?.(result),
      onRedirect: latest.current.onRedirect && ((url) => latest.current.onRedirect?.(url)),
    });
    const unsubscribe = created.choices.subscribe((chosen) => latest.current.onChoices?.(chosen));
    void created.load();
    setCheckout(created);
    return () => {
      unsubscribe();
      created.dispose();
    };
  }, [client, shownOrder]);
  const { step } = given;
  useEffect(() => {
    // The address of an order that has ended shows that order, whatever step it names: `plans` begins another.
    const ended = orderId !== undefined && checkout !== null && isResult(checkout.outcome.peek()) ? checkout.order.peek() : null;
    const isPaidAgain = step === 'payment' && ended !== null && canPayAgain(ended);
    const isShown = step === undefined || step === lastStep.current || (ended !== null && step !== 'plans' && !isPaidAgain);
    if (!isShown) checkout?.show(step);
    lastStep.current = step;
  }, [checkout, step, orderId]);
  const texts = useMemo(() => createCheckoutMessages(locale), [locale]);
  const context = useMemo(
    () => checkout && { checkout, client, locale, t: texts, isEditing: edit, onClose },
    [checkout, client, locale, texts, edit, onClose],
  );
  return (
    <PrimitivesProvider locale={locale}>
      <div ref={host} className="wp-checkout">
        {context && (
          <CheckoutProvider value={context}>
            <CheckoutBody />
          </CheckoutProvider>
        )}
      </div>
    </PrimitivesProvider>
  );
}
