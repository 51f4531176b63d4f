import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { OnvifError, type OnvifAccess, type OnvifNetwork } from '@watchpost/onvif';
import { SourceError } from '../sources/frame-source.ts';

/** The network that this computer is in: whoever starts the agent says where the camera is, and nobody else can. */
export const ownNetwork: OnvifNetwork = {
  resolve: async (host) => {
    const [found] = await lookup(host.replaceAll(/[[\]]/g, ''), { all: true, order: 'ipv4first' }).catch(() => []);
    if (!found) throw new OnvifError('camera-host-unknown');
    return found.address;
  },
  isAllowed: (address) => isIP(address) !== 0,
};

/** What was named on the command line: anybody can read it there, so it holds no password. @throws {SourceError} when it does */
export function readOnvifHost(address: string): OnvifAccess {
  if (address.includes('@')) throw new SourceError('Put the address, the user name and the password into a file of your own, a line for each, and name that: --onvif-file FILE');
  return { address };
}

/**
 * The address in the first line of a file, then the user name and the password, a line for each.
 * @throws {SourceError} when there is none
 */
export async function readOnvifFile(file: string): Promise<OnvifAccess> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
  // A password may begin with a # and end with a space: only what comes before it is tidied.
  const [address = '', username = '', password = ''] = first < 0 ? [] : lines.slice(first, first + 3);
  if (address === '') throw new SourceError(`${file} has no address in it.`);
  return { address: address.trim(), ...(username.trim() !== '' && { username: username.trim(), password }) };
}
