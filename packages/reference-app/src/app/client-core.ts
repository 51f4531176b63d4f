import { createBrowserClientCore } from '@watchpost/sdk-core/browser';
import { currentLocale } from '../shared/i18n/i18n.ts';
import { appFetch } from '../shared/local-camera/app-fetch.ts';

/** The page's session: same origin as the app, with the interface's language on every request. */
export const clientCore = createBrowserClientCore({ fetch: appFetch, locale: currentLocale });
