export { fillPath } from './endpoint.ts';
export type { Endpoint, Method } from './endpoint.ts';
export { errorCodes, errorMessages, errorStatus } from './errors.ts';
export type { ErrorBody, ErrorCode } from './errors.ts';
export { takenAtHeader } from './headers.ts';
export { defaultLocale, locales, pickLocale } from './locales.ts';
export type { Locale } from './locales.ts';
export { isTimeZoneName, standardOffset, timeZoneNames, timeZoneRules } from './time-zones.ts';
export type { TimeZoneName } from './time-zones.ts';
