import { createClient, type DeviceCode } from '@watchpost/sdk-core';
import { onTestFinished } from 'vitest';
import { until, type RunningProduct } from '../product.ts';

/** A program's client, which asks to be signed in. */
export async function startDeviceCodeProgram(product: RunningProduct, deviceName: string) {
  const client = createClient({ baseUrl: product.url });
  onTestFinished(() => client.dispose());
  let shown: DeviceCode | null = null;
  const session = client.session.signInWithDeviceCode({ deviceName, onCode: (code) => (shown = code) });
  session.catch(() => undefined);
  return { client, session, code: await until<DeviceCode>('a code', () => shown) };
}
