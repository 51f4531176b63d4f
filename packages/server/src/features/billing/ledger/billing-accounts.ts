/**
 * An account of the ledger. A customer's is their balance: what the operator owes them, or, below zero, what they owe. The others are the
 * operator's own, and their signs are the opposite: money at a provider is negative.
 */
export type LedgerAccount = `customer:${string}` | `clearing:${string}` | 'revenue' | 'receivable' | 'rounding';

export function customerAccount(customerId: string): LedgerAccount {
  return `customer:${customerId}`;
}

/** What a payment provider has received and not paid out. */
export function clearingAccount(provider: string): LedgerAccount {
  return `clearing:${provider}`;
}
