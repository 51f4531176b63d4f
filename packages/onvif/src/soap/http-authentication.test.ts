import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { authorizationHeader, pickChallenge, rankChallenges } from './http-authentication.ts';

const input = {
  username: 'Mufasa',
  password: 'Circle of Life',
  method: 'GET',
  uri: '/dir/index.html',
  count: 1,
  clientNonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
};
const rfc7616 = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;

test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])('matches the example of RFC 7616 with %s', (algorithm, response) => {
  const challenge = pickChallenge([rfc7616(algorithm)]);
  if (!challenge) throw new Error('no challenge');
  expect(authorizationHeader({ ...input, challenge })).toContain(`response="${response}"`);
});
test('the strongest of several challenges is selected, in one header or in many', () => {
  expect(pickChallenge(['Basic realm="a"', rfc7616('MD5'), rfc7616('SHA-256')])?.algorithm).toBe('SHA-256');
  expect(pickChallenge([`Basic realm="a", ${rfc7616('MD5')}`])?.scheme).toBe('digest');
  expect(pickChallenge(['Negotiate', rfc7616('WHAT')])).toBe(null);
});
test.each([
  [
    ['Basic realm="a"', rfc7616('MD5'), rfc7616('SHA-256'), rfc7616('SHA-512-256')],
    ['SHA-256', 'SHA-512-256', 'MD5'],
  ],
  [['Basic realm="a"', rfc7616('SHA-3000')], ['Basic']],
  [['Basic realm="a"', rfc7616('"MD5"')], ['"MD5"']],
  [['Negotiate', rfc7616('SHA-3000')], []],
])('challenges are ranked, and Basic counts only without a digest: %j', (values, expected) => {
  expect(rankChallenges(values).map(({ scheme, algorithm }) => (scheme === 'basic' ? 'Basic' : algorithm))).toEqual(
    expected.map((name) => name.replaceAll('"', '')),
  );
});
test('SHA-512-256 is SHA-512/256 of FIPS 180-4', () => {
  const [challenge] = rankChallenges(['Digest realm="cam", nonce="n", algorithm=SHA-512-256']);
  if (!challenge) throw new Error('no challenge');
  const header = authorizationHeader({ ...input, challenge });
  expect(header).toMatch(/algorithm=SHA-512-256/);
  expect(header).toMatch(/response="[0-9a-f]{64}"/);
});
test.each([
  ['UTF-8', Buffer.from('摄像机')],
  ['GBK', Buffer.from('c9e3cff1bbfa', 'hex')],
])('a realm in %s goes back byte for byte, and is hashed so; a user name is UTF-8', (_, realm) => {
  // As headers are read.
  const [challenge] = rankChallenges([`Digest realm="${realm.toString('latin1')}", nonce="n"`]);
  if (!challenge) throw new Error('no challenge');
  const header = authorizationHeader({ ...input, challenge, username: 'вера', password: 'пароль' });
  expect(header).toMatch(/^[\u0020-\u007e\u0080-\u00ff]+$/);
  // As headers are written.
  const sent = Buffer.from(header, 'latin1');
  expect(sent.includes(Buffer.concat([Buffer.from('username="вера", realm="'), realm, Buffer.from('"')]))).toBe(true);
  const md5 = (data: Buffer): string => createHash('md5').update(data).digest('hex');
  const ha1 = md5(Buffer.concat([Buffer.from('вера:'), realm, Buffer.from(':пароль')]));
  const ha2 = md5(Buffer.from(`${input.method}:${input.uri}`));
  expect(header).toContain(`response="${md5(Buffer.from(`${ha1}:n:${ha2}`))}"`);
});
test('a line break can’t escape from a header', () => {
  const challenge = pickChallenge(['Digest realm="a", nonce="b"']);
  if (!challenge) throw new Error('no challenge');
  expect(authorizationHeader({ ...input, challenge, username: 'a"\r\nX: y' })).not.toMatch(/[\r\n]/);
});
