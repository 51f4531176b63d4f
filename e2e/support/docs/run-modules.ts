import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient, createLanguage, WatchpostError } from '@watchpost/sdk-core';
import { until } from '../product.ts';

// Runs the modules of a folder, one after another, with what the examples of the docs assume, and prints what went wrong as JSON.
const [folder = ''] = process.argv.slice(2);
const { SERVER, CAMERA = '', AT } = process.env;
const kept = new Map<string, string>(JSON.parse(process.env['STORAGE'] ?? '[]'));
const client = createClient({
  baseUrl: SERVER,
  storage: { get: (key) => kept.get(key) ?? null, set: (key, value) => void kept.set(key, value), remove: (key) => void kept.delete(key) },
});
const at = Number(AT);

const problems: string[] = [];
let current = '';
const wrong = (what: unknown): void => {
  const code = what instanceof WatchpostError ? `${what.code} ` : '';
  problems.push(`${current}: ${code}${what instanceof Error ? (what.stack ?? what.message) : String(what)}`);
};
let receivedBytes = 0;
/** Spaces of every kind are one. */
const plain = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll(/\s/g, ' ') : value);

Object.assign(globalThis, {
  client,
  camera: await client.cameras.get(CAMERA),
  cameras: await client.cameras.list(),
  cameraId: CAMERA,
  password: 'secret of the Wi-Fi',
  from: at - 5000,
  to: at,
  at,
  signal: new AbortController().signal,
  language: createLanguage({ saved: 'ru', browser: [], apply() {}, persist() {}, save: async () => undefined }),
  input: {},
  button: {},
  show: (value: unknown) => value,
  toast: wrong,
  report: wrong,
  showNotFound: () => wrong('The camera was not found.'),
  showQrCode() {},
  openSourceBuffer() {},
  append: ({ byteLength }: { readonly byteLength: number }) => void (receivedBytes += byteLength),
  focus() {},
  isDocumented(is: unknown, documented: unknown, line: string) {
    if (plain(is) !== plain(documented)) wrong(`${line} is ${JSON.stringify(is)}`);
  },
});
process.on('unhandledRejection', wrong);

for (const file of readdirSync(folder).toSorted()) {
  current = file;
  const before = receivedBytes;
  try {
    await import(pathToFileURL(join(folder, file)).href);
    // Live video comes later.
    if (file.endsWith('-live.mjs')) await until('live video', () => receivedBytes > before);
  } catch (error) {
    wrong(error);
  }
}
console.log(`PROBLEMS ${JSON.stringify(problems)}`);
process.exit(0);
