import { readRegistrationCode, type RegistrationCode } from '@watchpost/contract/protocols/registration-code';
import { RegistrationError } from '../link/registration.ts';
import type { JoinWifi } from './wifi-command.ts';

export interface CodeRegistrationDeps {
  /** Address of the only server that codes may name; null: the code chooses it. */
  readonly server: string | null;
  /** Null: this computer's network stays as it is. */
  readonly joinWifi: JoinWifi | null;
  /** @throws {RegistrationError} when the server refuses */
  readonly register: (code: RegistrationCode) => Promise<void>;
  readonly log: (line: string) => void;
}

/** Handles the scanned texts; true once a code has registered the camera. */
export type CodeRegistration = (text: string) => Promise<boolean>;

/** Rings the terminal's bell: users hear sooner than they read that the code was scanned. */
const bell = '\u0007';

/**
 * Registers with the scanned codes. The same code is in many frames: each is reported once, and a code that the server rejected
 * for good is not retried. Logs contain only the server and the name of the Wi-Fi network from a code.
 */
export function createCodeRegistration({ server, joinWifi, register, log }: CodeRegistrationDeps): CodeRegistration {
  const settled = new Set<string>();
  const reported = new Set<string>();
  const reportOnce = (line: string): void => {
    if (reported.has(line)) return;
    reported.add(line);
    log(line);
  };
  const take = async (text: string, code: RegistrationCode): Promise<boolean> => {
    reportOnce(`Code scanned.${bell}`);
    try {
      if (code.wifi && joinWifi) {
        reportOnce(`Joining the Wi-Fi "${code.wifi.name}"`);
        await joinWifi(code.wifi);
      } else if (code.wifi) {
        reportOnce(`The code names the Wi-Fi "${code.wifi.name}". Without --wifi-command the network of this computer is left as it is.`);
      }
      await register(code);
      return true;
    } catch (error) {
      // This code failed; another one may work.
      if (error instanceof RegistrationError && error.status < 500 && error.status !== 429) settled.add(text);
      reportOnce(`Not registered: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  };

  return async (text) => {
    if (settled.has(text)) return false;
    const reading = readRegistrationCode(text);
    if (reading.kind === 'code' && (server === null || reading.code.server === server)) return take(text, reading.code);
    settled.add(text);
    if (reading.kind === 'code')
      reportOnce(`This code is for another server (${reading.code.server}). This camera was started for ${server}.`);
    else if (reading.kind === 'newer') reportOnce('This code is for a newer camera-agent. Update it: npx @watchpost/camera-agent@latest');
    else if (reading.kind === 'damaged') reportOnce('This is a registration code, but it is incomplete.');
    return false;
  };
}
