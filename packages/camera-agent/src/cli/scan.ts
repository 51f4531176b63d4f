import { readFile } from 'node:fs/promises';
import { readQrCodes } from '../code/code-reader.ts';
import { createCodeRegistration } from '../code/registration-by-code.ts';
import { createWifiCommand } from '../code/wifi-command.ts';
import { saveCredentials } from '../link/credentials.ts';
import { loadDeviceKey } from '../link/device-key.ts';
import { register } from '../link/registration.ts';
import { agentModel, credentialsKey } from './identity.ts';
import type { CliOptions } from './options.ts';
import { toServerAddress } from '../kernel/server-address.ts';

/** Larger than any photo from a phone. */
const maxPictureBytes = 32 * 1024 * 1024;

/**
 * Registers the camera with the code in a picture file, such as a screenshot or a photo.
 * @throws {TypeError} when the picture contains no such code
 */
export async function scanFile(options: CliOptions, log: (line: string) => void): Promise<void> {
  const { picture, server, name, dir, wifiCommand } = options;
  if (picture === null) throw new TypeError('Say which picture to look at: camera-agent scan FILE.png');
  const bytes = await readFile(picture);
  if (bytes.length > maxPictureBytes) throw new TypeError(`${picture} is too large for a picture of a code.`);
  const device = await loadDeviceKey(dir, credentialsKey(name));
  const take = createCodeRegistration({
    server: server === undefined ? null : toServerAddress(server),
    joinWifi: wifiCommand === undefined ? null : createWifiCommand(wifiCommand),
    register: async ({ server: serverUrl, registrationToken }) => {
      const fresh = await register({ serverUrl, registrationToken, title: name, device, model: agentModel });
      await saveCredentials(dir, credentialsKey(name), { ...fresh, serverUrl });
    },
    log,
  });
  for (const text of await readQrCodes(new Uint8Array(bytes))) {
    if (await take(text)) return log('Registered. Now start it: camera-agent run');
  }
  throw new TypeError(`${picture}: no registration code in it that could be used.`);
}
