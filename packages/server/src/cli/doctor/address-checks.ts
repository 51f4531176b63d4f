import { X509Certificate } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { createServer, isIP } from 'node:net';
import { z } from 'zod';
import type { ServerConfig } from '../../kernel/config.ts';
import { lockHolder } from '../../kernel/lock.ts';
import { createProxyWatch, describeUnlistedProxy, isAboutProxy } from '../../kernel/network/unlisted-proxy.ts';
import { explainListenError } from '../../kernel/settings/listen-address.ts';
import { examineAcme } from './acme-check.ts';
import { failure, ok, reasonOf, warning, type Check, type Finding } from './finding.ts';

const isRunning = ({ dataDir }: ServerConfig): boolean => lockHolder(dataDir) !== null;
const day = 86_400_000;
/** A certificate is renewed before. */
const minCertificateDays = 7;
/** Each viewer takes one per network interface of the server. */
const minUdpPorts = 10;
/** Trying more would take long and show nothing new. */
const triedUdpPorts = 20;

export const addressChecks: readonly Check[] = [
  {
    name: 'Port',
    run: async (config) => {
      const { host, port } = config;
      if (isRunning(config)) return ok(`${host}:${port}, probably held by the running server`);
      const problem = await tryPort(host, port);
      if (problem === null) return ok(`${host}:${port} is free`);
      return failure('port-taken', {
        what: `${host}:${port} can’t be opened (${reasonOf(problem)})`,
        remedy: listenRemedy(problem, 'PORT=8081'),
      });
    },
  },
  {
    name: 'RTSP',
    run: async (config) => {
      const { host, rtspPort, onvifPort, rtspCertificate } = config;
      if (rtspPort === null) return ok('off');
      for (const [port, setting] of [
        [rtspPort, 'RTSP_PORT=8555'],
        [onvifPort, 'ONVIF_PORT=8001'],
      ] as const) {
        const problem = port === null || isRunning(config) ? null : await tryPort(host, port);
        if (problem !== null)
          return failure('stream-port-taken', {
            what: `${host}:${port} can’t be opened (${reasonOf(problem)})`,
            remedy: listenRemedy(problem, setting),
          });
      }
      return ok(
        [rtspPort, onvifPort].filter((port) => port !== null).join(' and ') +
          (rtspCertificate === null ? ', not encrypted' : ', encrypted'),
      );
    },
  },
  {
    name: 'Certificate',
    run: async (config, { now }) => {
      const { rtspCertificate, tls } = config;
      const used = [
        { files: tls?.files ?? null, settings: 'WATCHPOST_TLS_CERTIFICATE and WATCHPOST_TLS_KEY', refusedBy: 'Browsers refuse it.' },
        { files: rtspCertificate, settings: 'RTSP_TLS_CERT and RTSP_TLS_KEY', refusedBy: 'Players refuse it.' },
      ];
      const findings: Finding[] = tls?.acme ? [await examineAcme(config, tls.acme, now())] : [];
      for (const { files, ...words } of used) if (files) findings.push(await examineCertificate(files, words, now()));
      return findings.find(({ level }) => level !== 'ok') ?? findings[0] ?? ok('none here: a proxy has it');
    },
  },
  {
    name: 'WebRTC',
    run: async (config) => {
      const { webrtcPorts: range, webrtcAddresses } = config;
      for (const name of webrtcAddresses.filter((address) => isIP(address) === 0))
        if (!(await lookup(name).catch(() => null)))
          return warning('webrtc-address-unknown', {
            what: `WEBRTC_ADDRESS: no address is known for ${name}`,
            why: 'Browsers outside get video by WebSocket instead.',
            remedy: 'Correct the name, or give the address itself.',
          });
      if (range === null) return ok('any UDP port');
      const [first, last] = range;
      const count = last - first + 1;
      if (isRunning(config)) return ok(`${count} UDP ports`);
      const tried = Math.min(count, triedUdpPorts);
      const free = await Promise.all(Array.from({ length: tried }, (_, index) => isUdpFree(first + index)));
      const taken = free.filter((isFree) => !isFree).length;
      if (count - taken >= minUdpPorts) return ok(`${count} UDP ports`);
      return warning('udp-ports', {
        what: taken > 0 ? `${taken} of the UDP ports from ${first} are taken by other programs` : `only ${count} UDP ports`,
        why: 'Each viewer takes one for each network interface of the server; the others get video by WebSocket.',
        remedy: 'Choose another or a wider range with WEBRTC_PORTS, and forward it.',
      });
    },
  },
  {
    name: 'Proxy',
    run: async (config) => {
      const seen = (await warningsOfRunningServer(config)).find(isAboutProxy);
      if (seen !== undefined) return warning('proxy-unlisted', { what: seen });
      const { found } = createProxyWatch(config, () => undefined);
      if (found) return warning('proxy-unlisted', { what: describeUnlistedProxy(found) });
      const { trustedProxies } = config;
      return ok(
        trustedProxies.length > 0 ? `trusted: ${trustedProxies.join(', ')}` : 'none is trusted; a running server says if one is missing',
      );
    },
  },
];

function listenRemedy(problem: unknown, setting: string): string {
  return explainListenError(problem, setting) ?? `Choose another with ${setting}.`;
}

/** Opens a TCP port for a moment. @returns why it can't be opened; null when it can */
async function tryPort(host: string, port: number): Promise<Error | null> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<Error | null>();
  server.once('error', resolve);
  server.listen(port, host, () => server.close(() => resolve(null)));
  return promise;
}

async function isUdpFree(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  try {
    socket.bind(port);
    await once(socket, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    socket.close();
  }
}

const health = z.object({ warnings: z.array(z.string()).default([]) });
const healthTimeoutMs = 2000;

/** What the server that uses the data folder has noticed since its start; empty when none runs. */
async function warningsOfRunningServer(config: ServerConfig): Promise<readonly string[]> {
  const { host, port, metricsToken } = config;
  if (!isRunning(config)) return [];
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  try {
    const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}/healthz`;
    const answer = await fetch(address, {
      signal: AbortSignal.timeout(healthTimeoutMs),
      ...(metricsToken !== null && { headers: { authorization: `Bearer ${metricsToken}` } }),
    });
    return health.parse(await answer.json()).warnings;
  } catch {
    // It may be starting, or on another port.
    return [];
  }
}

async function examineCertificate(
  { certFile, keyFile }: { readonly certFile: string; readonly keyFile: string },
  { settings, refusedBy }: { readonly settings: string; readonly refusedBy: string },
  now: number,
): Promise<Finding> {
  const remedy = 'Renew it; the server reads the new files within an hour.';
  let validTo: number;
  try {
    validTo = Date.parse(new X509Certificate(await readFile(certFile)).validTo);
    await readFile(keyFile);
  } catch (error) {
    return failure('certificate-unreadable', { what: reasonOf(error), remedy: `Correct ${settings}, or let this user read the files.` });
  }
  const left = Math.trunc((validTo - now) / day);
  if (validTo < now)
    return warning('certificate-expired', { what: `${certFile} expired ${Math.abs(left)} days ago`, why: refusedBy, remedy });
  if (left < minCertificateDays) return warning('certificate-expires', { what: `${certFile} expires in ${left} days`, remedy });
  return ok(`valid for ${left} days`);
}
