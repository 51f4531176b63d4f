// @vitest-environment jsdom
import { buildOrder, createTestClient } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CheckoutProps } from './checkout.tsx';
import { WatchpostCheckoutElement } from './checkout-element.ts';

/** What the element rendered, and the servers of the clients that it created. */
const shown = vi.hoisted(() => ({ views: [] as unknown[], servers: [] as unknown[], purchases: [] as unknown[] }));
vi.mock('./checkout.tsx', async () => {
  const { useState } = await import('preact/hooks');
  return {
    Checkout: (props: unknown) => {
      shown.views.push(props);
      useState(() => shown.purchases.push(props));
      return null;
    },
  };
});
vi.mock('./checkout-page-client.ts', () => ({ createPageClient: (server: string) => (shown.servers.push(server), { dispose: () => {} }) }));

const last = (): CheckoutProps => shown.views.at(-1) as CheckoutProps;
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await vi.dynamicImportSettled();
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
let counter = 0;
/** Makes a new class and name for each test: an element can be registered only once. */
function define(): string {
  const name = `test-checkout-${(counter += 1)}`;
  customElements.define(name, class extends WatchpostCheckoutElement {});
  return name;
}
beforeEach(() => {
  for (const list of Object.values(shown)) list.length = 0;
});
afterEach(() => document.body.replaceChildren());

describe('the checkout', () => {
  async function open(attributes: Readonly<Record<string, string>> = {}, hasClient = true): Promise<WatchpostCheckoutElement> {
    const element = document.createElement(define());
    if (!(element instanceof WatchpostCheckoutElement)) throw new Error('It was not registered.');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (hasClient) element.client = createTestClient().client;
    document.body.append(element);
    await settle();
    return element;
  }

  test('passes its attributes on', async () => {
    await open({ 'camera-ids': 'a, b', 'order-id': 'o', 'return-url': '/paid/{order}', edit: '', locale: 'ru' });
    expect(last()).toMatchObject({ cameraIds: ['a', 'b'], orderId: 'o', returnUrl: '/paid/{order}', edit: true, locale: 'ru' });
    expect([last().onClose, shown.servers]).toEqual([undefined, []]);
  });

  test('other cameras are another purchase', async () => {
    const element = await open({ 'camera-ids': 'a' });
    element.edit = true;
    await settle();
    expect(shown.purchases).toHaveLength(1);
    element.cameraIds = 'b';
    await settle();
    expect([shown.purchases.length, last().cameraIds]).toEqual([2, ['b']]);
  });

  test('without a client it uses the session of this browser', async () => {
    const element = await open({ server: 'https://cams.example' }, false);
    await settle();
    expect([shown.servers, shown.views.length]).toEqual([['https://cams.example'], 1]);
    element.remove();
    await settle();
  });

  test('reports to the page by events what happens', async () => {
    const element = await open({ closable: '' });
    const heard: unknown[] = [];
    const names = ['watchpost-checkout-step', 'watchpost-checkout-order', 'watchpost-checkout-finish', 'watchpost-checkout-close'] as const;
    for (const name of names) element.addEventListener(name, ({ type, detail }) => heard.push([type, detail]));
    const order = buildOrder();
    last().onStep?.('review');
    last().onOrder?.('order-1');
    last().onFinish?.({ kind: 'activated', order });
    last().onClose?.();
    expect(heard).toEqual([
      ['watchpost-checkout-step', { step: 'review' }],
      ['watchpost-checkout-order', { orderId: 'order-1' }],
      ['watchpost-checkout-finish', { kind: 'activated', order }],
      ['watchpost-checkout-close', {}],
    ]);
  });
});
