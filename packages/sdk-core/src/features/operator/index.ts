export { createOperatorApi } from './operator-api.ts';
export type { OperatorApi } from './operator-api.ts';
