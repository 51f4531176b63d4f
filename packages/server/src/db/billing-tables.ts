import type { billingPeriod, orderFailure, orderSchema, subscriptionSchema, transactionSchema } from '@watchpost/contract/schemas/billing';
import type { z } from 'zod';

type Flag = 0 | 1;

type OrderState = z.output<typeof orderSchema>['state'];
type SubscriptionState = z.output<typeof subscriptionSchema>['state'];
type Renewal = z.output<typeof subscriptionSchema>['renewal'];
type TransactionKind = z.output<typeof transactionSchema>['kind'];
type PaidWith = 'card' | 'balance' | 'invoice';

/** The tables of billing, by their names. */
export interface BillingTables {
  ledger_transactions: LedgerTransactionsTable;
  ledger_entries: LedgerEntriesTable;
  ledger_balances: LedgerBalancesTable;
  plan_versions: PlanVersionsTable;
  subscriptions: SubscriptionsTable;
  orders: OrdersTable;
  billing_requests: BillingRequestsTable;
  payments: PaymentsTable;
  payment_methods: PaymentMethodsTable;
  sandbox_payments: SandboxPaymentsTable;
  provider_payments: ProviderPaymentsTable;
  invoices: InvoicesTable;
  invoice_counter: InvoiceCounterTable;
  bank_payments: BankPaymentsTable;
}

/** Append-only: the database refuses to change or delete a row. It outlives the customer, so it has no foreign key to one. */
interface LedgerTransactionsTable {
  id: string;
  /** What it was posted for: nothing is posted twice. */
  key: string;
  kind: TransactionKind;
  at: number;
  customer_id: string;
  order_id: string | null;
  /** JSON list of ids. */
  camera_ids: string;
  paid_with: PaidWith | null;
  last4: string | null;
  invoice_number: string | null;
}

/** Append-only as well; the entries of a transaction sum to zero. */
interface LedgerEntriesTable {
  transaction_id: string;
  position: number;
  account: string;
  currency: string;
  /** Minor units. */
  amount: number;
}

/** The sum of an account's entries, written with them. */
interface LedgerBalancesTable {
  account: string;
  currency: string;
  amount: number;
}

export type PlanSource = 'file' | 'call';

/** Every version of every plan: what was bought stays as bought. */
export interface PlanVersionsTable {
  id: string;
  /** Its id in the plans file, or in the call. */
  plan_key: string;
  version: number;
  /** `file`: the plans file has it, or had it last; `call`: the operator stored it by a call. */
  source: PlanSource;
  /** JSON: a name by language. */
  names: string;
  currency: string;
  period: z.output<typeof billingPeriod>;
  /** What one period costs, minor units. */
  price: number;
  is_hd: Flag;
  archive_days: number;
  is_most_popular: Flag;
  is_trial: Flag;
  /** Last moment of sale; null for no end. */
  end_date: number | null;
  /** When it left the plans file, was replaced or retired; null while it is sold. */
  retired_at: number | null;
  created_at: number;
}

export interface SubscriptionsTable {
  camera_id: string;
  customer_id: string;
  plan_id: string;
  state: SubscriptionState;
  is_activation_required: Flag;
  /** Start and end of the paid period; the end is null for a plan without one. */
  period_start: number;
  charged_through: number | null;
  /** Day of the month on which the periods began, 1–31: it returns after a shorter month. */
  anchor_day: number;
  /** What the period cost, minor units: its unused part is credited. */
  paid: number;
  renewal: Renewal;
  footage_kept_until: number | null;
  /** Increases with each change, so that an order is applied to what it was calculated for. */
  revision: number;
  /** When the renewal job looks at it next; null for never. */
  due_at: number | null;
  /** Failed renewals of this period. */
  failures: number;
  updated_at: number;
}

export interface OrdersTable {
  id: string;
  customer_id: string;
  kind: 'subscription' | 'balance';
  /** Who asked for it: the customer, or the job that renews subscriptions. */
  reason: 'customer' | 'renewal';
  state: OrderState;
  failure: z.output<typeof orderFailure> | null;
  currency: string;
  total: number;
  from_balance: number;
  to_pay: number;
  to_balance: number;
  /** JSON of what is bought, with the revision of each subscription that it was calculated for. */
  items: string;
  paid_with: PaidWith | null;
  invoice_number: string | null;
  created_at: number;
  paid_at: number | null;
}

/** One attempt to pay an order at the provider, under the same id there. */
export interface PaymentsTable {
  id: string;
  order_id: string;
  customer_id: string;
  provider: string;
  amount: number;
  currency: string;
  state: 'pending' | 'succeeded' | 'failed';
  failure: z.output<typeof orderFailure> | null;
  /** The saved card that is charged; null for one that the provider's page asks for. */
  payment_method_id: string | null;
  is_saved: Flag;
  return_url: string | null;
  created_at: number;
  /** When the reconciliation job asks the provider next; null for never. */
  check_at: number | null;
}

/** Saved cards: never a number, only the provider's reference. */
export interface PaymentMethodsTable {
  id: string;
  customer_id: string;
  provider: string;
  reference: string;
  brand: 'mir' | 'visa' | 'mastercard' | 'other';
  last4: string;
  expiry_month: number;
  expiry_year: number;
  is_default: Flag;
  created_at: number;
}

/** Answers by `Idempotency-Key`, for 24 hours. */
interface BillingRequestsTable {
  customer_id: string;
  key: string;
  /** Hash of the call and its body. */
  request_hash: string;
  /** JSON; null while the request is running. */
  answer: string | null;
  /** When a running request counts as lost, or an answer is forgotten. */
  expires_at: number;
}

/** The sandbox provider's own books, which no other code reads. */
export interface SandboxPaymentsTable {
  id: string;
  amount: number;
  currency: string;
  state: 'created' | 'authentication' | 'waiting' | 'succeeded' | 'failed';
  failure: 'declined' | 'authentication-failed' | 'expired' | null;
  card: string | null;
  is_saved: Flag;
  locale: string;
  return_url: string;
  /** When a late payment succeeds, or an unfinished one expires; null for a settled one. */
  settles_at: number | null;
  /** When its notification is sent next; null when there is nothing to send. */
  notify_at: number | null;
  notices: number;
  created_at: number;
}

/** Invoices of legal entities, as they were issued. They outlive the customer, so they have no foreign key to one. */
export interface InvoicesTable {
  /** Without gaps. */
  number: number;
  /** The number with the operator's prefix, as it is printed. */
  name: string;
  order_id: string;
  customer_id: string;
  payer_tax_id: string;
  /** What is to be paid, minor units. */
  amount: number;
  currency: string;
  /** JSON of everything that is printed. */
  document: string;
  issued_at: number;
  due_at: number;
  /** What bank statements, or the operator, have reported as received, minor units. */
  received: number;
  paid_at: number | null;
  /** What the operator confirmed as received and no statement has shown yet, minor units. */
  confirmed: number;
}

/** One row: the last number, which is locked until the order that takes the next one is stored. */
interface InvoiceCounterTable {
  id: number;
  last: number;
}

/** Payments of bank statements that were applied: none is applied twice. */
interface BankPaymentsTable {
  key: string;
  invoice_number: number;
  format: '1c' | 'camt';
  amount: number;
  /** Day of the statement, `YYYY-MM-DD`. */
  booked_on: string;
  imported_at: number;
}

/** What a payment is called at the provider that moves the money; only the drivers read it. */
export interface ProviderPaymentsTable {
  /** The id of the payment here. */
  id: string;
  provider: string;
  /** Its id there; null while it is not known whether the provider has it. */
  reference: string | null;
  amount: number;
  currency: string;
  /** Why the provider did not even begin it; null if it did. */
  failure: 'declined' | null;
  created_at: number;
}
