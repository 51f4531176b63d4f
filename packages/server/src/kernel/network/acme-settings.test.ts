import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const given = {
  WATCHPOST_PUBLIC_ORIGIN: 'https://cams.example/cams',
  WATCHPOST_ACME_DOMAINS: 'Cams.example, www.cams.example,cams.example',
  WATCHPOST_ACME_ACCEPT_TERMS: '1',
};

test('names and accepted terms are enough: the authority is Let’s Encrypt', () => {
  expect(readConfig(given).tls).toEqual({
    port: 8443,
    files: null,
    acme: {
      domains: ['cams.example', 'www.cams.example'],
      email: null,
      directoryUrl: 'https://acme-v02.api.letsencrypt.org/directory',
    },
  });
  expect(
    readConfig({ ...given, WATCHPOST_ACME_EMAIL: 'anna@cams.example', WATCHPOST_ACME_DIRECTORY: 'https://ca.lan:9000/acme/acme/directory' })
      .tls,
  ).toMatchObject({ acme: { email: 'anna@cams.example', directoryUrl: 'https://ca.lan:9000/acme/acme/directory' } });
  expect(readConfig({ WATCHPOST_ACME_ACCEPT_TERMS: '0' }).tls).toBeNull();
});

test.each([
  ['terms that are not accepted', { ...given, WATCHPOST_ACME_ACCEPT_TERMS: '' }, /WATCHPOST_ACME_ACCEPT_TERMS=1/],
  ['an e-mail address without names', { WATCHPOST_ACME_EMAIL: 'anna@cams.example' }, /WATCHPOST_ACME_EMAIL needs WATCHPOST_ACME_DOMAINS/],
  ['no public address', { ...given, WATCHPOST_PUBLIC_ORIGIN: '' }, /WATCHPOST_PUBLIC_ORIGIN/],
  ['a public address without TLS', { ...given, WATCHPOST_PUBLIC_ORIGIN: 'http://cams.example' }, /WATCHPOST_PUBLIC_ORIGIN/],
  ['names without that of the public address', { ...given, WATCHPOST_ACME_DOMAINS: 'www.cams.example' }, /lacks cams\.example/],
  ['a wildcard', { ...given, WATCHPOST_ACME_DOMAINS: 'cams.example,*.cams.example' }, /without an address or a wildcard/],
  ['an address', { ...given, WATCHPOST_ACME_DOMAINS: '203.0.113.5' }, /without an address or a wildcard/],
  ['no name at all', { ...given, WATCHPOST_ACME_DOMAINS: ' , ' }, /WATCHPOST_ACME_DOMAINS must be/],
  ['a directory that is not encrypted', { ...given, WATCHPOST_ACME_DIRECTORY: 'http://ca.lan/directory' }, /must be the https address/],
  [
    'files as well',
    { ...given, WATCHPOST_TLS_CERTIFICATE: 'cert.pem', WATCHPOST_TLS_KEY: 'key.pem' },
    /WATCHPOST_ACME_DOMAINS and WATCHPOST_TLS_CERTIFICATE exclude each other/,
  ],
  [
    'a node of a cluster',
    { ...given, WATCHPOST_ROLES: 'api', DATABASE_URL: 'postgres://db.example/watchpost', WATCHPOST_SECRET: 'x'.repeat(32) },
    /through a proxy/,
  ],
])('%s: refused with what to do', (_name, variables, message) => {
  expect(() => readConfig(variables)).toThrow(message);
});
