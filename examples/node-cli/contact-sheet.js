#!/usr/bin/env node
// Writes the events of a day as one HTML file with their pictures, to look through or to send.
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { createApiKeyClient, formatDate, formatTime, WatchpostError } from '@watchpost/sdk-core';
import { createSignedInClient } from './sign-in.js';

const { WATCHPOST_SERVER = 'http://localhost:8080', WATCHPOST_API_KEY } = process.env;
const { values } = parseArgs({
  options: {
    date: { type: 'string' },
    out: { type: 'string', default: 'contact-sheet.html' },
    'sign-in': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || (!WATCHPOST_API_KEY && !values['sign-in'])) {
  console.error('WATCHPOST_API_KEY=wp_live_… node contact-sheet.js [--date 2026-11-22] [--out contact-sheet.html]');
  console.error('or, to sign in with a browser: node contact-sheet.js --sign-in [--date …] [--out …]');
  process.exit(2);
}

const { from, to } = dayOf(values.date);
try {
  const client = values['sign-in']
    ? await createSignedInClient(WATCHPOST_SERVER)
    : createApiKeyClient({ baseUrl: WATCHPOST_SERVER, apiKey: WATCHPOST_API_KEY });
  const cameras = new Map((await client.cameras.list()).map((camera) => [camera.id, camera]));
  const sheet = createWriteStream(values.out);
  // Waits until the disk has taken it, so that a day of ten thousand pictures takes no memory.
  const write = async (html) => sheet.write(html) || once(sheet, 'drain');
  await write(`<!doctype html><meta charset="utf-8"><title>${formatDate(from, { locale: 'en' })}</title>
<style>body{font:14px system-ui;display:grid;grid-template-columns:repeat(auto-fill,minmax(240px,1fr));gap:12px}
figure{margin:0}img{width:100%;border-radius:6px}</style>\n`);
  let count = 0;
  for await (const event of client.events.list({ from, to })) {
    if (event.pictureUrl === null) continue;
    const picture = Buffer.from(await (await client.events.picture(event)).arrayBuffer()).toString('base64');
    const { title = event.cameraId, timeZone } = cameras.get(event.cameraId) ?? {};
    const caption = `${formatTime(event.startAt, { locale: 'en', timeZone })} ${title}: ${event.type}`;
    await write(`<figure><img src="data:image/jpeg;base64,${picture}" alt=""><figcaption>${escapeHtml(caption)}</figcaption></figure>\n`);
    count += 1;
  }
  sheet.end();
  await once(sheet, 'finish');
  console.log(`${values.out}: ${count} events`);
} catch (error) {
  if (!(error instanceof WatchpostError)) throw error;
  console.error(`${WATCHPOST_SERVER} answered ${error.code}: ${error.message}`);
  process.exitCode = 1;
}

/** The day from midnight to midnight on this machine's calendar; yesterday by default. */
function dayOf(date) {
  const now = new Date();
  const [year, month, day] = date?.split('-').map(Number) ?? [now.getFullYear(), now.getMonth() + 1, now.getDate() - 1];
  return { from: new Date(year, month - 1, day).getTime(), to: new Date(year, month - 1, day + 1).getTime() };
}

function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
