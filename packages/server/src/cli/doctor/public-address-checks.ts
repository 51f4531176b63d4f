import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { randomBytes } from 'node:crypto';
import { liveSocket } from '@watchpost/contract/endpoints/player';
import { z } from 'zod';
import type { ServerConfig } from '../../kernel/config.ts';
import { lockHolder } from '../../kernel/lock.ts';
import { publicUrlOf } from '../../kernel/network/base-path.ts';
import { judgeClock } from './database-checks.ts';
import { ok, reasonOf, warning, type Check } from './finding.ts';

const timeoutMs = 5000;
const health = z.object({ status: z.literal('ok') });
const certificateFaults = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

export const publicAddressChecks: readonly Check[] = [
  {
    name: 'Address',
    run: async (config, { now }) => {
      const address = publicUrlOf(config);
      if (address === null) return ok('the one it listens on');
      if (!isSecure(address))
        return warning('public-address-not-https', {
          what: `${address} is not encrypted`,
          why: 'Anybody on the line can watch and take sessions over; browsers allow neither notifications nor WebCodecs there.',
          remedy: 'Put a proxy with TLS in front, and set WATCHPOST_PUBLIC_ORIGIN to its https:// address.',
        });
      if (!isRunning(config)) return ok(`${address}; asked when the server runs`);
      let answer: Response;
      const before = now();
      try {
        answer = await fetch(new URL('healthz', slashed(address)), { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
      } catch (error) {
        const isCertificate = error instanceof Error && certificateFaults.test(codeOf(error.cause));
        return warning(isCertificate ? 'public-certificate' : 'public-address-unreachable', {
          what: `${address} can’t be reached from here (${reasonOf(error)})`,
          why: isCertificate
            ? 'Browsers refuse it, too.'
            : 'The name, the proxy or the firewall may be wrong; or the network lets nobody out and in again.',
          remedy: isCertificate
            ? 'Renew the certificate, or give the proxy its whole chain.'
            : 'Open it from outside, for example with a phone; then look at the log of the proxy.',
        });
      }
      const body = await answer.json().catch(() => null);
      if (!health.safeParse(body).success)
        return warning('public-address-elsewhere', {
          what: `${address} answers ${answer.status}, but not as Watchpost`,
          why: 'The proxy passes requests to something else, or this path not at all.',
          remedy: `Let it pass everything under ${address} to ${config.host}:${config.port}.`,
        });
      const date = Date.parse(answer.headers.get('date') ?? '');
      // The header has whole seconds.
      const clock = Number.isNaN(date) ? null : judgeClock(date + 500 - (before + now()) / 2, `that of ${address}`);
      return clock && clock.level !== 'ok' ? clock : ok(`${address} answers`);
    },
  },
  {
    name: 'WebSockets',
    run: async (config) => {
      const address = publicUrlOf(config);
      if (address === null || !isRunning(config)) return ok('asked when the server runs behind a proxy');
      const status = await askUpgrade(new URL(liveSocket.path.slice(1), slashed(address)));
      if (status === null) return ok('not known: the address can’t be reached from here');
      if (status === 101) return ok(`pass through ${address}`);
      return warning('proxy-without-websockets', {
        what: `${address} refuses WebSockets (${status})`,
        why: 'Live video falls back to slower transports, and the app gets no news by itself.',
        remedy: 'Let the proxy pass the headers Upgrade and Connection, with HTTP/1.1: deploy/nginx/watchpost.conf does.',
      });
    },
  },
];

const isRunning = ({ dataDir }: ServerConfig): boolean => lockHolder(dataDir) !== null;
const slashed = (address: string): string => (address.endsWith('/') ? address : `${address}/`);

/** Browsers treat their own machine as secure. */
function isSecure(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || hostname === 'localhost' || hostname.startsWith('127.');
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}

/** Asks for a WebSocket. @returns the status of the answer; null for none */
async function askUpgrade(address: URL): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const ask = address.protocol === 'https:' ? requestHttps : requestHttp;
  const request = ask(address, {
    timeout: timeoutMs,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  });
  const settle = (answer: IncomingMessage): void => {
    resolve(answer.statusCode ?? null);
    request.destroy();
  };
  request.on('upgrade', (answer, socket) => {
    socket.destroy();
    settle(answer);
  });
  request.on('response', settle);
  request.on('timeout', () => request.destroy());
  request.on('error', () => resolve(null));
  request.on('close', () => resolve(null));
  request.end();
  return promise;
}
