import { expect, test } from 'vitest';
import { createRtspLogin, type RtspLogin } from './rtsp-login.ts';
import { createRtspMemory } from './rtsp-memory.ts';
import { parseRtspUrl } from './rtsp-url.ts';

const target = parseRtspUrl({ url: 'rtsp://10.0.0.2/', username: 'viewer', password: 's3cret-77' });
const digest = (algorithm: string, nonce = 'n', more = ''): string => `Digest realm="cam", nonce="${nonce}", algorithm=${algorithm}${more}`;
const schemeOf = (login: RtspLogin): string => {
  const header = login.header('DESCRIBE', target.url) ?? '';
  return header.startsWith('Basic') ? 'Basic' : (/algorithm=([\w-]+)/.exec(header)?.[1] ?? 'MD5');
};
/** The schemes that are tried until nothing is left. */
function tried(login: RtspLogin, challenges: readonly string[]): string[] {
  const schemes: string[] = [];
  try {
    for (;;) {
      login.onRefused(challenges, false);
      schemes.push(schemeOf(login));
    }
  } catch (error) {
    return [...schemes, (error as { code: string }).code];
  }
}

test.each([
  [
    [digest('MD5'), digest('SHA-256')],
    ['SHA-256', 'MD5', 'camera-wrong-password'],
  ],
  [
    [digest('"SHA-256"'), digest('"MD5"')],
    ['SHA-256', 'MD5', 'camera-wrong-password'],
  ],
  [
    [`${digest('MD5')}, ${digest('SHA-512-256')}`, digest('SHA-256')],
    ['SHA-256', 'SHA-512-256', 'MD5', 'camera-wrong-password'],
  ],
  [
    [digest('SHA-3000'), digest('MD5')],
    ['MD5', 'camera-wrong-password'],
  ],
  [
    [digest('MD5-sess'), digest('MD5')],
    ['MD5-sess', 'MD5', 'camera-wrong-password'],
  ],
  // Basic discloses the password: only where there is nothing else.
  [
    ['Basic realm="cam"', digest('MD5')],
    ['MD5', 'camera-wrong-password'],
  ],
  [
    ['Basic realm="cam"', digest('SHA-3000')],
    ['Basic', 'camera-wrong-password'],
  ],
  [[digest('SHA-3000')], ['camera-login-unsupported']],
  [['Negotiate abc'], ['camera-login-unsupported']],
  [[], ['camera-wrong-password']],
])('%j: %j', (challenges, expected) => {
  expect(tried(createRtspLogin(target, createRtspMemory()), challenges)).toEqual(expected);
});

test('an unknown algorithm is named, without what else the challenge holds', () => {
  const login = createRtspLogin(target, createRtspMemory());
  expect(() => login.onRefused([digest('SHA-3000', 'n0nce')], false)).toThrow(
    expect.objectContaining({ code: 'camera-login-unsupported', message: 'The camera offers: Digest SHA-3000.' }),
  );
});

test('without a user name, nothing is tried', () => {
  expect(tried(createRtspLogin(parseRtspUrl({ url: 'rtsp://10.0.0.2/' }), createRtspMemory()), [digest('MD5')])).toEqual([
    'camera-wrong-password',
  ]);
});

test('what has worked comes first the next time', () => {
  const memory = createRtspMemory();
  const challenges = [digest('MD5'), digest('SHA-256')];
  const first = createRtspLogin(target, memory);
  first.onRefused(challenges, false);
  first.onRefused(challenges, false);
  expect(schemeOf(first)).toBe('MD5');
  first.onAccepted();
  expect(tried(createRtspLogin(target, memory), challenges)).toEqual(['MD5', 'SHA-256', 'camera-wrong-password']);
});

test.each([
  ['named stale', ', stale=true', false],
  ['only another', '', true],
])('a nonce that is too old is renewed once: %s', (_, more, hasWorked) => {
  const login = createRtspLogin(target, createRtspMemory());
  login.onRefused([digest('MD5', 'first')], false);
  if (hasWorked) login.onAccepted();
  expect(login.onRefused([digest('MD5', 'second', more)], false)).toBe(true);
  expect(login.header('PLAY', target.url)).toContain('nonce="second"');
  expect(() => login.onRefused([digest('MD5', 'third')], true)).toThrow(expect.objectContaining({ code: 'camera-wrong-password' }));
});
