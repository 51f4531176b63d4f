// @vitest-environment jsdom
import { expect, onTestFinished, test } from 'vitest';
import { WatchpostElement } from './base-element.ts';

test('properties that a page set before the element was defined apply as if set afterwards', () => {
  const element = Object.assign(document.createElement('early-element'), { tokens: { one: 'token' } });
  document.body.append(element);
  class EarlyElement extends WatchpostElement {
    given: readonly unknown[] = [];
    constructor() {
      super('');
    }
    get tokens(): unknown {
      return this.given.at(-1);
    }
    set tokens(next: unknown) {
      this.given = [...this.given, next];
    }
    protected view(): object | null {
      return null;
    }
  }
  customElements.define('early-element', EarlyElement);
  expect(element).toBeInstanceOf(EarlyElement);
  expect(element instanceof EarlyElement && element.given).toEqual([{ one: 'token' }]);
  element.remove();
  document.body.append(element);
  expect(element instanceof EarlyElement && element.given).toHaveLength(1);
});

test('in a page that the browser only prepares, nothing is drawn until a user sees it', async () => {
  let draws = 0;
  class PreparedElement extends WatchpostElement {
    constructor() {
      super('');
    }
    protected view(): object | null {
      draws += 1;
      return null;
    }
  }
  customElements.define('prepared-element', PreparedElement);
  Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
  onTestFinished(() => void Reflect.deleteProperty(document, 'prerendering'));
  const [element, removed] = [document.createElement('prepared-element'), document.createElement('prepared-element')];
  document.body.append(element, removed);
  await Promise.resolve();
  removed.remove();
  expect(draws).toBe(0);
  Object.defineProperty(document, 'prerendering', { configurable: true, value: false });
  document.dispatchEvent(new Event('prerenderingchange'));
  await Promise.resolve();
  expect(draws).toBe(1);
});
