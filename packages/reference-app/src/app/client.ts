import { createBrowserClient } from '@watchpost/sdk-core/browser';
import { currentLocale } from '../shared/i18n/i18n.ts';

/** The one client of the page: same origin as the app, the interface's language on every request. */
export const client = createBrowserClient({ locale: currentLocale });
