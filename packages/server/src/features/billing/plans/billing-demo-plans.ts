import type { ServerConfig } from '../../../kernel/config.ts';
import { readPlansFile, type PlansFile } from './billing-plans-file.ts';

/** The plans of the demo: like those of a service in the field. Only the sandbox sells them. */
const demoPlans: PlansFile = {
  currency: 'RUB',
  graceDays: 3,
  minTopUp: 10_000,
  maxTopUp: 10_000_000,
  invoices: null,
  plans: [
    {
      id: 'demo-week',
      name: { en: '7 days', ru: '7 дней' },
      period: 'Monthly',
      price: 29_900,
      isHd: true,
      archiveDays: 7,
      isMostPopular: false,
      endDate: null,
    },
    {
      id: 'demo-month',
      name: { en: '30 days', ru: '30 дней' },
      period: 'Monthly',
      price: 59_900,
      isHd: true,
      archiveDays: 30,
      isMostPopular: true,
      endDate: null,
    },
    {
      id: 'demo-quarter',
      name: { en: '90 days', ru: '90 дней' },
      period: 'Monthly',
      price: 119_900,
      isHd: true,
      archiveDays: 90,
      isMostPopular: false,
      endDate: null,
    },
  ],
};

/** Id of the plan that every camera has at first: nothing that the demo does may end a recording. */
export const demoGrant = 'demo-week';

/**
 * Reads the plans that a server sells: the operator's, or those of the demo.
 * @returns null when it sells none
 * @throws {ConfigError} as `readPlansFile`
 */
export function readPlans({ plansFile, demoPlans: isDemo }: Pick<ServerConfig, 'plansFile' | 'demoPlans'>): PlansFile | null {
  if (plansFile !== null) return readPlansFile(plansFile);
  return isDemo ? demoPlans : null;
}
