import { randomUUID } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import type { OnvifClock, OnvifLog, OnvifNetwork } from '../kernel/onvif-ports.ts';
import { probeMessage, readProbeMatches, type ProbeMatch, type ProbeType } from './onvif-probe.ts';

/** A camera that was found in the network. */
export interface FoundCamera {
  /** Of its device service. */
  readonly address: string;
  /** Empty where the camera has none. */
  readonly name: string;
  readonly model: string;
}

export interface OnvifDiscovery {
  /** Looks around for 3 s. Who asks meanwhile, or within 5 s after, gets the same. */
  find(): Promise<readonly FoundCamera[]>;
}

export interface OnvifDiscoveryOptions {
  readonly clock: OnvifClock;
  readonly log: OnvifLog;
  readonly network: Pick<OnvifNetwork, 'isAllowed'>;
  /** Of this machine, one for each network that is searched. */
  readonly localAddresses: () => readonly string[];
  /** Where to ask: everybody in the network, by WS-Discovery, when it is missing. */
  readonly target?: { readonly address: string; readonly port: number };
}

/** Datagrams get lost, and cameras answer within half a second of one: when probes are sent, ms. */
const sendTimes = [0, 400, 1200] as const;
const lookTime = 3000;
const keepTime = 5000;
const types: readonly ProbeType[] = ['dn:NetworkVideoTransmitter', 'tds:Device'];
const mostInterfaces = 16;
const mostCameras = 256;
/** Answers are a few hundred bytes to some KB; a flood must not keep this process busy. */
const longestAnswer = 16 * 1024;
const mostAnswers = 2000;
/** Many answer at the same moment, bytes; the system gives what it allows. */
const receiveBuffer = 2 * 1024 * 1024;

/** Finds the ONVIF cameras of the server's own networks (WS-Discovery over IPv4 multicast). */
export function createOnvifDiscovery(options: OnvifDiscoveryOptions): OnvifDiscovery {
  const { clock } = options;
  let running: Promise<readonly FoundCamera[]> | null = null;
  return {
    find: () => {
      running ??= findOnvifCameras(options).finally(() => clock.after(keepTime, () => void (running = null)));
      return running;
    },
  };
}

/** Looks around for 3 s, once. */
export async function findOnvifCameras({ clock, log, network, localAddresses, target = { address: '239.255.255.250', port: 3702 } }: OnvifDiscoveryOptions): Promise<readonly FoundCamera[]> {
  const probes = types.map((type) => ({ id: randomUUID(), type }));
  const ids = probes.map(({ id }) => id);
  const found = new Map<string, FoundCamera>();
  let answers = 0;
  const take = (data: Buffer, sender: string): void => {
    answers += 1;
    if (answers > mostAnswers || data.length > longestAnswer) return;
    for (const match of readProbeMatches(data.toString('utf8'), ids)) {
      const camera = found.size < mostCameras ? cameraOf(match, sender, network) : null;
      if (camera && !found.has(match.endpoint)) found.set(match.endpoint, camera);
    }
  };
  const sockets = await Promise.all(localAddresses().slice(0, mostInterfaces).map((address) => openSocket(address, take, log)));
  const open = sockets.filter((socket) => socket !== null);
  const send = (): void => {
    for (const socket of open) for (const { id, type } of probes) socket.send(probeMessage(id, type), target.port, target.address, (error) => error && log.debug({ err: error }, 'A probe for cameras was not sent'));
  };
  const cancels = sendTimes.map((time) => clock.after(time, send));
  await new Promise<void>((resolve) => clock.after(lookTime, resolve));
  for (const cancel of cancels) cancel();
  for (const socket of open) socket.close();
  return [...found.values()].sort((a, b) => a.address.localeCompare(b.address, 'en', { numeric: true }));
}

async function openSocket(address: string, take: (data: Buffer, sender: string) => void, log: OnvifLog): Promise<Socket | null> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: receiveBuffer });
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

/** A device with several addresses is best reached at the one that it answered from. */
function cameraOf({ addresses, name, model }: ProbeMatch, sender: string, network: Pick<OnvifNetwork, 'isAllowed'>): FoundCamera | null {
  const allowed = addresses.filter(({ hostname }) => network.isAllowed(hostname.replaceAll(/[[\]]/g, '')));
  const url = allowed.find(({ hostname }) => hostname === sender) ?? allowed[0];
  return url ? { address: url.href, name, model } : null;
}

/** This machine's IPv4 addresses, one for each network that it is in. @param options withLoopback: where cameras may be programs of this machine */
export function networkAddresses({ withLoopback }: { readonly withLoopback: boolean }): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).filter(({ family, internal }) => family === 'IPv4' && (withLoopback || !internal)).map(({ address }) => address));
}
