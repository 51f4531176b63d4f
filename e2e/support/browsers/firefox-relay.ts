import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer, type RawData } from 'ws';

// Started in Firefox's place: firefox-relay.ts <firefox> <its arguments>. Passes WebDriver BiDi through, but answers itself what this
// Firefox does not know and playwright asks of every browser, whatever its options: without an answer, no page can be opened.
const unknown = new Set(['emulation.setMediaFeaturesOverride']);

const [firefox = '', ...args] = process.argv.slice(2);
const child = spawn(firefox, args, { stdio: ['ignore', 'inherit', 'pipe'] });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));

const announcement = /WebDriver BiDi listening on (ws:\/\/\S+)/;
createInterface({ input: child.stderr }).on('line', (line) => {
  const address = announcement.exec(line)?.[1];
  if (address === undefined) process.stderr.write(`${line}\n`);
  else announce(address);
});

/** Says the relay's own address in Firefox's words, by which playwright recognizes it. */
function announce(address: string): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (driver) => relay(driver, new WebSocket(`${address}/session`, { perMessageDeflate: false })));
  server.once('listening', () => {
    const { port } = server.address() as AddressInfo;
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`);
  });
}

function relay(driver: WebSocket, browser: WebSocket): void {
  const waiting: string[] = [];
  driver.on('message', (data) => {
    const text = textOf(data);
    const { id, method }: { readonly id: number; readonly method: string } = JSON.parse(text);
    if (unknown.has(method)) driver.send(JSON.stringify({ type: 'success', id, result: {} }));
    else if (browser.readyState === WebSocket.OPEN) browser.send(text);
    else waiting.push(text);
  });
  browser.on('open', () => waiting.splice(0).forEach((text) => browser.send(text)));
  browser.on('message', (data) => driver.send(textOf(data)));
  for (const [from, to] of [
    [driver, browser],
    [browser, driver],
  ] as const) {
    from.on('close', () => to.close());
    from.on('error', () => to.terminate());
  }
}

function textOf(data: RawData): string {
  return Array.isArray(data)
    ? Buffer.concat(data).toString()
    : Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString();
}
