export { startCutLine } from './cut-line.ts';
export type { CutLine } from './cut-line.ts';
export { startFirebaseService } from './firebase-service.ts';
export type { FirebaseService } from './firebase-service.ts';
export { readCode } from './outbox.ts';
export { startPushService } from './push-service.ts';
export type { PushService } from './push-service.ts';
export { startTestServer } from './test-server.ts';
export type { TestServer, TestSession } from './test-server.ts';
