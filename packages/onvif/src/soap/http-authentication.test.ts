import { expect, test } from 'vitest';
import { authorizationHeader, pickChallenge } from './http-authentication.ts';

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
test('a line break can’t escape from a header', () => {
  const challenge = pickChallenge(['Digest realm="a", nonce="b"']);
  if (!challenge) throw new Error('no challenge');
  expect(authorizationHeader({ ...input, challenge, username: 'a"\r\nX: y' })).not.toMatch(/[\r\n]/);
});
