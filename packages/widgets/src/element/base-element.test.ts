// @vitest-environment jsdom
import { expect, test } from 'vitest';
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
