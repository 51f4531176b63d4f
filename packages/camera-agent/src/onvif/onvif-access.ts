import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { OnvifError, type OnvifAccess, type OnvifNetwork } from '@watchpost/onvif';
import { SourceError } from '../sources/frame-source.ts';

/** This computer's network: only the operator who starts the agent chooses the camera's address. */
export const ownNetwork: OnvifNetwork = {
  resolve: async (host) => {
    const [found] = await lookup(host.replaceAll(/[[\]]/g, ''), { all: true, order: 'ipv4first' }).catch(() => []);
    if (!found) throw new OnvifError('camera-host-unknown');
    return found.address;
  },
  isAllowed: (address) => isIP(address) !== 0,
};

/** Parses an address from the command line. Other users can read it there, so it must not contain a password. @throws {SourceError} when it does */
export function readOnvifHost(address: string): OnvifAccess {
  if (address.includes('@'))
    throw new SourceError(
      'Put the address, the user name and the password into a file of your own, a line for each, and name that: --onvif-file FILE',
    );
  return { address };
}

/**
 * Reads the address from the first line of a file, then the user name and the password, one per line.
 * @throws {SourceError} when no address is there
 */
export async function readOnvifFile(file: string): Promise<OnvifAccess> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
  // A password may begin with a # or end with a space: it is not trimmed.
  const [address = '', username = '', password = ''] = first < 0 ? [] : lines.slice(first, first + 3);
  if (address === '') throw new SourceError(`${file} has no address in it.`);
  return { address: address.trim(), ...(username.trim() !== '' && { username: username.trim(), password }) };
}
