import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('an empty environment is a server for this machine alone', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    databaseUrl: null,
    smtpUrl: null,
    secret: null,
    demo: true,
    allowPrivateNetworks: true,
    allowLoopbackSources: false,
    trustedProxies: [],
    logLevel: 'info',
  });
  expect(readConfig({}).dataDir).toMatch(/^\/.*\/data$/);
});

test('empty variables count as missing, flags as people write them', () => {
  expect(readConfig({ PORT: '', WATCHPOST_DEMO: '0', WATCHPOST_ALLOW_LOOPBACK_SOURCES: 'yes', WATCHPOST_TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2' })).toMatchObject({
    port: 8080,
    demo: false,
    allowLoopbackSources: true,
    trustedProxies: ['10.0.0.1', '10.0.0.2'],
  });
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '80.5'],
  ['DATABASE_URL', 'mysql://x'],
  ['SMTP_URL', 'mail.example.com'],
  ['FEEDBACK_EMAIL', 'support'],
  ['WEBRTC_ADDRESS', 'https://cams.example'],
  ['WEBRTC_ADDRESS', '203.0.113.7,300.1.1.1'],
  ['WEBRTC_PORTS', '50000'],
  ['WEBRTC_PORTS', '50100-50000'],
  ['WEBRTC_PORTS', '80-90'],
  ['WATCHPOST_SECRET', 'short'],
  ['WATCHPOST_PUBLIC_ORIGIN', 'https://cams.example/path'],
  ['WATCHPOST_PUBLIC_ORIGIN', 'javascript:alert(1)'],
  ['WATCHPOST_DEMO', 'maybe'],
  ['LOG_LEVEL', 'loud'],
  ['WATCHPOST_ARCHIVE_DAYS', '-1'],
  ['WATCHPOST_OFFLINE_NOTICE_SECONDS', '0'],
  ['WATCHPOST_FIREBASE_CONFIG', '{apiKey: "not JSON"}'],
  ['WATCHPOST_FIREBASE_CONFIG', '{"apiKey":"k"}'],
  ['WATCHPOST_FIREBASE_VAPID_KEY', 'short'],
  ['WATCHPOST_FIREBASE_ENDPOINT', 'https://fcm.googleapis.com/v1'],
])('%s=%s is refused by name, without a stack of the checker', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name} must .*\\.\\nChange the environment`));
});

test('behind NAT WebRTC has addresses or names, and ports to forward', () => {
  expect(readConfig({})).toMatchObject({ webrtcAddresses: [], webrtcPorts: null });
  expect(readConfig({ WEBRTC_ADDRESS: '203.0.113.7, 2001:db8::7,home.example', WEBRTC_PORTS: '50000-50100' })).toMatchObject({ webrtcAddresses: ['203.0.113.7', '2001:db8::7', 'home.example'], webrtcPorts: [50_000, 50_100] });
});

test('a refused secret is not repeated', () => {
  expect(() => readConfig({ WATCHPOST_SECRET: 'hunter2' })).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
});

const firebase = {
  WATCHPOST_FIREBASE_CONFIG: '{"apiKey":"k","projectId":"p","appId":"a","messagingSenderId":"1","measurementId":"unused"}',
  WATCHPOST_FIREBASE_VAPID_KEY: 'B'.repeat(87),
  WATCHPOST_FIREBASE_SERVICE_ACCOUNT: '/keys/account.json',
};

test('push goes out with own keys, or through Firebase when all of it is given', () => {
  expect(readConfig({})).toMatchObject({ firebase: null, allowPrivatePush: false, allowLoopbackPush: false });
  expect(readConfig(firebase).firebase).toEqual({
    config: { apiKey: 'k', projectId: 'p', appId: 'a', messagingSenderId: '1' },
    vapidKey: 'B'.repeat(87),
    serviceAccountFile: '/keys/account.json',
    endpoint: 'https://fcm.googleapis.com',
  });
});

test.each(Object.keys(firebase))('Firebase without %s is refused: nobody would notice that no message comes', (name) => {
  expect(() => readConfig({ ...firebase, [name]: '' })).toThrow(new RegExp(`in part: ${name} is missing`));
  expect(() => readConfig({ ...firebase, [name]: '' })).toThrow(ConfigError);
});
