export { readCode } from './outbox.ts';
export { startTestServer } from './test-server.ts';
export type { TestServer, TestSession } from './test-server.ts';
