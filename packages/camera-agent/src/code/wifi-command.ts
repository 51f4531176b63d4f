import { spawn } from 'node:child_process';
import type { WifiNetwork } from '@watchpost/contract/protocols/registration-code';

/** Joins the network that a code names; joining is the operating system's own affair. */
export type JoinWifi = (wifi: WifiNetwork) => Promise<void>;

/** A network was not joined; says nothing that the code held. */
export class WifiError extends Error {
  override readonly name = 'WifiError';
}

/** A router may take its time, ms. */
const patience = 60_000;

/**
 * Hands a network to a program that the operator names: `{"name": …, "password": …}` as one line on its standard input. What is on a
 * command line or in the environment could be read by others of this computer. Whatever the program writes is thrown away.
 * @param command a program, its parameters behind it, apart by spaces
 */
export function createWifiCommand(command: string): JoinWifi {
  const [program = '', ...parameters] = command.trim().split(/\s+/);
  return (wifi) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, parameters, { stdio: ['pipe', 'ignore', 'ignore'], timeout: patience, killSignal: 'SIGKILL' });
      child.once('error', () => reject(new WifiError(`${program} can't be started.`)));
      child.once('exit', (code) => (code === 0 ? resolve() : reject(new WifiError(`${program} did not join the network${code === null ? ' in time' : ` (${code})`}.`))));
      child.stdin.on('error', () => undefined);
      child.stdin.end(`${JSON.stringify({ name: wifi.name, password: wifi.password })}\n`);
    });
}
