// @vitest-environment jsdom
import { buildCamera } from '@watchpost/sdk-core/testing';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { BatteryBadge } from './cameras-battery.tsx';

afterEach(cleanup);
const description = (container: HTMLElement): string | undefined => container.querySelector('.visually-hidden')?.textContent;
const shown = (camera: Parameters<typeof buildCamera>[0]): HTMLElement => render(<BatteryBadge camera={buildCamera(camera)} />).container;

test('a phone’s battery is shown in whole percent with its power source; a low level stands out', () => {
  expect(description(shown({ battery: { level: 0.804, isCharging: true } }))).toBe('Battery 80 %, charging');
  cleanup();
  const low = shown({ battery: { level: 0.15, isCharging: false } });
  expect(description(low)).toBe('Battery 15 %, not charging');
  expect(low.querySelector('.bad')).not.toBe(null);
  cleanup();
  expect(shown({ battery: { level: 0.15, isCharging: true } }).querySelector('.bad')).toBe(null);
});
test('any other camera shows no battery', () => {
  expect(shown({}).textContent).toBe('');
});
