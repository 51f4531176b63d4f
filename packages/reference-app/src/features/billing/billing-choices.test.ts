// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { keepChoices, keptChoices } from './billing-choices.ts';

afterEach(() => sessionStorage.clear());

test('what was chosen is kept for the same cameras only, until it is dropped', () => {
  keepChoices(['door'], { door: 'month', yard: null });
  expect(keptChoices(['door'])).toEqual({ door: 'month', yard: null });
  expect(keptChoices([])).toBeUndefined();
  keepChoices([], {});
  expect(keptChoices(['door'])).toBeUndefined();
});

test.each(['{', '1', '{"cameraIds":["door"]}', '{"cameraIds":["door"],"choices":7}'])('%s is no choice', (text) => {
  sessionStorage.setItem('watchpost:checkout', text);
  expect(keptChoices(['door'])).toBeUndefined();
});

test('what is no plan is left out', () => {
  sessionStorage.setItem('watchpost:checkout', '{"cameraIds":[],"choices":{"a":1,"b":"week"}}');
  expect(keptChoices([])).toEqual({ b: 'week' });
});
