import type { CheckoutChoices } from '@watchpost/widgets/checkout';
import { tabTexts } from '../../shared/browser/storage.ts';

const key = 'checkout';

/** Keeps what was chosen in the checkout of these cameras, for a reload and for the way to the payment service and back. */
export function keepChoices(cameraIds: readonly string[], choices: CheckoutChoices): void {
  tabTexts.write(key, Object.keys(choices).length === 0 ? null : JSON.stringify({ cameraIds, choices }));
}

/** Returns what was chosen for these cameras; undefined for nothing. */
export function keptChoices(cameraIds: readonly string[]): CheckoutChoices | undefined {
  const kept = read();
  if (typeof kept !== 'object' || kept === null) return undefined;
  if (JSON.stringify(Reflect.get(kept, 'cameraIds')) !== JSON.stringify(cameraIds)) return undefined;
  const choices: unknown = Reflect.get(kept, 'choices');
  if (typeof choices !== 'object' || choices === null) return undefined;
  return Object.fromEntries(
    Object.entries(choices).flatMap(([id, planId]: [string, unknown]) =>
      typeof planId === 'string' || planId === null ? [[id, planId] as const] : [],
    ),
  );
}

function read(): unknown {
  try {
    return JSON.parse(tabTexts.read(key) ?? 'null');
  } catch {
    return null;
  }
}
