import { createBrowserClientCore } from '@watchpost/sdk-core/browser';
import { currentLocale } from '../shared/i18n/i18n.ts';
import { appFetch } from '../shared/local-camera/app-fetch.ts';
import { basePath } from '../shared/navigation/base-path.ts';

/** The page's session: same server as the app, with the interface's language on every request. */
export const clientCore = createBrowserClientCore({ baseUrl: basePath, fetch: appFetch, locale: currentLocale });
