import type { CameraCommand } from '@watchpost/contract/protocols/control';
import { systemClock } from '@watchpost/contract/timing/clock';
import { createOnvifRemote, type OnvifRemote, type OnvifRemoteOptions } from '../control/onvif-remote.ts';
import { OnvifError } from '../kernel/onvif-error.ts';
import type { OnvifNetwork } from '../kernel/onvif-ports.ts';

/** Allows every address, because test devices are programs on this machine. */
export const openNetwork: OnvifNetwork = { resolve: async (host) => (host === 'localhost' ? '127.0.0.1' : host), isAllowed: () => true };

export interface OnvifTestControl extends OnvifRemote {
  /** Runs commands like a server: checks answers against the contract. */
  send<Parameters, Result>(command: CameraCommand<Parameters, Result>, parameters: Parameters): Promise<Result>;
}

/** Creates a test's remote control of a camera. */
export function controlDevice(options: Pick<OnvifRemoteOptions, 'access' | 'handlers'> & Partial<OnvifRemoteOptions>): OnvifTestControl {
  const remote = createOnvifRemote({ clock: systemClock, network: openNetwork, ...options });
  return {
    ...remote,
    send: async (command, parameters) => {
      const answer = command.result.safeParse(await remote.run(command.name, parameters));
      if (!answer.success) throw new OnvifError('camera-failed', `The answer to ${command.name} can't be read`, { cause: answer.error });
      return answer.data;
    },
  };
}
