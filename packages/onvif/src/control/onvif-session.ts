import type { CameraCommand } from '@watchpost/contract/protocols/control';
import type { Clock } from '@watchpost/contract/timing/clock';
import { isRefused, OnvifError } from '../kernel/onvif-error.ts';
import type { OnvifNetwork } from '../kernel/onvif-ports.ts';
import { parseOnvifAddress } from '../soap/onvif-address.ts';
import { connectOnvif, type OnvifClient } from '../soap/onvif-client.ts';
import { readClockOffset, readServices, type OnvifService, type OnvifServices } from '../soap/onvif-services.ts';
import { namespaces } from '../soap/onvif-soap.ts';
import type { XmlElement } from '../soap/onvif-xml.ts';

/** Address and credentials of an ONVIF camera. Never returned, never logged. */
export interface OnvifAccess {
  /** Address of its device service. */
  readonly address: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Video source of a recorder's channel; its first by default. */
  readonly channel?: string | undefined;
}

/** A connection to a camera: its services and its clock. */
export interface OnvifSession {
  readonly client: OnvifClient;
  readonly services: OnvifServices;
  /** Video source of a recorder's channel; its first if undefined. */
  readonly channel: string | undefined;
  /** Unix milliseconds by the camera's own clock. */
  now(): number;
  has(service: OnvifService): boolean;
  /**
   * Calls one of the camera's services.
   * @param content XML; `q` is the prefix of the service's namespace, `tt` that of the schema
   * @throws {OnvifError} camera-failed if the camera refuses, camera-unsupported if it lacks the service, and any connection error
   * @example await session.call('ptz', 'Stop', `<q:ProfileToken>${escapeXml(token)}</q:ProfileToken>`);
   */
  call(service: OnvifService, name: string, content?: string): Promise<XmlElement>;
  /** Runs tasks in sequence, because a change reads a value, modifies it and writes it back. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** The implementation of a command, as a function of a session. */
export interface OnvifHandler {
  /** Name of the command. */
  readonly name: string;
  /** The service that the command requires; null if every camera supports it. */
  readonly service: OnvifService | null;
  run(session: OnvifSession, parameters: unknown): Promise<unknown>;
}

/**
 * Creates the handler of a command.
 * @param service the service that the camera needs for it, if any
 * @example does(restartCommand, null, async (session) => { await session.call('device', 'SystemReboot'); return {}; })
 */
export function does<Parameters, Result>(
  command: CameraCommand<Parameters, Result>,
  service: OnvifService | null,
  run: (session: OnvifSession, parameters: Parameters) => Promise<Result>,
): OnvifHandler {
  return {
    name: command.name,
    service,
    run: async (session, parameters) => {
      const checked = command.parameters.safeParse(parameters);
      if (!checked.success)
        throw new OnvifError('camera-unsupported', `The parameters of ${command.name} can't be read`, { cause: checked.error });
      return run(session, checked.data);
    },
  };
}

export interface OpenSessionOptions {
  readonly access: OnvifAccess;
  readonly clock: Clock;
  readonly network: OnvifNetwork;
  /** Cancels all pending requests. */
  readonly signal: AbortSignal;
}

/** Opens a session. @throws {OnvifError} the exact reason */
export async function openSession({
  access: { address, username = '', password = '', channel },
  clock,
  network,
  signal,
}: OpenSessionOptions): Promise<OnvifSession> {
  const device = parseOnvifAddress(address);
  const client = await connectOnvif({ device, username, password, clock, network, signal });
  const offset = await readClockOffset(client, device, clock);
  client.setClockOffset(offset);
  const services = await readServices(client, device);
  let last: Promise<unknown> = Promise.resolve();
  return {
    client,
    services,
    channel,
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

/** Undefined for what a camera doesn't support, doesn't report, or reports unreadably: the rest is still worth showing. */
export async function ifReadable<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isRefused(error) || (error instanceof OnvifError && error.code === 'camera-not-onvif')) return undefined;
    throw error;
  }
}
