export { fillPath } from './endpoint.ts';
export type { Endpoint, Method } from './endpoint.ts';
export { errorCodes, errorMessages, errorStatus } from './errors.ts';
export type { ErrorBody, ErrorCode } from './errors.ts';
export { defaultLocale, locales, pickLocale } from './locales.ts';
export type { Locale } from './locales.ts';
