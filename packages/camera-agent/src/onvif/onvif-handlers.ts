import { readSettingsCommand, writeSettingsCommand } from '@watchpost/contract/schemas/camera-settings';
import { OnvifError, type OnvifRemote } from '@watchpost/onvif';
import { CommandError, handles, type CommandHandler } from '../control/command-handler.ts';
import { createOnvifSettings, type OnvifSettingsDeps } from './onvif-settings.ts';

export interface OnvifHandlersDeps extends Omit<OnvifSettingsDeps, 'run'> {
  readonly remote: Pick<OnvifRemote, 'run'>;
  /** The camera's capabilities. */
  readonly commands: readonly string[];
}

/** Forwards commands to an ONVIF camera behind the agent: PTZ, settings, restart. */
export function createOnvifHandlers({ remote, commands, ...ofSettings }: OnvifHandlersDeps): CommandHandler[] {
  const run = async (name: string, parameters: unknown): Promise<unknown> => {
    try {
      return await remote.run(name, parameters);
    } catch (error) {
      throw error instanceof OnvifError ? new CommandError(error.code, error.message, { cause: error }) : error;
    }
  };
  const settings = createOnvifSettings({ ...ofSettings, run });
  const own = [handles(readSettingsCommand, settings.read), handles(writeSettingsCommand, settings.write)];
  return commands.map((name) => own.find((handler) => handler.name === name) ?? { name, handle: (parameters) => run(name, parameters) });
}
