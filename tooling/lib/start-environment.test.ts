import { expect, test } from 'vitest';
import { readConfig } from '../../packages/server/src/kernel/config.ts';
import { startEnvironment } from './start-environment.ts';

test('npm start sells the plans of the demo, unless they or the demo are switched off', () => {
  expect(readConfig(startEnvironment({}))).toMatchObject({ demo: true, demoPlans: true, payments: { provider: 'sandbox' } });
  expect(readConfig(startEnvironment({ WATCHPOST_DEMO_PLANS: '0' }))).toMatchObject({ demo: true, demoPlans: false });
  expect(readConfig(startEnvironment({ WATCHPOST_DEMO: '0' })).demoPlans).toBe(false);
});
