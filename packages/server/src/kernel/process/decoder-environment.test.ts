import { expect, test, vi } from 'vitest';
import { decoderEnvironment } from './decoder-environment.ts';

test('contains nothing of the server’s own environment but where compiled code is kept', () => {
  vi.stubEnv('SMTP_URL', 'smtp://user:secret@mail.example.com');
  expect(Object.keys(decoderEnvironment()).filter((name) => name !== 'NODE_COMPILE_CACHE')).toEqual([]);
  vi.unstubAllEnvs();
});
