import type { NetworkPolicy } from './network-policy.ts';

/** Returns the policy for connections on behalf of an account, and of its cameras. */
export type AccountNetworks = (customerId: string) => NetworkPolicy;

export interface AccountNetworksOptions {
  /** Policy for operators: includes their own network, where the settings allow it. */
  readonly forOperators: NetworkPolicy;
  /** Policy for all others: public addresses only. */
  readonly forOthers: NetworkPolicy;
  readonly isOperator: (customerId: string) => Promise<boolean>;
}

/** Checks the account's role at each connection: a former operator reaches nothing in the operator's network. */
export function createAccountNetworks({ forOperators, forOthers, isOperator }: AccountNetworksOptions): AccountNetworks {
  return (customerId) => {
    const choose = async (): Promise<NetworkPolicy> => ((await isOperator(customerId)) ? forOperators : forOthers);
    return {
      resolve: async (host) => (await choose()).resolve(host),
      resolveAll: async (host) => (await choose()).resolveAll(host),
      // Only addresses that `resolve` has allowed arrive here.
      isAllowed: forOperators.isAllowed,
    };
  };
}
