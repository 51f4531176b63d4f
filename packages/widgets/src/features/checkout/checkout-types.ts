import type { ReadonlySignal } from '@preact/signals-core';
import type { BillingPeriod, CameraPlan, Order } from '@watchpost/sdk-core';
import type { CheckoutCamera, CheckoutChoices } from './checkout-choice.ts';
import type { CheckoutOutcome, CheckoutResult } from './checkout-outcome.ts';
import type { PayerDraft, PayerProblems } from './checkout-payer.ts';
import type { CheckoutClient, CheckoutData, CheckoutMethod, CheckoutQuote, CheckoutStep, CheckoutWork } from './checkout-state.ts';

/** The headless checkout. */
export interface CheckoutController {
  readonly step: ReadonlySignal<CheckoutStep>;
  readonly data: ReadonlySignal<CheckoutData>;
  /** Cameras that a plan can be chosen for. */
  readonly cameras: ReadonlySignal<readonly CheckoutCamera[]>;
  readonly choices: ReadonlySignal<CheckoutChoices>;
  /** The period whose plans are shown; null without plans. */
  readonly period: ReadonlySignal<BillingPeriod | null>;
  /** What is ordered: the choices that change anything. */
  readonly changes: ReadonlySignal<readonly CameraPlan[]>;
  /** A chosen plan is not sold any more, and the choice was taken back. */
  readonly isOutdated: ReadonlySignal<boolean>;
  readonly quote: ReadonlySignal<CheckoutQuote>;
  readonly method: ReadonlySignal<CheckoutMethod>;
  /** Whether a new card is saved for the next payments. */
  readonly isSaved: ReadonlySignal<boolean>;
  readonly payer: ReadonlySignal<PayerDraft>;
  /** Problems of the invoice's form: after the first attempt. */
  readonly payerProblems: ReadonlySignal<PayerProblems>;
  readonly order: ReadonlySignal<Order | null>;
  readonly work: ReadonlySignal<CheckoutWork>;
  readonly outcome: ReadonlySignal<CheckoutOutcome>;
  load(): Promise<void>;
  choose(cameraId: string, planId: string | null): void;
  showPeriod(period: BillingPeriod): void;
  /** The user goes to a step. */
  go(step: CheckoutStep): void;
  /** The page goes to a step, for example back; `onStep` is called only if it shows another one. */
  show(step: CheckoutStep): void;
  /** Calculates again what it costs. */
  loadQuote(): Promise<void>;
  /** Goes on with the price that is shown: to the payment, or straight to the order if there is nothing to pay. */
  accept(): Promise<void>;
  chooseMethod(method: CheckoutMethod): void;
  saveCard(isSaved: boolean): void;
  changePayer(change: Partial<PayerDraft>): void;
  /** Orders and pays. */
  submit(): Promise<void>;
  /** Opens the payment service's page of a pending order again. */
  reopen(): Promise<void>;
  /** Looks again where the order stands. */
  check(): Promise<void>;
  /** Returns the invoice's PDF; null if it could not be loaded. */
  invoice(): Promise<Blob | null>;
  /** The browser came back to this page as it was left. */
  returned(): void;
  dispose(): void;
}

/** What the controller of a checkout is made with. */
export interface CheckoutOptions {
  readonly client: CheckoutClient;
  /** Preselected cameras. */
  readonly cameraIds?: readonly string[] | undefined;
  /** Shows where this order stands. */
  readonly orderId?: string | undefined;
  readonly step?: CheckoutStep | undefined;
  /** What was chosen before, for example until a reload. */
  readonly choices?: CheckoutChoices | undefined;
  /** Where the payment service sends the browser back to; `{order}` is the order's id. By default this page. */
  readonly returnUrl?: string | undefined;
  readonly onStep?: ((step: CheckoutStep) => void) | undefined;
  readonly onOrder?: ((orderId: string) => void) | undefined;
  readonly onFinish?: ((result: CheckoutResult) => void) | undefined;
  /** Opens the payment service's page, for example in another window: the checkout waits for the payment. In this window by default. */
  readonly onRedirect?: ((url: string) => void) | undefined;
}
