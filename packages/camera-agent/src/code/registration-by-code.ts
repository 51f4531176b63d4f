import { readRegistrationCode, type RegistrationCode } from '@watchpost/contract/protocols/registration-code';
import { RegistrationError } from '../link/registration.ts';
import type { JoinWifi } from './wifi-command.ts';

export interface CodeRegistrationDeps {
  /** Origin of the only server that codes may be of; null: the code names it. */
  readonly server: string | null;
  /** Null: the network of this computer is left as it is. */
  readonly joinWifi: JoinWifi | null;
  /** @throws {RegistrationError} when the server refuses */
  readonly register: (code: RegistrationCode) => Promise<void>;
  readonly log: (line: string) => void;
}

/** Takes what was read; true once the camera is registered by it. */
export type CodeRegistration = (text: string) => Promise<boolean>;

/** Ears are quicker than eyes: a terminal rings when the code is read. */
const bell = '\u0007';

/**
 * Registers with the codes that it is given. The same code is in picture after picture: each is told about once, and what the server
 * has refused for good is not tried again. Nothing of a code but the server and the name of the Wi-Fi is ever said.
 */
export function createCodeRegistration({ server, joinWifi, register, log }: CodeRegistrationDeps): CodeRegistration {
  const settled = new Set<string>();
  const told = new Set<string>();
  const tell = (line: string): void => {
    if (told.has(line)) return;
    told.add(line);
    log(line);
  };
  const take = async (text: string, code: RegistrationCode): Promise<boolean> => {
    tell(`The code is read.${bell}`);
    try {
      if (code.wifi && joinWifi) {
        tell(`Joining the Wi-Fi "${code.wifi.name}"`);
        await joinWifi(code.wifi);
      } else if (code.wifi) {
        tell(`The code names the Wi-Fi "${code.wifi.name}". Without --wifi-command the network of this computer is left as it is.`);
      }
      await register(code);
      return true;
    } catch (error) {
      // Another code may be better; this one is not.
      if (error instanceof RegistrationError && error.status < 500 && error.status !== 429) settled.add(text);
      tell(`Not registered: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  };

  return async (text) => {
    if (settled.has(text)) return false;
    const reading = readRegistrationCode(text);
    if (reading.kind === 'code' && (server === null || reading.code.server === server)) return take(text, reading.code);
    settled.add(text);
    if (reading.kind === 'code') tell(`This code is of another server (${reading.code.server}). This camera was started for ${server}.`);
    else if (reading.kind === 'newer') tell('This code is for a newer camera-agent. Update it: npx @watchpost/camera-agent@latest');
    else if (reading.kind === 'damaged') tell('This is a registration code, but not a whole one.');
    return false;
  };
}
