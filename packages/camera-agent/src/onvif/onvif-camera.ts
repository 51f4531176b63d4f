import { type Clock } from '@watchpost/contract/timing/clock';
import { createOnvifPtz, createOnvifRemote, onvifKeyFrames, onvifSettings, type OnvifAccess, type OnvifNetwork } from '@watchpost/onvif';
import { createOnvifHandlers, type OnvifHandlersDeps } from './onvif-handlers.ts';
import { createOnvifStreams, throwAsSourceError, type FindOnvifStreams } from './onvif-streams.ts';
import type { CommandHandler } from '../control/command-handler.ts';

/** An ONVIF camera in the network of this computer. */
export interface OnvifAgentCamera {
  readonly streams: FindOnvifStreams;
  readonly hasLow: boolean;
  /** The commands that it supports. */
  handlers(deps: Omit<OnvifHandlersDeps, 'remote' | 'commands'>): CommandHandler[];
}

export interface OnvifAgentCameraOptions {
  readonly access: OnvifAccess;
  readonly clock: Clock;
  readonly network: OnvifNetwork;
}

/** Reads a camera's streams and capabilities. @throws {SourceError} in words for the operator */
export async function meetOnvifCamera(options: OnvifAgentCameraOptions): Promise<OnvifAgentCamera> {
  const streams = createOnvifStreams(options);
  const { low } = await streams(false);
  const remote = createOnvifRemote({ ...options, handlers: [...onvifSettings, ...onvifKeyFrames, ...createOnvifPtz()] });
  const commands = await remote.learn().catch(throwAsSourceError);
  return { streams, hasLow: low !== undefined, handlers: (deps) => createOnvifHandlers({ ...deps, remote, commands }) };
}
