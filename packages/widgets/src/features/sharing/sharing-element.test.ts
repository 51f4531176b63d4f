// @vitest-environment jsdom
import { buildInvite, createTestClient } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ShareDialogProps } from './sharing-dialog.tsx';
import { WatchpostShareElement } from './sharing-element.ts';

/** What the element rendered, and the servers of the clients that it created. */
const shown = vi.hoisted(() => ({ dialogs: [] as unknown[], servers: [] as unknown[] }));
vi.mock('./sharing-dialog.tsx', () => ({ ShareDialog: (props: unknown) => (shown.dialogs.push(props), null) }));
vi.mock('./sharing-page-client.ts', () => ({ createPageClient: (server: string) => (shown.servers.push(server), { dispose: () => {} }) }));

const lastDialog = (): ShareDialogProps => shown.dialogs.at(-1) as ShareDialogProps;
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await vi.dynamicImportSettled();
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

let counter = 0;
/** Makes a new class and name for each test: an element can be registered only once. */
function define(): string {
  const name = `test-share-${(counter += 1)}`;
  customElements.define(name, class extends WatchpostShareElement {});
  return name;
}
beforeEach(() => {
  for (const list of Object.values(shown)) list.length = 0;
});
afterEach(() => document.body.replaceChildren());

describe('the share dialog', () => {
  async function open(): Promise<WatchpostShareElement> {
    const element = document.createElement(define());
    if (!(element instanceof WatchpostShareElement)) throw new Error('It was not registered.');
    element.client = createTestClient().client;
    document.body.append(element);
    element.open = true;
    await settle();
    return element;
  }

  test('shows nothing, and creates no client, until it is opened', async () => {
    document.body.append(document.createElement(define()));
    await settle();
    expect([shown.dialogs, shown.servers]).toEqual([[], []]);
  });

  test('the user’s closing takes its attribute away and is reported', async () => {
    const element = await open();
    const closed = vi.fn(() => element.open);
    document.addEventListener('watchpost-share-close', closed, { once: true });
    lastDialog().onClose();
    expect([closed.mock.results, element.open, shown.servers]).toEqual([[{ type: 'return', value: false }], false, []]);
    expect(element.hasAttribute('open')).toBe(false);
  });

  test('a created link is reported with its address', async () => {
    const element = await open();
    const created = vi.fn();
    element.addEventListener('watchpost-share-created', ({ detail }) => created(detail));
    const invite = buildInvite({ token: 'abc' });
    lastDialog().onCreated?.(invite);
    expect(created).toHaveBeenCalledExactlyOnceWith({ invite, url: 'https://watchpost.test/s/abc' });
  });
});
