// Runs the app where there is only what React Native has: a context of its own knows the language and nothing else, no document, no
// location, no storage of a page, and nothing of Node. Of AbortSignal it has no `any` and no `timeout`; of an answer, no stream.
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { createContext, runInContext } from 'node:vm';

const whole = async (...request) => Object.defineProperty(await fetch(...request), 'body', { value: undefined });
const platform = {
  // Bytes of the socket are of this realm.
  ...{ ArrayBuffer, DataView, Uint8Array, Uint16Array, Uint32Array },
  ...{ AbortController, AbortSignal: class AbortSignal {}, Blob, FormData, Headers, Request, Response, URL, URLSearchParams, WebSocket },
  ...{ TextDecoder, TextEncoder, atob, btoa, console, queueMicrotask },
  ...{ clearInterval, clearTimeout, setInterval, setTimeout },
  crypto: { getRandomValues: (bytes) => crypto.getRandomValues(bytes) },
  fetch: whole,
  navigator: { product: 'ReactNative' },
  performance: { now: () => performance.now() },
};
const context = createContext(platform);
runInContext('globalThis.window = globalThis.self = globalThis.global = globalThis', context);
runInContext(readFileSync(new URL('./dist/app.js', import.meta.url), 'utf8'), context);
const readCode = async () => (await text(process.stdin)).trim();
console.log(await context.useCameras({ server: process.env.SERVER, email: process.env.EMAIL, readCode }));
process.exit(0);
