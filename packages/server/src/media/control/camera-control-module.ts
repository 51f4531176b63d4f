import type { CameraBattery } from '@watchpost/contract/protocols/control';
import { restartCommand, writeNetworkCommand } from '@watchpost/contract/schemas/camera-settings';
import { requestKeyFrameCommand } from '@watchpost/contract/schemas/cameras';
import { restartFirmwareCommand } from '@watchpost/contract/schemas/firmware';
import type { Clock } from '@watchpost/contract/timing/clock';
import { createOnvifPtz, onvifKeyFrames, onvifNetwork, onvifSettings, type OnvifAccess } from '@watchpost/onvif';
import type { Broker } from '../../adapters/broker/port.ts';
import type { Db } from '../../db/database.ts';
import type { Logger } from '../../kernel/log.ts';
import type { AccountNetworks } from '../../kernel/network/account-networks.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { AgentLinks } from '../ingest/index.ts';
import { createOnvifControl } from '../onvif/onvif-control.ts';
import { createAgentControl } from './agent-control.ts';
import { createCameraControl, type CameraControl, type ControlDriver } from './camera-control.ts';
import { createCameraReports, type KnownVersions } from './camera-reports.ts';

export interface CameraControlModule extends ServerModule {
  readonly control: CameraControl;
  /** Asks the camera for a key frame by a command. */
  requestKeyFrame(cameraId: string): void;
  /** What the camera reported last, even if it is offline now; null if it never did. */
  lastVersions(cameraId: string): Promise<KnownVersions | null>;
  /** As `lastVersions`, but for updates: a camera reached by its address accepts firmware only from its manufacturer. */
  lastFirmware(cameraId: string): Promise<Pick<KnownVersions, 'firmwareVersion' | 'takesFirmware'> | null>;
  /** The battery as last reported, even if the camera is offline now. */
  lastBattery(cameraId: string): CameraBattery | null;
  /** Calls the listener before a command that takes the camera offline for a while. */
  onRestart(listener: (cameraId: string) => void): void;
  /** The host of an ONVIF camera; null for any other. */
  hostOf(cameraId: string): string | null;
  /** Contacts an ONVIF camera at another host from now on, until it is started again. */
  tryHost(cameraId: string, host: string): void;
  /**
   * Resolves a host within the network that the camera's account may reach.
   * @throws {AppError} camera-address-forbidden
   */
  checkAddress(cameraId: string, host: string): Promise<unknown>;
}

interface CameraControlModuleDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly broker: Broker;
  readonly links: AgentLinks;
  readonly networkOf: AccountNetworks;
}

/** These commands take the camera offline for a while. */
const restartingCommands: ReadonlySet<string> = new Set([restartCommand.name, restartFirmwareCommand.name, writeNetworkCommand.name]);

/** Sends commands to cameras: over the broker to agents and phones, by SOAP to ONVIF cameras. */
export function createCameraControlModule({ db, clock, log, broker, links, networkOf }: CameraControlModuleDeps): CameraControlModule {
  const owners = new Map<string, string>();
  const drivers = new Map<string, ControlDriver>();
  const onvifAccess = new Map<string, OnvifAccess>();
  const restartListeners: ((cameraId: string) => void)[] = [];
  const networkOfCamera = (cameraId: string) => networkOf(owners.get(cameraId) ?? '');

  const reports = createCameraReports({ db, log });
  const agentControl = createAgentControl({
    broker,
    clock,
    isConnected: (cameraId) => links.get(cameraId) !== null,
    onReport: reports.note,
  });
  const onvifControl = createOnvifControl({
    clock,
    networkOf: networkOfCamera,
    accessOf: (cameraId) => onvifAccess.get(cameraId) ?? null,
    handlers: [...onvifSettings, ...onvifNetwork, ...onvifKeyFrames, ...createOnvifPtz()],
  });
  const control = createCameraControl({
    driverOf: (cameraId) => drivers.get(cameraId) ?? null,
    onSend: (cameraId, name) => {
      if (restartingCommands.has(name)) for (const listener of restartListeners) listener(cameraId);
    },
  });
  const isAgent = (cameraId: string): boolean => drivers.get(cameraId) === agentControl;

  return {
    name: 'camera control',
    control,
    requestKeyFrame: (cameraId) =>
      void control
        .send(cameraId, requestKeyFrameCommand, {})
        .catch((error: unknown) => log.debug({ err: error, cameraId }, 'The camera rejected a key frame request')),
    lastVersions: reports.last,
    lastFirmware: async (cameraId) => (isAgent(cameraId) ? reports.last(cameraId) : { firmwareVersion: null, takesFirmware: false }),
    lastBattery: (cameraId) => agentControl.lastReport(cameraId)?.battery ?? null,
    onRestart: (listener) => void restartListeners.push(listener),
    hostOf: (cameraId) => {
      const access = onvifAccess.get(cameraId);
      return access ? new URL(access.address).hostname : null;
    },
    tryHost: (cameraId, host) => {
      const access = onvifAccess.get(cameraId);
      if (!access) return;
      const address = new URL(access.address);
      address.hostname = host;
      onvifAccess.set(cameraId, { ...access, address: address.href });
      // The remote was made for the old address.
      onvifControl.forget(cameraId);
    },
    checkAddress: (cameraId, host) => networkOfCamera(cameraId).resolve(host),
    stop: () => {
      agentControl.close();
      onvifControl.close();
    },
    cameraHooks: {
      start: ({ id, ownerId, source }) => {
        owners.set(id, ownerId);
        if (source.kind !== 'rtsp') drivers.set(id, agentControl);
        else if (source.device) {
          const { address, channel } = source.device;
          onvifAccess.set(id, { address, channel, username: source.username, password: source.password });
          drivers.set(id, onvifControl);
        }
      },
      stop: (cameraId, { isRemoved }) => {
        drivers.delete(cameraId);
        owners.delete(cameraId);
        onvifAccess.delete(cameraId);
        onvifControl.forget(cameraId);
        if (!isRemoved) return;
        agentControl.forget(cameraId);
        reports.forget(cameraId);
      },
    },
  };
}
