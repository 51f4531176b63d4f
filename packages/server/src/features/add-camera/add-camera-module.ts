import { agentLink } from '@watchpost/contract/endpoints/add-camera';
import type { Clock } from '@watchpost/contract/timing/clock';
import { createOnvifDiscovery, networkAddresses } from '@watchpost/onvif';
import type { BrokerRules } from '../../adapters/broker/port.ts';
import type { Db } from '../../db/database.ts';
import type { ServerConfig } from '../../kernel/config.ts';
import type { Logger } from '../../kernel/log.ts';
import type { AccountNetworks } from '../../kernel/network/account-networks.ts';
import type { NetworkPolicy } from '../../kernel/network/network-policy.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { Tokens } from '../../kernel/tokens.ts';
import { probeRtsp, type AgentLinks } from '../../media/ingest/index.ts';
import { readOnvifPicture, readOnvifSource } from '../../media/onvif/onvif-source.ts';
import type { DecodePicture } from '../../media/playback/archive-pictures.ts';
import type { CamerasService } from '../cameras/index.ts';
import { createAgentAccess } from './add-camera-agent-access.ts';
import { createAgentSocket, type AgentSocketDeps } from './add-camera-agent-socket.ts';
import { createFoundPictures } from './add-camera-pictures.ts';
import { createCameraQuota } from './add-camera-quota.ts';
import { registerAddCameraRoutes } from './add-camera-routes.ts';
import { createCameraSearch } from './add-camera-search.ts';
import { createAddCameraService, type AddCameraService } from './add-camera-service.ts';
import { createLocalCameras } from './local/add-camera-local.ts';

interface AddCameraModule extends ServerModule, Pick<AddCameraService, 'createRegistrationToken' | 'findAgent'> {
  /** Admits agents to the broker. */
  readonly brokerRules: BrokerRules;
}

interface AddCameraModuleDeps {
  readonly config: Pick<ServerConfig, 'publicOrigin' | 'quotas' | 'allowPrivateNetworks' | 'allowLoopbackSources'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly tokens: Tokens;
  readonly cameras: CamerasService;
  readonly links: AgentLinks;
  readonly decode: DecodePicture;
  readonly isOperator: (customerId: string) => Promise<boolean>;
  readonly networkOf: AccountNetworks;
  /** The operator's network: only operators can search it. */
  readonly operatorNetwork: NetworkPolicy;
  readonly passOn?: AgentSocketDeps['passOn'];
}

/** Width in pixels of a found camera's picture in the form. */
const foundPictureWidth = 480;

/** Finds and registers cameras, and accepts the connections of agents. */
export function createAddCameraModule(deps: AddCameraModuleDeps): AddCameraModule {
  const { config, clock, log, cameras, links, decode, isOperator, networkOf, operatorNetwork } = deps;
  const service = createAddCameraService({
    ...deps,
    quota: createCameraQuota({
      clock,
      cameras,
      isOperator,
      get maxCameras() {
        return config.quotas.cameras;
      },
    }),
    probe: (customerId, source) => probeRtsp({ ...source, clock, network: networkOf(customerId) }),
    readOnvif: (customerId, source) => readOnvifSource({ ...source, clock, network: networkOf(customerId) }),
  });
  const localAddresses = () => networkAddresses({ withLoopback: config.allowLoopbackSources });
  const discovery = config.allowPrivateNetworks ? createOnvifDiscovery({ clock, log, network: operatorNetwork, localAddresses }) : null;
  const search = createCameraSearch({ clock, discovery, cameras, isOperator });
  const pictures = createFoundPictures({
    clock,
    search,
    readSnapshot: (camera, signal) => readOnvifPicture({ ...camera, clock, network: operatorNetwork, signal }),
    shrink: (jpeg, signal) => decode(jpeg, { width: foundPictureWidth, isJpeg: true, signal }),
  });
  const local = createLocalCameras({ clock, networkOf, service });
  const { findAgent, removalProof, createRegistrationToken } = service;
  const agents = createAgentSocket({ links, findAgent, removalProof, passOn: deps.passOn, publicOrigin: config.publicOrigin, clock, log });
  return {
    name: 'add camera',
    findAgent,
    createRegistrationToken,
    brokerRules: createAgentAccess({ findAgent }),
    routes: (app, upgrades) => {
      registerAddCameraRoutes(app, { service, search, pictures, local });
      upgrades.on(agentLink.path, agents.handleUpgrade);
    },
    stop: agents.close,
    cameraHooks: {
      stop: (cameraId, { isRemoved }) => (isRemoved ? agents.disconnect(cameraId) : agents.pause(cameraId)),
    },
  };
}
