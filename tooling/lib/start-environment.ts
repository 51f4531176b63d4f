import { join } from 'node:path';
import { root } from './root.ts';

/**
 * The environment of a server that is started in the clone: the built app, and the demo with its plans. The server sells those only while
 * nobody else reaches it and its operator has no plans of their own.
 * @param given what was set; it takes precedence
 */
export function startEnvironment(given: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return {
    WATCHPOST_APP_DIR: join(root, 'packages/reference-app/dist'),
    WATCHPOST_EMBED_DIR: join(root, 'packages/widgets/dist/cdn'),
    WATCHPOST_DEMO_PLANS: '1',
    ...given,
  };
}
