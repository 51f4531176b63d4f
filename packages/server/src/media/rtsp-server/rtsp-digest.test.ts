import { authorizationHeader, pickChallenge } from '@watchpost/onvif/http-authentication';
import { expect, test } from 'vitest';
import { findSlowRun } from '../../../../../tooling/lib/long-runs.ts';
import { digestChallenge, isDigestOf, parseDigest } from './rtsp-digest.ts';

const uri = 'rtsp://127.0.0.1:8554/cam_1';

/** What our own client, which real cameras accept, answers to a challenge. */
function headerFor(challengeText: string, password: string): string {
  const challenge = pickChallenge([challengeText]);
  if (!challenge) throw new Error('The challenge can be read.');
  return authorizationHeader({ challenge, username: 'AbcDef1234', password, method: 'DESCRIBE', uri, count: 1, clientNonce: 'c' });
}

test.each([digestChallenge('nonce'), 'Digest realm="Watchpost", nonce="nonce", qop="auth"'])('a client that answers %s', (challenge) => {
  const credentials = parseDigest(headerFor(challenge, 'secret'));
  if (!credentials) throw new Error('The header can be read.');
  expect(credentials).toMatchObject({ username: 'AbcDef1234', nonce: 'nonce', uri });
  expect(isDigestOf(credentials, 'secret', 'DESCRIBE')).toBe(true);
  expect(isDigestOf(credentials, 'Secret', 'DESCRIBE')).toBe(false);
  expect(isDigestOf(credentials, 'secret', 'PLAY')).toBe(false);
  expect(isDigestOf({ ...credentials, uri: `${uri}/low` }, 'secret', 'DESCRIBE')).toBe(false);
});

test.each([undefined, '', 'Basic YTpi', 'Digest ', 'Digest username="a"', `Digest ${'x="y",'.repeat(1000)}`])(
  '%s is no answer',
  (header) => {
    expect(parseDigest(header)).toBeNull();
  },
);

test('R15: one character 250,000 times, anywhere in an answer, takes no time', () => {
  expect(findSlowRun('Digest username="a", nonce="b", uri="c", response="d", qop=auth', parseDigest)).toBeNull();
});
