export { createSmartEventsApi } from './smart-events-api.ts';
export type { SmartEventsApi } from './smart-events-api.ts';
