import type { CommandHandler } from '../control/command-handler.ts';
import { runControlLink, type CameraStatus } from '../control/control-link.ts';
import type { Clock } from '../kernel/clock.ts';
import { runAgentLink } from '../link/agent-link.ts';
import { createCommandSpeaker, defaultPlayer } from '../speaker/command-speaker.ts';
import { becomeRegistered } from './become-registered.ts';
import { credentialsKey } from './identity.ts';
import { openSources } from './open-sources.ts';
import type { CliOptions } from './options.ts';

export interface RunDeps {
  readonly options: CliOptions;
  readonly clock: Clock;
  readonly appVersion: string;
  readonly log: (line: string) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** The server does not know the camera any more: to start again would not help. */
export class CameraRemovedError extends Error {
  override readonly name = 'CameraRemovedError';
}

/**
 * Runs one camera: registers it if it is not yet, then pushes its video until the signal aborts.
 * @throws {CameraRemovedError} when the server does not know it any more
 */
export async function runCamera({ options, clock, appVersion, log, signal }: RunDeps): Promise<void> {
  const { name, dir, speaker } = options;
  const { main, low } = await openSources(options);
  const registered = await becomeRegistered({ options, clock, appVersion, log, openPicture: async () => main }, signal);
  if (!registered) return;
  const { credentials, serverUrl } = registered;
  try {
    const { cameraId, agentToken } = credentials;
    const over = new AbortController();
    // What the camera can be asked to do, feature by feature.
    const handlers: CommandHandler[] = [];
    const status = async (): Promise<CameraStatus> => ({ firmwareVersion: appVersion, battery: null, signal: null });
    const controlling = runControlLink({ serverUrl, cameraId, agentToken, handlers, status, clock, onProblem: log }, AbortSignal.any([signal, over.signal]));
    const end = await runAgentLink(
      {
        serverUrl, agentToken, main, clock,
        ...(low && { low }),
        ...(speaker !== undefined && { speaker: createCommandSpeaker(speaker === 'default' ? defaultPlayer : speaker) }),
        onState: (state, detail) => log(`${state} (${detail})`),
      },
      signal,
    );
    over.abort();
    await controlling;
    if (end === 'refused') throw new CameraRemovedError(`The server does not know this camera. It was removed there: delete ${dir}/${credentialsKey(name)}.json and register it again.`);
  } finally {
    await registered.close();
  }
}
