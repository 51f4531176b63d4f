/** What this program says it is. */
export const agentModel = 'Camera agent';

/** Under which its credentials are kept. */
export function credentialsKey(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_');
}
