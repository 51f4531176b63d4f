/**
 * Measures one event sent to 1,000 devices: time until the last message has arrived, and the delay of the event loop; and one event sent to
 * one device.
 * Everything but the distance is real: SQLite, encryption for each browser, signatures, https. The push service is another process.
 */
import { createECDH, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock as clock } from '@watchpost/contract/timing/clock';
import { loadVapidKeys } from '../../packages/server/src/adapters/push/vapid-keys.ts';
import { createWebPushSender } from '../../packages/server/src/adapters/push/web-push.ts';
import { openDatabase } from '../../packages/server/src/db/database.ts';
import { migrate } from '../../packages/server/src/db/migrations.ts';
import { createCameraAccess, createCameraAudience } from '../../packages/server/src/features/cameras/index.ts';
import { createNotificationsService } from '../../packages/server/src/features/notifications/index.ts';
import { createLog } from '../../packages/server/src/kernel/log.ts';
import { createNetworkPolicy } from '../../packages/server/src/kernel/network/network-policy.ts';
import { createTokens } from '../../packages/server/src/kernel/tokens.ts';
import { makeCertificate } from '../../packages/server/src/testing/certificate.ts';
import { noPartners } from '../../packages/server/src/testing/partners/no-partners.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../packages/server/src/testing/people.ts';
import { startChild } from '../support/children.ts';
import { temporaryFolder } from '../support/folders.ts';
import { residentMemory } from '../support/processes.ts';
import { figure, report } from '../support/report.ts';
import { sleep } from '../support/waiting.ts';

const devices = 1000;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 10);
/** Typical delay of a push service on the internet, ms. */
const pushDelayMs = 20;
/** Delay that the histogram reports on an idle loop, ms. */
const resolution = 1;

const folder = temporaryFolder('push');
const certificate = await makeCertificate();
for (const [name, text] of Object.entries(certificate)) writeFileSync(join(folder, `${name}.pem`), text, { mode: 0o600 });
const endpoint = await startChild(
  process.execPath,
  [join(import.meta.dirname, '../support/push-endpoint.ts'), join(folder, 'key.pem'), join(folder, 'cert.pem'), String(pushDelayMs)],
  { ready: /ready (\S+)/ },
);
const origin = endpoint.ready?.[1] ?? '';

const db = openDatabase({ kind: 'sqlite', file: join(folder, 'watchpost.db') });
await migrate(db);
const push = createWebPushSender({
  keys: loadVapidKeys({ dataDir: folder }),
  subject: 'https://cams.example',
  clock,
  network: createNetworkPolicy({ allowPrivate: false, allowLoopback: true }),
  allowInsecure: false,
  certificateAuthority: certificate.cert,
});
const readAccessToken = async () => {
  throw new Error('no sign-in in this benchmark');
};
const access = createCameraAccess({
  db,
  clock,
  tokens: createTokens(randomBytes(32)),
  readAccessToken,
  isSessionRunning: async () => true,
  ...noPartners,
});
let ended = 0;
const failures = new Map<string, number>();
const notifications = createNotificationsService({
  db,
  clock,
  log: createLog({ level: 'silent', format: 'json' }),
  push,
  audience: createCameraAudience({ db, clock }),
  resolveAccess: access.resolve,
  offlineSince: () => null,
  otherChannels: async () => [],
  email: null,
  placesOf: async () => new Map(),
  onResult: (result) => {
    ended += 1;
    if (result !== 'sent') failures.set(result, (failures.get(result) ?? 0) + 1);
  },
});

// Half of the devices are the owner's; each of the others belongs to a viewer.
const owner = await insertCustomer(db, 'owner@example.test');
const cameraId = await insertCamera(db, owner);
/** The owner of one device. */
const alone = await insertCustomer(db, 'alone@example.test');
const quietCameraId = await insertCamera(db, alone);
for (let index = 0; index <= devices; index += 1) {
  const customerId = index === devices ? alone : index % 2 === 0 ? owner : await insertCustomer(db, `viewer-${index}@example.test`);
  if (customerId !== owner && customerId !== alone) await insertGrant(db, cameraId, customerId);
  const deviceId = `device-${index}`;
  await db
    .insertInto('devices')
    .values({ id: deviceId, customer_id: customerId, name: 'web', token_hash: deviceId, created_at: 1, last_seen_at: 1 })
    .execute();
  await db
    .insertInto('session_families')
    .values({
      id: deviceId,
      customer_id: customerId,
      device_id: deviceId,
      generation: 1,
      rotated_at: 1,
      created_at: 1,
      expires_at: Number.MAX_SAFE_INTEGER,
      revoked_at: null,
    })
    .execute();
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  const token = JSON.stringify({ endpoint: `${origin}/push/${index}`, expirationTime: null, keys });
  await notifications.subscribe({ customerId, familyId: deviceId, deviceId, locale: 'en' }, token);
}

const [handedOver, eventLoop, processor, memory]: number[][] = [[], [], [], []];
const notifyDevices = async (): Promise<void> => {
  const before = ended;
  await notifications.notify({ cameraId, type: 'CAMERAPHONE_PERSON', cameraTitle: 'Yard', at: clock.now() });
  while (ended < before + devices) await sleep(2);
};
await notifyDevices();
const atRest = residentMemory(process.pid);
for (let round = 0; round < rounds; round += 1) {
  const delay = monitorEventLoopDelay({ resolution });
  const started = performance.now();
  const cpu = process.cpuUsage();
  delay.enable();
  await notifyDevices();
  delay.disable();
  const used = process.cpuUsage(cpu);
  handedOver?.push(performance.now() - started);
  eventLoop?.push(delay.percentile(99) / 1e6 - resolution);
  processor?.push((used.user + used.system) / 1000 / devices);
  memory?.push((residentMemory(process.pid) - atRest) / 1e6);
}
const alerts: number[] = [];
for (let round = 0; round < rounds * 5; round += 1) {
  const before = ended;
  const started = performance.now();
  await notifications.notify({ cameraId: quietCameraId, type: 'CAMERAPHONE_PERSON', cameraTitle: 'Yard', at: clock.now() });
  while (ended < before + 1) await sleep(2);
  alerts.push(performance.now() - started);
}
await notifications.close();
await db.destroy();
await endpoint.stop();
if (failures.size > 0) console.log('Not sent:', Object.fromEntries(failures));

report('push', [
  figure(`last of ${devices} devices has the event`, 'ms', failures.size > 0 ? [] : (handedOver ?? []), { of: 'p95', atMost: 5000 }),
  figure('one device has an event', 'ms', failures.size > 0 ? [] : alerts, { of: 'p95', atMost: 2000 }),
  figure('event loop late, p99 of a round', 'ms', eventLoop ?? [], { of: 'median', atMost: 50 }),
  figure('processor a message', 'ms', processor ?? []),
  figure('memory beyond the first round', 'MB', memory ?? [], { of: 'p95', atMost: 100 }),
]);
