// A site with its own server: it holds the API key, gives its pages short tokens, and receives webhooks.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createApiKeyClient } from '@watchpost/sdk-core';
import { verifyWebhook, WebhookError } from '@watchpost/sdk-core/webhooks';

const { WATCHPOST_SERVER = 'http://localhost:8080', WATCHPOST_API_KEY, WATCHPOST_WEBHOOK_SECRET = '', PORT = '3000' } = process.env;
if (!WATCHPOST_API_KEY) {
  console.error('Set WATCHPOST_API_KEY to an API key with the scopes embed-tokens and live: Settings → Developers.');
  process.exit(2);
}
const origin = process.env.ORIGIN ?? `http://localhost:${PORT}`;
const watchpost = new URL(WATCHPOST_SERVER).origin;
const client = createApiKeyClient({ baseUrl: watchpost, apiKey: WATCHPOST_API_KEY });

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  `script-src 'self' ${watchpost}`,
  `connect-src 'self' ${watchpost} ${watchpost.replace(/^http/, 'ws')}`,
  'media-src blob:',
  "img-src 'self' blob:",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Open pages that wait for events. */
const listeners = new Set();
/** Ids of the last deliveries. They come at least once: one that was seen is not shown again. */
const seen = new Set();

const routes = {
  'GET /': async (request, response) => {
    const page = await readFile(new URL('page.html', import.meta.url), 'utf8');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
    response.end(page.replaceAll('%WATCHPOST%', watchpost));
  },
  'GET /page.js': (request, response) => sendFile(response, 'page.js', 'text/javascript'),
  'GET /page.css': (request, response) => sendFile(response, 'page.css', 'text/css'),

  'GET /cameras': async (request, response) => {
    const cameras = await client.cameras.list();
    sendJson(
      response,
      200,
      cameras.map(({ id, title }) => ({ id, title })),
    );
  },

  // The elements of the page call this by themselves: at first, and before a token ends.
  'POST /watchpost-token': async (request, response) => {
    // Here your own session decides who is asking, and which cameras they may see.
    const { cameraIds } = JSON.parse(await text(request));
    const { token } = await client.embeds.createToken({ cameraIds, origins: [origin], viewerId: 'visitor 1042' });
    sendJson(response, 200, { token });
  },

  'POST /hooks': async (request, response) => {
    const { id, payload } = await verifyWebhook(await text(request), request.headers, WATCHPOST_WEBHOOK_SECRET);
    if (!seen.has(id)) for (const listener of listeners) listener.write(`data: ${JSON.stringify(payload)}\n\n`);
    seen.add(id);
    if (seen.size > 1000) seen.delete(seen.values().next().value);
    response.writeHead(204).end();
  },

  'GET /events': (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(':\n\n');
    listeners.add(response);
    response.once('close', () => listeners.delete(response));
  },
};

createServer(async (request, response) => {
  try {
    const route = routes[`${request.method} ${new URL(request.url, origin).pathname}`];
    await (route ? route(request, response) : sendJson(response, 404, { error: 'There is no such page.' }));
  } catch (error) {
    console.error(error);
    const isFromElsewhere = error instanceof WebhookError || error instanceof SyntaxError;
    sendJson(response, isFromElsewhere ? 400 : 502, { error: error.message });
  }
}).listen(Number(PORT), () => console.log(`Open ${origin}`));

async function sendFile(response, name, type) {
  const bytes = await readFile(new URL(name, import.meta.url));
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(bytes);
}

function sendJson(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
