/** How this program identifies itself. */
export const agentModel = 'Camera agent';

/** Name of the file that stores its credentials. */
export function credentialsKey(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_');
}
