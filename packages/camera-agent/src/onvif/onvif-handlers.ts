import { writeSettingsCommand, type DeviceState, type UpdateDeviceSettingsBody } from '@watchpost/contract/schemas/camera-settings';
import { OnvifError, type OnvifRemote } from '@watchpost/onvif';
import { CommandError, type CommandHandler } from '../control/command-handler.ts';

export interface OnvifHandlersDeps {
  readonly remote: Pick<OnvifRemote, 'run'>;
  /** What the camera can do. */
  readonly commands: readonly string[];
  /** The camera was set anew. @param change what was asked for @param state what it says now */
  readonly onWritten: (change: UpdateDeviceSettingsBody, state: DeviceState) => Promise<void>;
}

/** What an ONVIF camera behind the agent does is done by the camera itself: steering, settings, restart. */
export function createOnvifHandlers({ remote, commands, onWritten }: OnvifHandlersDeps): CommandHandler[] {
  const run = async (name: string, parameters: unknown): Promise<unknown> => {
    try {
      return await remote.run(name, parameters);
    } catch (error) {
      throw error instanceof OnvifError ? new CommandError(error.code, error.message, { cause: error }) : error;
    }
  };
  return commands.map((name) => ({
    name,
    handle: async (parameters) => {
      const answer = await run(name, parameters);
      // The camera has checked both: it took the one, and the other is read as the server will read it.
      if (name === writeSettingsCommand.name) await onWritten(writeSettingsCommand.parameters.parse(parameters), writeSettingsCommand.result.parse(answer));
      return answer;
    },
  }));
}
