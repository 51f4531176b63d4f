import type { z } from 'zod';

/**
 * Returns the items that this version knows. Another version may run beside it and store kinds that this one has no name for: those are left
 * out, or left to a node of that version. They never make a request or a job fail.
 * @example knownOf(apiKeyScope, JSON.parse(row.scopes))
 */
export function knownOf<T>(schema: z.ZodType<T>, items: unknown): T[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item): T[] => {
    const read = schema.safeParse(item);
    return read.success ? [read.data] : [];
  });
}
