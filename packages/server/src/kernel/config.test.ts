import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('an empty environment is a server for this machine only', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    databaseUrl: null,
    smtpUrl: null,
    secret: null,
    demo: true,
    allowPrivateNetworks: true,
    trustedProxies: [],
    signUp: { mode: 'open', allowed: [] },
    operators: null,
    quotas: { cameras: 20, bytes: 100e9 },
    metricsToken: null,
    logLevel: 'info',
  });
  expect(readConfig({}).allowLoopbackSources).toBe(true);
  expect(readConfig({ HOST: '0.0.0.0' }).allowLoopbackSources).toBe(false);
  expect(readConfig({ WATCHPOST_ALLOW_LOOPBACK_SOURCES: '0' }).allowLoopbackSources).toBe(false);
  expect(readConfig({}).dataDir).toMatch(/^\/.*\/data$/);
});

test('empty variables count as missing; flags have the usual spellings', () => {
  expect(
    readConfig({ PORT: '', WATCHPOST_DEMO: '0', WATCHPOST_ALLOW_LOOPBACK_SOURCES: 'yes', WATCHPOST_TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2' }),
  ).toMatchObject({
    port: 8080,
    demo: false,
    allowLoopbackSources: true,
    trustedProxies: ['10.0.0.1', '10.0.0.2'],
  });
});

test('the operator’s links, by language', () => {
  const { links } = readConfig({
    WATCHPOST_LINK_WIKI: 'https://wiki.example/en',
    WATCHPOST_LINK_WIKI_RU: 'https://wiki.example/ru',
    WATCHPOST_LINK_SUPPORT_CHAT: 'tg://resolve?domain=help',
    WATCHPOST_LINK_PRIVACY: '/privacy.html',
  });
  expect(links).toEqual({
    en: { wiki: 'https://wiki.example/en', supportChat: 'tg://resolve?domain=help', privacy: '/privacy.html' },
    ru: { wiki: 'https://wiki.example/ru' },
  });
});

test.each([
  ['WATCHPOST_LINK_WIKI', 'wiki.example'],
  ['WATCHPOST_LINK_PRIVACY_RU', 'javascript:alert(1)'],
  ['WATCHPOST_LINK_CHANNEL', '//evil.example'],
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
  ['WATCHPOST_PUBLIC_ORIGIN', 'https://cams.example/path?query'],
  ['WATCHPOST_PUBLIC_ORIGIN', 'javascript:alert(1)'],
  ['WATCHPOST_DEMO', 'maybe'],
  ['WATCHPOST_DEMO_PLANS', 'maybe'],
  ['WATCHPOST_DEMO_BUSY', 'always'],
  ['LOG_LEVEL', 'loud'],
  ['WATCHPOST_SIGN_UP', 'everybody'],
  ['WATCHPOST_SIGN_UP', 'anna@example.com,@'],
  ['WATCHPOST_OPERATORS', 'anna'],
  ['WATCHPOST_CAMERAS_PER_ACCOUNT', '0'],
  ['WATCHPOST_GIGABYTES_PER_ACCOUNT', '-1'],
  ['WATCHPOST_METRICS_TOKEN', 'short'],
  ['WATCHPOST_ARCHIVE_DAYS', '-1'],
  ['WATCHPOST_ARCHIVE_GIGABYTES', '0'],
  ['WATCHPOST_OFFLINE_NOTICE_SECONDS', '0'],
  ['WATCHPOST_DETECTION_CPU', '0'],
  ['WATCHPOST_TIMELAPSE_CPU', '1.5'],
  ['WATCHPOST_DETECTOR_URL', '127.0.0.1:5000'],
  ['WATCHPOST_DETECTOR_TIMEOUT_SECONDS', '60'],
  ['WATCHPOST_FIREBASE_CONFIG', '{apiKey: "not JSON"}'],
  ['WATCHPOST_FIREBASE_CONFIG', '{"apiKey":"k"}'],
  ['WATCHPOST_FIREBASE_VAPID_KEY', 'short'],
  ['WATCHPOST_FIREBASE_ENDPOINT', 'https://fcm.googleapis.com/v1'],
])('%s=%s is refused by name, without the validator’s stack', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name} must .*\\.\\nChange the environment`));
});

test('behind NAT WebRTC has addresses or names, and ports to forward', () => {
  expect(readConfig({})).toMatchObject({ webrtcAddresses: [], webrtcPorts: null });
  expect(readConfig({ WEBRTC_ADDRESS: '203.0.113.7, 2001:db8::7,home.example', WEBRTC_PORTS: '50000-50100' })).toMatchObject({
    webrtcAddresses: ['203.0.113.7', '2001:db8::7', 'home.example'],
    webrtcPorts: [50_000, 50_100],
  });
});

test.each([
  { HOST: '0.0.0.0' },
  { HOST: '192.168.1.2' },
  { HOST: '::' },
  { WATCHPOST_PUBLIC_ORIGIN: 'https://cams.example' },
  { WATCHPOST_TRUSTED_PROXIES: '127.0.0.1' },
])('%j: others reach it, so sign-up requires an invitation and operators must be named', (variables) => {
  expect(readConfig(variables)).toMatchObject({ signUp: { mode: 'invited', allowed: [] }, operators: [] });
});

test.each([
  { HOST: 'localhost' },
  { HOST: '127.0.0.2' },
  { HOST: '::1' },
  { WATCHPOST_PUBLIC_ORIGIN: 'http://localhost:8080' },
  { WATCHPOST_PUBLIC_ORIGIN: 'http://[::1]:8080' },
])('%j: a server for this machine only', (variables) => {
  expect(readConfig(variables)).toMatchObject({ signUp: { mode: 'open' }, operators: null });
});

test('sign-up modes and operators', () => {
  expect(readConfig({ HOST: '0.0.0.0', WATCHPOST_SIGN_UP: ' Open ' }).signUp).toEqual({ mode: 'open', allowed: [] });
  expect(readConfig({ WATCHPOST_SIGN_UP: 'closed' }).signUp).toEqual({ mode: 'closed', allowed: [] });
  expect(readConfig({ WATCHPOST_SIGN_UP: 'Anna@Example.com, @example.org' }).signUp).toEqual({
    mode: 'invited',
    allowed: ['anna@example.com', '@example.org'],
  });
  expect(readConfig({ WATCHPOST_OPERATORS: 'Anna@Example.com, boris@example.org' }).operators).toEqual([
    'anna@example.com',
    'boris@example.org',
  ]);
});

test('a refused secret is not repeated', () => {
  expect(() => readConfig({ WATCHPOST_SECRET: 'hunter2' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  );
});

const firebase = {
  WATCHPOST_FIREBASE_CONFIG: '{"apiKey":"k","projectId":"p","appId":"a","messagingSenderId":"1","measurementId":"unused"}',
  WATCHPOST_FIREBASE_VAPID_KEY: 'B'.repeat(87),
  WATCHPOST_FIREBASE_SERVICE_ACCOUNT: '/keys/account.json',
};

test('push uses the server’s keys, or Firebase when fully configured', () => {
  expect(readConfig({})).toMatchObject({ firebase: null, allowPrivatePush: false, allowLoopbackPush: false });
  expect(readConfig(firebase).firebase).toEqual({
    config: { apiKey: 'k', projectId: 'p', appId: 'a', messagingSenderId: '1' },
    vapidKey: 'B'.repeat(87),
    serviceAccountFile: '/keys/account.json',
    endpoint: 'https://fcm.googleapis.com',
  });
});

test.each(Object.keys(firebase))('Firebase without %s is refused: otherwise missing messages would go unnoticed', (name) => {
  expect(() => readConfig({ ...firebase, [name]: '' })).toThrow(new RegExp(`in part: ${name} is missing`));
  expect(() => readConfig({ ...firebase, [name]: '' })).toThrow(ConfigError);
});
