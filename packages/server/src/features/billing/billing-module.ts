import type { Clock } from '@watchpost/contract/timing/clock';
import type { FastifyInstance } from 'fastify';
import type { MailQueue } from '../../adapters/mail/port.ts';
import type { PaymentProvider } from '../../adapters/payments/port.ts';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { ConfigError, type ServerConfig } from '../../kernel/config.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { createBillingJobs } from './billing-jobs.ts';
import { registerNotificationRoute } from './billing-notifications-route.ts';
import { registerBillingRoutes, registerBillingTermsRoute } from './billing-routes.ts';
import { createBillingService, type BillingService } from './billing-service.ts';
import { createInvoices } from './invoices/billing-invoices.ts';
import { createCheckout, type BillingTerms } from './orders/billing-checkout.ts';
import { createIdempotency } from './orders/billing-idempotency.ts';
import { createPaymentMethods } from './orders/billing-methods.ts';
import { createPayments } from './orders/billing-payments.ts';
import { createReconciliation } from './orders/billing-reconciliation.ts';
import { createSettlement, type Settlement } from './orders/billing-settlement.ts';
import { demoGrant, readPlans } from './plans/billing-demo-plans.ts';
import { createPlanAdministration } from './plans/billing-plan-administration.ts';
import { registerPlanRoutes } from './plans/billing-plan-routes.ts';
import { storePlans } from './plans/billing-plan-versions.ts';
import { createDunning } from './renewals/billing-dunning.ts';
import { createRenewals } from './renewals/billing-renewals.ts';
import { createEnforcement } from './subscriptions/billing-enforcement.ts';
import { resetGrants } from './subscriptions/billing-first-plans.ts';
import { publicUrlOf } from '../../kernel/network/base-path.ts';

export interface BillingModuleDeps {
  readonly config: Pick<ServerConfig, 'publicOrigin' | 'basePath' | 'plansFile' | 'demoPlans'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mail: Pick<MailQueue, 'addWithin' | 'wake'>;
  /** Null without plans. */
  readonly provider: PaymentProvider | null;
  /** Pauses and resumes the recording of a camera. */
  readonly onPlan: (cameraId: string, hasPlan: boolean) => void;
  /** Shows and records the whole picture of a camera, or its smaller one. */
  readonly onHd: (cameraId: string, isHd: boolean) => void;
  /** Only operators change plans by calls. */
  readonly isOperator: (customerId: string) => Promise<boolean>;
}

export interface BillingModule extends ServerModule {
  /** Null while the operator sells no plans. */
  readonly billing: BillingService | null;
  readonly settlement: Settlement | null;
  /** Looks for trials to start and renewals to charge. */
  readonly wake: () => void;
  /** Runs all jobs once: for tests. */
  readonly run: () => Promise<void>;
}

/**
 * Sells plans, if the operator has any: otherwise one route says so, and all others don't exist.
 * @throws {ConfigError} when the plans file can't be used
 */
export async function createBillingModule(deps: BillingModuleDeps): Promise<BillingModule> {
  const { config, db, clock, log, mail, provider } = deps;
  const file = readPlans(config);
  if (file === null || provider === null) return createBillingOff(deps);
  if (provider.currencies?.includes(file.currency) === false) {
    throw new ConfigError(
      `The payment provider ${provider.name} takes ${provider.currencies.join(', ')} and not ${file.currency}, the currency of ${config.plansFile}.\nChange the currency and the prices there, or PAYMENT_PROVIDER.`,
    );
  }
  await storePlans(db, file, clock.now());
  const grantedPlan = config.demoPlans ? demoGrant : null;
  const terms: BillingTerms = { ...file, grantedPlan };
  await resetGrants(db, grantedPlan);
  const { currency, minTopUp, maxTopUp, invoices: invoiceTerms } = file;
  let ownUrl: string | null = null;

  const dunning = createDunning({ clock, terms, mail, appOrigin: () => publicUrlOf(config) ?? ownUrl });
  const renewals = createRenewals({ db, clock, log, terms, provider, dunning });
  const enforcement = createEnforcement(deps);
  const onChange = (): void => jobs.wake();
  const settlement = createSettlement({ db, clock, log, onRenewalFailed: renewals.onFailed, onChange });
  const idempotency = createIdempotency({ db, clock });
  const reconciliation = createReconciliation({ db, clock, log, provider, settlement, idempotency });
  const jobs = createBillingJobs({
    clock,
    log,
    jobs: {
      reconciliation: reconciliation.run,
      renewals: renewals.run,
      enforcement: () => enforcement.apply(clock.now()),
      mail: async () => mail.wake(),
    },
  });
  const checkout = createCheckout({ db, clock, terms, idempotency });
  const payments = createPayments({ db, clock, log, provider, settlement, idempotency, onChange });
  const methods = createPaymentMethods({ db });
  const invoices = createInvoices({ db, clock, terms, invoiceTerms, idempotency });
  const billing = createBillingService({ ...deps, terms, checkout, payments, methods, invoices });
  const administration = createPlanAdministration({ db, clock, currency });

  return {
    name: 'billing',
    billing,
    settlement,
    wake: jobs.wake,
    run: jobs.run,
    routes: async (app) => {
      registerBillingTermsRoute(app, {
        isEnabled: true,
        currency,
        provider: provider.name,
        hasInvoices: invoiceTerms !== null,
        minTopUp,
        maxTopUp,
      });
      registerBillingRoutes(app, { billing, publicOrigin: config.publicOrigin });
      await registerPlanRoutes(app, { administration, isOperator: deps.isOperator });
      await registerNotificationRoute(app, { provider, settlement, log });
    },
    start: jobs.start,
    listening: (url) => void (ownUrl = url),
    stop: jobs.close,
  };
}

/** The calls stay in the OpenAPI page, which describes the product rather than one operator's offer. */
function createBillingOff({ db, log, config, clock }: BillingModuleDeps): BillingModule {
  const refuse = (): never => {
    throw new AppError('not-found');
  };
  const billing = createBillingService({
    db,
    clock,
    terms: { currency: 'RUB', minTopUp: 0, maxTopUp: 0, graceDays: 0, grantedPlan: null },
    checkout: { preview: refuse, order: refuse, topUp: refuse, find: refuse },
    payments: { pay: refuse },
    methods: { list: refuse, setDefault: refuse, remove: refuse },
    invoices: { requireOffered: refuse, request: refuse, print: refuse },
  });
  return {
    name: 'billing',
    billing: null,
    settlement: null,
    wake: () => undefined,
    run: async () => undefined,
    routes: async (app: FastifyInstance) => {
      registerBillingTermsRoute(app, { isEnabled: false });
      await app.register(async (scope) => {
        // Before the session is looked at: to anyone, these calls don't exist.
        scope.addHook('onRequest', async () => refuse());
        registerBillingRoutes(scope, { billing, publicOrigin: config.publicOrigin });
        await registerPlanRoutes(scope, { administration: { list: refuse, put: refuse, retire: refuse }, isOperator: refuse });
        await registerNotificationRoute(scope, {
          provider: { name: 'sandbox', parseNotification: refuse },
          settlement: { settle: async () => refuse() },
          log,
        });
      });
    },
  };
}
