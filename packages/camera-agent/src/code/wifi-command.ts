import { spawn } from 'node:child_process';
import type { WifiNetwork } from '@watchpost/contract/protocols/registration-code';

/** Joins the network that a code names, by means of the operating system. */
export type JoinWifi = (wifi: WifiNetwork) => Promise<void>;

/** The network could not be joined. Contains nothing from the code. */
export class WifiError extends Error {
  override readonly name = 'WifiError';
}

/** A router can need most of a minute to let a device join. */
const timeoutMs = 60_000;

/**
 * Passes a network to a program that the operator names: `{"name": …, "password": …}` as one line on its standard input, because other
 * users of this computer could read a command line or an environment. The program's output is discarded.
 * @param command a program and its arguments, separated by spaces
 */
export function createWifiCommand(command: string): JoinWifi {
  const [program = '', ...parameters] = command.trim().split(/\s+/);
  return (wifi) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, parameters, { stdio: ['pipe', 'ignore', 'ignore'], timeout: timeoutMs, killSignal: 'SIGKILL' });
      child.once('error', () => reject(new WifiError(`${program} can't be started.`)));
      child.once('exit', (code) =>
        code === 0 ? resolve() : reject(new WifiError(`${program} did not join the network${code === null ? ' in time' : ` (${code})`}.`)),
      );
      child.stdin.on('error', () => undefined);
      child.stdin.end(`${JSON.stringify({ name: wifi.name, password: wifi.password })}\n`);
    });
}
