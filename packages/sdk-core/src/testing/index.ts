export { buildCamera, buildEvent, buildGrant } from './builders.ts';
export {
  buildOrder,
  buildPaymentMethod,
  buildPlan,
  buildPlanVersion,
  buildSubscription,
  buildTransaction,
  buildUpcomingInvoices,
} from './billing/billing-builders.ts';
export { buildBookmark, buildSavedClip } from './fake-bookmarks.ts';
export { buildApiKey } from './developers/fake-api-keys.ts';
export { buildEmbedLink, buildEmbedToken } from './developers/fake-embeds.ts';
export { buildOperatorOverview } from './developers/fake-operator.ts';
export { buildQualityReport, buildQualityRow } from './developers/fake-quality.ts';
export { buildStreamLink } from './developers/fake-stream-links.ts';
export { buildWebhook, buildWebhookDelivery } from './developers/fake-webhooks.ts';
export { createFakeClock } from './fake-clock.ts';
export type { FakeClock } from './fake-clock.ts';
export { createFakeFirebase } from './push/fake-firebase.ts';
export type { FakeFirebase } from './push/fake-firebase.ts';
export { buildPtz } from './fake-ptz.ts';
export { buildInvitation, buildSharedCamera } from './sharing/fake-invitations.ts';
export { createFakePush } from './push/fake-push.ts';
export type { FakePush } from './push/fake-push.ts';
export { createFakeServer } from './fake-server.ts';
export { buildDeviceAuthorization } from './session/fake-device-codes.ts';
export type { FakeDeviceAuthorization } from './session/fake-device-codes.ts';
export { buildAccessEntry, buildCameraUser, buildInvite, plainInviteOptions } from './sharing/fake-sharing.ts';
export type { FakeRequest, FakeServer } from './fake-server.ts';
export type { FakeLiveSocket } from './fake-socket.ts';
export { createFakeLocks, createFakeTabs } from './fake-tabs.ts';
export type { FakeTabs } from './fake-tabs.ts';
export { createTestClient, signIn } from './test-client.ts';
export type { TestClient, TestClientOptions } from './test-client.ts';
export { buildTelegramChat } from './push/fake-telegram.ts';
