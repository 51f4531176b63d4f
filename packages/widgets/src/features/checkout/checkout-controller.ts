import { batch, computed, signal } from '@preact/signals-core';
import type { BillingPeriod, InvoicePreview, Order, Plan, PayOrderBody, RequestInvoiceBody } from '@watchpost/sdk-core';
import { createRepeatableCalls, isCode, returnPage } from './checkout-calls.ts';
import { changedPlans, checkoutCameras, firstChoices, inPeriod, periodsOf, stillSold, successors } from './checkout-choice.ts';
import type { CheckoutChoices } from './checkout-choice.ts';
import { canPayAgain, isResult, outcomeOf } from './checkout-outcome.ts';
import type { CheckoutOutcome } from './checkout-outcome.ts';
import { emptyPayer, readPayer } from './checkout-payer.ts';
import { loadOffer } from './checkout-state.ts';
import type { CheckoutData, CheckoutMethod, CheckoutQuote, CheckoutStep, CheckoutWork } from './checkout-state.ts';
import type { CheckoutController, CheckoutOptions } from './checkout-types.ts';

/** What is ordered, at the price that was agreed to. */
type Terms = RequestInvoiceBody['purpose'];

/** Creates the state and the actions of a checkout without its interface, for one of your own. */
export function createCheckoutController({
  client,
  cameraIds = [],
  orderId,
  step: firstStep = 'plans',
  ...given
}: CheckoutOptions): CheckoutController {
  const { billing } = client;
  const life = new AbortController();
  const calls = createRepeatableCalls();
  let asking = new AbortController();
  let following = new AbortController();
  let finished: string | null = null;
  /** Incremented by what ends an attempt to pay: the next one, another step, the end of the checkout. */
  let attempts = 0;
  /** The plans on sale as the user saw them. */
  let seenPlans: readonly Plan[] = [];
  /** What was agreed to, and is not what it costs any more. */
  let outdated: InvoicePreview | null = null;
  /** The step that the page asked for: it is not reported back. */
  let asked: CheckoutStep | null = null;

  const step = signal<CheckoutStep>(orderId === undefined ? firstStep : 'result');
  const data = signal<CheckoutData>({ kind: 'loading' });
  const choices = signal<CheckoutChoices>(given.choices ?? {});
  const wantedPeriod = signal<BillingPeriod | null>(null);
  const isOutdated = signal(false);
  const quote = signal<CheckoutQuote>({ kind: 'none' });
  const wantedMethod = signal<CheckoutMethod | null>(null);
  const isSaved = signal(true);
  const payer = signal(emptyPayer);
  const hasTried = signal(false);
  const order = signal<Order | null>(null);
  const work = signal<CheckoutWork>({ kind: 'idle' });
  const outcome = signal<CheckoutOutcome>(orderId === undefined ? { kind: 'none' } : { kind: 'waiting', order: null, isLong: false });

  const cameras = computed(() =>
    data.value.kind === 'ready' ? checkoutCameras(data.value.cameras, data.value.subscriptions, cameraIds, client.serverNow()) : [],
  );
  const plans = computed(() => (data.value.kind === 'ready' ? data.value.plans : []));
  const changes = computed(() => changedPlans(cameras.value, choices.value, client.serverNow()));
  const period = computed(() => wantedPeriod.value ?? periodsOf(plans.value)[0] ?? null);
  const method = computed<CheckoutMethod>(() => {
    if (wantedMethod.value) return wantedMethod.value;
    const saved = data.value.kind === 'ready' ? data.value.paymentMethods : [];
    return { kind: 'card', id: (saved.find(({ isDefault }) => isDefault) ?? saved[0])?.id ?? null };
  });

  function move(next: CheckoutStep): void {
    if (step.peek() === next) return;
    attempts += 1;
    step.value = next;
    work.value = { kind: 'idle' };
    if (next !== asked && !life.signal.aborted) given.onStep?.(next);
  }

  async function load(): Promise<void> {
    data.value = { kind: 'loading' };
    try {
      const loaded = await loadOffer(client, life.signal);
      batch(() => {
        data.value = loaded;
        if (loaded.kind !== 'ready') return;
        if (cameras.value.length === 0) data.value = { kind: 'no-cameras' };
        const sold = stillSold(successors(choices.value, seenPlans, loaded.plans), loaded.plans, cameras.value);
        seenPlans = loaded.plans;
        choices.value = { ...firstChoices(cameras.value, loaded.plans, cameraIds), ...sold };
        const shown = [...Object.values(choices.value), ...cameras.value.map(({ current }) => current)];
        const first = shown.flatMap((planId) => loaded.plans.find(({ id }) => id === planId) ?? []).at(0);
        wantedPeriod.value ??= (first ?? loaded.plans.find(({ isMostPopular }) => isMostPopular))?.period ?? null;
      });
      if (step.peek() !== 'result') go(step.peek());
    } catch (error) {
      if (!life.signal.aborted) data.value = { kind: 'failed', error };
    }
  }

  /** The step that can be shown: nothing is paid without a price, and nothing costs anything without a choice. */
  function reachable(next: CheckoutStep): CheckoutStep {
    if (next === 'result') return outcome.peek().kind === 'none' ? reachable('payment') : 'result';
    const payable = order.peek();
    if (next === 'payment' && (isAgreed() || (payable && canPayAgain(payable) && quote.peek().kind === 'none'))) return 'payment';
    return next !== 'plans' && changes.peek().length > 0 ? 'review' : 'plans';
  }

  function isAgreed(): boolean {
    const shown = quote.peek();
    return shown.kind === 'ready' && shown.before === null && shown.preview.toPay > 0;
  }

  function go(next: CheckoutStep): void {
    // An order that was paid is not paid again: what follows is another order.
    if (next !== 'result' && isResult(outcome.peek()) && !(next === 'payment' && canPayNow())) return restart();
    const shown = reachable(next);
    if (shown === 'review' && quote.peek().kind !== 'ready') void loadQuote();
    move(shown);
  }

  function canPayNow(): boolean {
    const last = order.peek();
    return last !== null && canPayAgain(last);
  }

  function restart(): void {
    following.abort();
    batch(() => {
      outcome.value = { kind: 'none' };
      order.value = null;
      choices.value = {};
      quote.value = { kind: 'none' };
      work.value = { kind: 'idle' };
      move('plans');
    });
    void load();
  }

  async function loadQuote(): Promise<void> {
    asking.abort();
    asking = new AbortController();
    const { signal: given } = asking;
    const cameraPlans = changes.peek();
    batch(() => {
      quote.value = { kind: 'loading' };
      order.value = null;
    });
    try {
      const preview = await billing.preview(cameraPlans, { signal: given });
      if (given.aborted) return;
      quote.value = { kind: 'ready', preview, before: outdated?.toPay === preview.toPay ? null : outdated };
      outdated = null;
    } catch (error) {
      if (given.aborted) return;
      if (isCode(error, 'plan-outdated')) await withdraw(null);
      else quote.value = { kind: 'failed', error };
    }
  }

  /** Plans that were chosen are not sold any more. Those that follow them are offered at their price, or else others are chosen. */
  async function withdraw(agreed: InvoicePreview | null): Promise<void> {
    outdated = agreed;
    batch(() => {
      quote.value = { kind: 'none' };
      order.value = null;
      if (!agreed) move('plans');
    });
    await load();
    isOutdated.value = step.peek() === 'plans';
  }

  function change(next: CheckoutChoices): void {
    asking.abort();
    outdated = null;
    batch(() => {
      choices.value = next;
      quote.value = { kind: 'none' };
      order.value = null;
      isOutdated.value = false;
    });
  }

  function terms(): Terms | null {
    const shown = quote.peek();
    const last = order.peek();
    if (shown.kind === 'ready') return { kind: 'subscription', cameraPlans: [...changes.peek()], expectedToPay: shown.preview.toPay };
    if (!last) return null;
    return last.kind === 'balance'
      ? { kind: 'balance', amount: last.total }
      : { kind: 'subscription', cameraPlans: last.cameraPlans, expectedToPay: last.toPay };
  }

  async function makeOrder(wanted: Terms, isInvoice: boolean, isOver: () => boolean): Promise<Order> {
    const last = order.peek();
    const isSame = last !== null && canPayAgain(last) && isInvoice === (last.invoiceNumber !== null);
    const made = isSame ? last : await request(wanted, isInvoice);
    // A page that keeps the id would bring back what was left. One that has forgotten it at an earlier step learns it again.
    if (!isOver()) given.onOrder?.(made.id);
    return made;
  }

  function request(wanted: Terms, isInvoice: boolean): Promise<Order> {
    const { payer: entity } = readPayer(payer.peek());
    if (isInvoice && entity) {
      const body = { payer: entity, purpose: wanted };
      return calls.run(body, (idempotencyKey) => billing.requestInvoice(body, { idempotencyKey }));
    }
    if (wanted.kind === 'balance') return calls.run(wanted, (idempotencyKey) => billing.topUp(wanted.amount, { idempotencyKey }));
    const { cameraPlans, expectedToPay } = wanted;
    return calls.run(wanted, (idempotencyKey) => billing.order({ cameraPlans, expectedToPay }, { idempotencyKey }));
  }

  /** @param act stops when its attempt is over: what was left is not paid */
  async function attempt(act: (isOver: () => boolean) => Promise<void>): Promise<void> {
    if (work.peek().kind === 'busy' || work.peek().kind === 'leaving') return;
    const mine = (attempts += 1);
    const isOver = (): boolean => mine !== attempts;
    // The same order can fail again.
    finished = null;
    work.value = { kind: 'busy' };
    try {
      await act(isOver);
    } catch (error) {
      if (!isOver()) await refuse(error);
    }
  }

  async function submit(): Promise<void> {
    const wanted = terms();
    if (!wanted) return;
    const shown = quote.peek();
    const isFree = shown.kind === 'ready' && shown.preview.toPay === 0;
    const how = method.peek();
    const isInvoice = !isFree && how.kind === 'invoice';
    hasTried.value = isInvoice;
    if (isInvoice && !readPayer(payer.peek()).payer) return;
    const last = order.peek();
    if (last && !canPayAgain(last)) return follow(last.id, last);
    await attempt(async (isOver) => {
      const made = await makeOrder(wanted, isInvoice, isOver);
      if (isOver()) return;
      order.value = made;
      if (isInvoice) await follow(made.id, made);
      else await pay(made, isFree ? { method: 'balance' } : cardPayment(made, how.kind === 'card' ? how.id : null), isOver);
    });
  }

  function cardPayment({ id }: Order, paymentMethodId: string | null): PayOrderBody {
    const returnUrl = returnPage(given.returnUrl, id, location.href);
    return { method: 'card', paymentMethodId, isSaved: paymentMethodId === null && isSaved.peek(), returnUrl };
  }

  async function pay(made: Order, payment: PayOrderBody, isOver: () => boolean): Promise<void> {
    const { id } = made;
    try {
      const answer = await calls.run([id, payment], (idempotencyKey) => billing.pay(id, payment, { idempotencyKey }));
      if (answer.next === 'redirect') {
        if (isOver()) return;
        work.value = { kind: 'leaving' };
        if (!given.onRedirect) return location.assign(answer.url);
        given.onRedirect(answer.url);
      }
    } catch (error) {
      // Another tab may have paid it: where it stands is what counts.
      if (!isCode(error, 'order-not-payable', 'payment-in-progress')) throw error;
    }
    await follow(id, made);
  }

  async function refuse(error: unknown): Promise<void> {
    const shown = quote.peek();
    const isLate = isCode(error, 'plan-outdated');
    work.value = isLate ? { kind: 'idle' } : { kind: 'failed', error };
    if (isLate) await withdraw(shown.kind === 'ready' ? shown.preview : null);
  }

  /** Shows what becomes of an order. */
  async function follow(id: string, known: Order | null): Promise<void> {
    following.abort();
    if (life.signal.aborted) return;
    following = new AbortController();
    const { signal: mine } = following;
    batch(() => {
      work.value = { kind: 'idle' };
      outcome.value = { kind: 'waiting', order: known, isLong: false };
      move('result');
    });
    try {
      const seen = await billing.orders.get(id, { signal: mine }).catch((error: unknown) => {
        // A lost connection is waited for, and a server that starts again.
        if (mine.aborted || !isCode(error, 'network', 'unavailable', 'internal-error')) throw error;
        return null;
      });
      if (mine.aborted) return;
      if (seen) note(seen);
      if (seen && outcomeOf(seen).kind !== 'waiting') return;
      const ended = await billing.waitForOrder(id, { signal: mine });
      if (!mine.aborted) note(ended);
    } catch (error) {
      if (mine.aborted) return;
      const last = order.peek();
      outcome.value = isCode(error, 'payment-in-progress') ? { kind: 'waiting', order: last, isLong: true } : { kind: 'unknown', error };
    }
  }

  function note(seen: Order): void {
    const next = outcomeOf(seen);
    batch(() => {
      order.value = seen;
      outcome.value = next;
      // The user may have gone back meanwhile.
      if (next.kind !== 'waiting') move('result');
    });
    if (!isResult(next) || finished === `${seen.id} ${next.kind}`) return;
    finished = `${seen.id} ${next.kind}`;
    given.onFinish?.(next);
  }

  const lastId = (): string | undefined => order.peek()?.id ?? orderId;
  if (orderId !== undefined) void follow(orderId, null);

  return {
    step,
    data,
    cameras,
    choices,
    period,
    changes,
    isOutdated,
    quote,
    method,
    isSaved,
    payer,
    payerProblems: computed(() => (hasTried.value ? readPayer(payer.value).problems : {})),
    order,
    work,
    outcome,
    load,
    choose: (cameraId, planId) => change({ ...choices.peek(), [cameraId]: planId }),
    showPeriod: (next) => {
      wantedPeriod.value = next;
      change(inPeriod(choices.peek(), plans.peek(), next));
    },
    go,
    show: (next) => {
      if (next === step.peek()) return;
      asked = next;
      // Until the cameras are known it is not known either whether the step can be shown.
      if (data.peek().kind === 'loading' && next !== 'result') move(next);
      else go(next);
      asked = null;
    },
    loadQuote,
    accept: async () => {
      const shown = quote.peek();
      if (shown.kind !== 'ready') return;
      quote.value = { ...shown, before: null };
      if (shown.preview.toPay === 0) await submit();
      else go('payment');
    },
    chooseMethod: (next) => {
      wantedMethod.value = next;
      if (work.peek().kind === 'failed') work.value = { kind: 'idle' };
    },
    saveCard: (next) => (isSaved.value = next),
    changePayer: (part) => (payer.value = { ...payer.peek(), ...part }),
    submit,
    reopen: async () => {
      const pending = order.peek();
      if (pending) await attempt((isOver) => pay(pending, cardPayment(pending, null), isOver));
    },
    check: async () => {
      const id = lastId();
      if (id !== undefined) await follow(id, order.peek());
    },
    invoice: async () => {
      const id = lastId();
      if (id === undefined) return null;
      work.value = { kind: 'busy' };
      try {
        const answer = await billing.pay(id, { method: 'invoice' }, { signal: life.signal });
        work.value = { kind: 'idle' };
        return answer.next === 'invoice' ? answer.pdf : null;
      } catch (error) {
        if (!life.signal.aborted) work.value = { kind: 'failed', error };
        return null;
      }
    },
    returned: () => {
      const pending = order.peek();
      if (work.peek().kind === 'leaving' && pending) void follow(pending.id, pending);
    },
    dispose() {
      attempts += 1;
      for (const each of [life, asking, following]) each.abort();
    },
  };
}
