import { createBrowserClient, createBrowserPush } from '@watchpost/sdk-core/browser';
import { currentLocale } from '../shared/i18n/i18n.ts';
import { workerPath } from '../shared/worker/worker-messages.ts';

/** The one client of the page: same origin as the app, the interface's language on every request. */
export const client = createBrowserClient({ locale: currentLocale, push: createBrowserPush({ workerPath }) });
