import type { ErrorCode } from '@watchpost/contract/kernel';
import type { CameraCommand } from '@watchpost/contract/protocols/control';

/** Executes one command. */
export interface CommandHandler {
  readonly name: string;
  /**
   * @param parameters as received
   * @throws {CommandError} the failure that the camera reports; any other error is reported as `camera-failed`
   */
  handle(parameters: unknown, context: CommandContext): Promise<unknown>;
}

/** What a handler gets beside the command. */
export interface CommandContext {
  /** Aborts when the client stops waiting, or the agent ends. */
  readonly signal: AbortSignal;
  /** @param fraction 0–1 */
  progress(fraction: number): void;
}

/** A failure that the camera reports with its own code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** Starts with `camera-` or `sd-card-`. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string = code, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Makes a handler for a command of the contract; parameters are validated before it runs.
 * @example
 * handles(restartCommand, async () => { restart(); return {}; });
 */
export function handles<Parameters, Result>(
  command: CameraCommand<Parameters, Result>,
  handle: (parameters: Parameters, context: CommandContext) => Promise<Result>,
): CommandHandler {
  return {
    name: command.name,
    handle: async (parameters, context) => {
      const checked = command.parameters.safeParse(parameters);
      if (!checked.success)
        throw new CommandError('camera-unsupported', `The parameters of ${command.name} can't be read`, { cause: checked.error });
      return handle(checked.data, context);
    },
  };
}
