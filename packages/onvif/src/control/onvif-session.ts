import type { CameraCommand } from '@watchpost/contract/protocols/control';
import { isRefused, OnvifError } from '../kernel/onvif-error.ts';
import type { OnvifClock, OnvifNetwork } from '../kernel/onvif-ports.ts';
import { parseOnvifAddress } from '../soap/onvif-address.ts';
import { connectOnvif, type OnvifClient } from '../soap/onvif-client.ts';
import { readClockOffset, readServices, type OnvifService, type OnvifServices } from '../soap/onvif-services.ts';
import { namespaces } from '../soap/onvif-soap.ts';
import type { XmlElement } from '../soap/onvif-xml.ts';

/** How an ONVIF camera is reached. Never answered, never logged. */
export interface OnvifAccess {
  /** Of its device service. */
  readonly address: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** A camera that is known: what it has, and by which clock it is signed in to. */
export interface OnvifSession {
  readonly client: OnvifClient;
  readonly services: OnvifServices;
  /** Unix milliseconds by the camera's own clock. */
  now(): number;
  has(service: OnvifService): boolean;
  /**
   * Asks one of its services.
   * @param content XML; `q` is the prefix of the service's namespace, `tt` that of the schema
   * @throws {OnvifError} camera-failed for what the camera refuses to do, camera-unsupported for a service that it has not, and anything else
   * @example await session.call('ptz', 'Stop', `<q:ProfileToken>${escapeXml(token)}</q:ProfileToken>`);
   */
  call(service: OnvifService, name: string, content?: string): Promise<XmlElement>;
  /** One after the other: a change is read, altered and written back. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** Whatever a command needs of a session. */
export interface OnvifHandler {
  /** Of the command. */
  readonly name: string;
  /** A camera without it can't do the command; none: every camera may. */
  readonly service: OnvifService | null;
  run(session: OnvifSession, parameters: unknown): Promise<unknown>;
}

/**
 * How ONVIF cameras do a command.
 * @param service the one that a camera needs for it, if any
 * @example does(restartCommand, null, async (session) => { await session.call('device', 'SystemReboot'); return {}; })
 */
export function does<Parameters, Result>(command: CameraCommand<Parameters, Result>, service: OnvifService | null, run: (session: OnvifSession, parameters: Parameters) => Promise<Result>): OnvifHandler {
  return {
    name: command.name,
    service,
    run: async (session, parameters) => {
      const checked = command.parameters.safeParse(parameters);
      if (!checked.success) throw new OnvifError('camera-unsupported', `The parameters of ${command.name} can't be read`, { cause: checked.error });
      return run(session, checked.data);
    },
  };
}

export interface OpenSessionOptions {
  readonly access: OnvifAccess;
  readonly clock: OnvifClock;
  readonly network: OnvifNetwork;
  /** Ends everything that is under way. */
  readonly signal: AbortSignal;
}

/** @throws {OnvifError} the exact reason */
export async function openSession({ access: { address, username = '', password = '' }, clock, network, signal }: OpenSessionOptions): Promise<OnvifSession> {
  const device = parseOnvifAddress(address);
  const client = await connectOnvif({ device, username, password, clock, network, signal });
  const offset = await readClockOffset(client, device, clock);
  client.setClockOffset(offset);
  const services = await readServices(client, device);
  let last: Promise<unknown> = Promise.resolve();
  return {
    client,
    services,
    now: () => clock.now() + offset,
    has: (service) => services.has(service),
    call: async (service, name, content) => {
      const url = services.get(service);
      if (!url) throw new OnvifError('camera-unsupported');
      return client.call({ url, namespace: namespaces[service], name, ...(content !== undefined && { content }) });
    },
    inTurn: (work) => {
      const mine = last.then(work, work);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

/** Undefined for what a camera does not know, does not tell, or tells in a way that can't be read: the rest of it is still worth showing. */
export async function ifReadable<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isRefused(error) || (error instanceof OnvifError && error.code === 'camera-not-onvif')) return undefined;
    throw error;
  }
}
