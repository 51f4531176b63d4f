import { randomUUID } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { OnvifLog, OnvifNetwork } from '../kernel/onvif-ports.ts';
import { probeMessage, readProbeMatches, type ProbeMatch, type ProbeType } from './onvif-probe.ts';

/** A camera discovered in the network. */
export interface FoundCamera {
  /** URL of its device service. */
  readonly address: string;
  /** Empty if the camera has no name. */
  readonly name: string;
  readonly model: string;
}

/** Searches the networks; concurrent searches share their result. */
export interface OnvifDiscovery {
  /** Searches for 3 s. Calls during the search, or within 5 s after it, get the same result. */
  find(): Promise<readonly FoundCamera[]>;
}

/** Where to look for cameras. */
export interface OnvifDiscoveryOptions {
  readonly clock: Clock;
  readonly log: OnvifLog;
  readonly network: Pick<OnvifNetwork, 'isAllowed'>;
  /** This machine's addresses, one for each network to search. */
  readonly localAddresses: () => readonly string[];
  /** Where to send probes: by default, the multicast group of WS-Discovery. */
  readonly target?: { readonly address: string; readonly port: number };
}

/** Times of the probes, ms: datagrams get lost, and cameras answer within half a second. */
const sendTimesMs = [0, 400, 1200] as const;
const searchDurationMs = 3000;
const cacheTtlMs = 5000;
const types: readonly ProbeType[] = ['dn:NetworkVideoTransmitter', 'tds:Device'];
const maxInterfaces = 16;
const maxCameras = 256;
/** Answers have a few hundred bytes to some KB; the limit keeps a flood from blocking this process. */
const maxAnswerBytes = 16 * 1024;
const maxAnswers = 2000;
/** Receive buffer for many simultaneous answers, bytes; the system may allow less. */
const receiveBufferBytes = 2 * 1024 * 1024;

/** Discovers the ONVIF cameras in the server's own networks (WS-Discovery over IPv4 multicast). */
export function createOnvifDiscovery(options: OnvifDiscoveryOptions): OnvifDiscovery {
  const { clock } = options;
  let running: Promise<readonly FoundCamera[]> | null = null;
  return {
    find: () => {
      running ??= findOnvifCameras(options).finally(() => clock.after(cacheTtlMs, () => void (running = null)));
      return running;
    },
  };
}

/** Searches once, for 3 s. */
export async function findOnvifCameras({
  clock,
  log,
  network,
  localAddresses,
  target = { address: '239.255.255.250', port: 3702 },
}: OnvifDiscoveryOptions): Promise<readonly FoundCamera[]> {
  const probes = types.map((type) => ({ id: randomUUID(), type }));
  const ids = probes.map(({ id }) => id);
  const found = new Map<string, FoundCamera>();
  let answers = 0;
  const take = (data: Buffer, sender: string): void => {
    answers += 1;
    if (answers > maxAnswers || data.length > maxAnswerBytes) return;
    for (const match of readProbeMatches(data.toString('utf8'), ids)) {
      const camera = found.size < maxCameras ? cameraOf(match, sender, network) : null;
      if (camera && !found.has(match.endpoint)) found.set(match.endpoint, camera);
    }
  };
  const sockets = await Promise.all(
    localAddresses()
      .slice(0, maxInterfaces)
      .map((address) => openSocket(address, take, log)),
  );
  const open = sockets.filter((socket) => socket !== null);
  const send = (): void => {
    for (const socket of open)
      for (const { id, type } of probes)
        socket.send(
          probeMessage(id, type),
          target.port,
          target.address,
          (error) => error && log.debug({ err: error }, 'A probe for cameras was not sent'),
        );
  };
  const cancels = sendTimesMs.map((time) => clock.after(time, send));
  await new Promise<void>((resolve) => clock.after(searchDurationMs, resolve));
  for (const cancel of cancels) cancel();
  for (const socket of open) socket.close();
  return [...found.values()].sort((a, b) => a.address.localeCompare(b.address, 'en', { numeric: true }));
}

async function openSocket(address: string, take: (data: Buffer, sender: string) => void, log: OnvifLog): Promise<Socket | null> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: receiveBufferBytes });
  try {
    socket.bind({ address, port: 0 });
    await once(socket, 'listening');
    socket.setMulticastInterface(address);
  } catch (error) {
    log.debug({ err: error, address }, 'A network could not be searched for cameras');
    socket.close();
    return null;
  }
  socket.on('error', (error) => log.debug({ err: error, address }, 'A search for cameras broke'));
  socket.on('message', (data, { address: sender }) => take(data, sender));
  return socket;
}

/** Chooses the address that a device answered from: of several, it works best. */
function cameraOf({ addresses, name, model }: ProbeMatch, sender: string, network: Pick<OnvifNetwork, 'isAllowed'>): FoundCamera | null {
  const allowed = addresses.filter(({ hostname }) => network.isAllowed(hostname.replaceAll(/[[\]]/g, '')));
  const url = allowed.find(({ hostname }) => hostname === sender) ?? allowed[0];
  return url ? { address: url.href, name, model } : null;
}

/** Returns this machine's IPv4 addresses, one for each of its networks. @param options withLoopback: for cameras that may be programs on this machine */
export function networkAddresses({ withLoopback }: { readonly withLoopback: boolean }): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).filter(({ family, internal }) => family === 'IPv4' && (withLoopback || !internal)).map(({ address }) => address),
  );
}
