import { encodeRegistrationCode } from '@watchpost/contract/protocols/registration-code';
import { expect, test, vi } from 'vitest';
import { RegistrationError } from '../link/registration.ts';
import { createCodeRegistration, type CodeRegistrationDeps } from './registration-by-code.ts';
import { WifiError } from './wifi-command.ts';

const registrationToken = 't'.repeat(43);
const server = 'https://watch.example';
const wifi = { name: 'Northgate-2G', password: 'open sesame' };
const code = encodeRegistrationCode({ server, registrationToken, wifi });

function setUp(over: Partial<CodeRegistrationDeps> = {}) {
  const lines: string[] = [];
  const register = vi.fn<CodeRegistrationDeps['register']>(async () => undefined);
  const joinWifi = vi.fn(async () => undefined);
  const take = createCodeRegistration({ server: null, joinWifi, register, log: (line) => lines.push(line), ...over });
  return { take, register, joinWifi, lines };
}

test('joins the network before it registers; logs neither the password nor the token', async () => {
  const { take, register, joinWifi, lines } = setUp();
  register.mockImplementation(async () => expect(joinWifi).toHaveBeenCalledWith(wifi));
  expect(await take(code)).toBe(true);
  expect(register).toHaveBeenCalledExactlyOnceWith({ server, registrationToken, wifi });
  expect(lines).toEqual(['Code scanned.\u0007', 'Joining the Wi-Fi "Northgate-2G"']);
});

test('leaves the network alone without a command, and reports that', async () => {
  const { take, register, lines } = setUp({ joinWifi: null });
  expect(await take(code)).toBe(true);
  expect(register).toHaveBeenCalledOnce();
  expect(lines.join('\n')).toContain('left as it is');
  expect(lines.join('\n')).not.toContain(wifi.password);
});

test('registers nothing when it can’t join the network, lets the next picture retry, and logs one line', async () => {
  const { take, register, joinWifi, lines } = setUp();
  joinWifi.mockRejectedValueOnce(new WifiError('join-wifi did not join the network (1).'));
  joinWifi.mockRejectedValueOnce(new WifiError('join-wifi did not join the network (1).'));
  expect([await take(code), await take(code)]).toEqual([false, false]);
  expect(register).not.toHaveBeenCalled();
  expect(await take(code)).toBe(true);
  expect(lines.filter((line) => line.startsWith('Not registered'))).toEqual(['Not registered: join-wifi did not join the network (1).']);
});

test.each([
  [409, false],
  [404, false],
  [403, false],
  [429, true],
  [503, true],
])('retries a code that the server refuses with %i: %s', async (status, isTriedAgain) => {
  const { take, register } = setUp();
  register.mockRejectedValue(new RegistrationError(status, 'registration-token-used', 'This registration was used already.'));
  await take(code);
  await take(code);
  expect(register).toHaveBeenCalledTimes(isTriedAgain ? 2 : 1);
});

test.each([
  ['of another server', code, /another server \(https:\/\/watch\.example\)/],
  ['for a newer program', code.replace('WPC1', 'WPC2'), /newer camera-agent/],
  ['cut off', code.slice(0, -5), /incomplete/],
])('reports a code %s once and does not respond', async (_, text, says) => {
  const { take, register, lines } = setUp({ server: 'https://mine.example' });
  expect([await take(text), await take(text)]).toEqual([false, false]);
  expect(register).not.toHaveBeenCalled();
  expect(lines).toEqual([expect.stringMatching(says)]);
});

test('ignores text that is not a registration code', async () => {
  const { take, lines } = setUp();
  expect(await take('https://evil.example')).toBe(false);
  expect(lines).toEqual([]);
});
