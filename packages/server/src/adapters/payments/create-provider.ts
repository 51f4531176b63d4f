import type { ServerConfig } from '../../kernel/config.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { loadKeys } from '../../kernel/keys.ts';
import { publicUrlOf } from '../../kernel/network/base-path.ts';
import type { PaymentProvider } from './port.ts';
import type { RemoteDeps } from './remote/remote-payments.ts';
import { createSandboxProvider } from './sandbox.ts';

/** Creates the payment provider of the configuration; those that move money are loaded only when used. */
export async function createPaymentProvider(config: ServerConfig, deps: RemoteDeps): Promise<PaymentProvider & ServerModule> {
  const { payments } = config;
  switch (payments.provider) {
    case 'sandbox':
      return createSandboxProvider({ ...deps, key: loadKeys(config).payments, publicUrl: publicUrlOf(config) });
    case 'stripe': {
      const { createStripeProvider } = await import('./stripe/stripe.ts');
      return createStripeProvider({ ...deps, settings: payments.stripe });
    }
    case 'yookassa': {
      const { createYooKassaProvider } = await import('./yookassa/yookassa.ts');
      return createYooKassaProvider({ ...deps, settings: payments.yookassa });
    }
  }
}
