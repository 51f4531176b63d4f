import { createOnvifPtz, createOnvifRemote, onvifSettings, type OnvifAccess, type OnvifClock, type OnvifNetwork } from '@watchpost/onvif';
import { createOnvifHandlers, type OnvifHandlersDeps } from './onvif-handlers.ts';
import { createOnvifStreams, throwAsSourceError, type FindOnvifStreams } from './onvif-streams.ts';
import type { CommandHandler } from '../control/command-handler.ts';

/** An ONVIF camera in the network of this computer. */
export interface OnvifAgentCamera {
  readonly streams: FindOnvifStreams;
  readonly hasLow: boolean;
  /** What it can be asked to do. */
  handlers(deps: Omit<OnvifHandlersDeps, 'remote' | 'commands'>): CommandHandler[];
}

export interface OnvifAgentCameraOptions {
  readonly access: OnvifAccess;
  readonly clock: OnvifClock;
  readonly network: OnvifNetwork;
}

/** Asks a camera for its streams and what it can do. @throws {SourceError} in words for the person who started the agent */
export async function meetOnvifCamera(options: OnvifAgentCameraOptions): Promise<OnvifAgentCamera> {
  const streams = createOnvifStreams(options);
  const { low } = await streams(false);
  const remote = createOnvifRemote({ ...options, handlers: [...onvifSettings, ...createOnvifPtz()] });
  const commands = await remote.learn().catch(throwAsSourceError);
  return { streams, hasLow: low !== undefined, handlers: (deps) => createOnvifHandlers({ ...deps, remote, commands }) };
}
