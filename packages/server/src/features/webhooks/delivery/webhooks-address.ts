import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../../kernel/app-error.ts';
import type { AccountNetworks } from '../../../kernel/network/account-networks.ts';
import type { NetworkPolicy } from '../../../kernel/network/network-policy.ts';

/** Decides which addresses the webhooks of an account can call. */
export interface WebhookAddresses {
  /**
   * Resolves the host once; the connection then uses one of exactly these addresses.
   * @throws {AppError} webhook-url-forbidden, camera-host-unknown
   */
  resolve(customerId: string, url: URL): Promise<readonly string[]>;
  /** Refuses an address that can never be called; a host that is unknown now may be set up later. @throws {AppError} webhook-url-forbidden */
  check(customerId: string, url: URL): Promise<void>;
}

export interface WebhookAddressesDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly networkOf: AccountNetworks;
  /** The policy for everyone: what it refuses is the operator's own network. */
  readonly publicNetwork: Pick<NetworkPolicy, 'isAllowed'>;
}

/** A slow name server must not hold a request. */
const checkTimeoutMs = 3000;

export function createWebhookAddresses({ clock, networkOf, publicNetwork }: WebhookAddressesDeps): WebhookAddresses {
  const resolve: WebhookAddresses['resolve'] = async (customerId, url) => {
    // A password in the address would be shown in every list.
    if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw new AppError('webhook-url-forbidden');
    const addresses = await networkOf(customerId)
      .resolveAll(url.hostname)
      .catch((error: unknown) => {
        throw error instanceof AppError && error.code !== 'camera-host-unknown' && error.status < 500
          ? new AppError('webhook-url-forbidden', { cause: error })
          : error;
      });
    // Without TLS anyone on the way could read and change deliveries: only inside of the operator's own network.
    if (url.protocol === 'http:' && addresses.some(publicNetwork.isAllowed)) throw new AppError('webhook-url-forbidden');
    return addresses;
  };
  return {
    resolve,
    check: async (customerId, url) => {
      const { promise: late, resolve: endWait } = Promise.withResolvers<null>();
      const cancel = clock.after(checkTimeoutMs, () => endWait(null));
      try {
        await Promise.race([resolve(customerId, url), late]);
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'camera-host-unknown')) throw error;
      } finally {
        cancel();
      }
    },
  };
}
