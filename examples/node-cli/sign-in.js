// Signs in the person who runs the command: once, in a browser. The session stays in a file that only they can read.
import { readFileSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@watchpost/sdk-core';

export async function createSignedInClient(baseUrl, file = join(homedir(), '.watchpost-session.json')) {
  const client = createClient({ baseUrl, storage: createFileStorage(file) });
  if (client.session.current.value === null) {
    await client.session.signInWithDeviceCode({
      deviceName: `contact-sheet on ${hostname()}`.slice(0, 60),
      onCode: ({ userCode, verificationUrl }) => console.error(`Open ${verificationUrl} and enter ${userCode}`),
    });
  }
  return client;
}

function createFileStorage(file) {
  const read = () => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      // The first run, or a damaged file: sign in again.
      return {};
    }
  };
  const write = (values) => writeFileSync(file, JSON.stringify(values), { mode: 0o600 });
  return {
    get: (key) => read()[key] ?? null,
    set: (key, value) => write({ ...read(), [key]: value }),
    remove: (key) => write({ ...read(), [key]: undefined }),
  };
}
