export { buildCamera, createTestClient, signIn } from './builders.ts';
export type { TestClient, TestClientOptions } from './builders.ts';
export { createFakeClock } from './fake-clock.ts';
export type { FakeClock } from './fake-clock.ts';
export { createFakeServer } from './fake-server.ts';
export type { FakeRequest, FakeServer } from './fake-server.ts';
export type { FakeLiveSocket } from './fake-socket.ts';
export { createFakeLocks, createFakeTabs } from './fake-tabs.ts';
export type { FakeTabs } from './fake-tabs.ts';
