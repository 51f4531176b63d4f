import { systemClock } from '@watchpost/contract/timing/clock';
import { findOnvifCameras, networkAddresses, type FoundCamera } from '@watchpost/onvif';
import { ownNetwork } from '../onvif/onvif-access.ts';

/** Lists the ONVIF cameras in this computer's networks and the command that starts one; searches for 3 s. */
export async function discoverCameras(): Promise<string> {
  return describeCameras(
    await findOnvifCameras({
      clock: systemClock,
      log: { debug: () => undefined },
      network: ownNetwork,
      localAddresses: () => networkAddresses({ withLoopback: true }),
    }),
  );
}

/** @param found cameras; their names are untrusted */
export function describeCameras(found: readonly FoundCamera[]): string {
  if (found.length === 0)
    return 'No ONVIF camera answered. Some have ONVIF switched off in their settings, and cameras of other networks are not found: name such a one by its address.';
  const list = found.map(
    ({ address, name, model }) => `${[name, model].filter((text) => text !== '').join(' · ') || 'A camera without a name'}\n  ${address}`,
  );
  return [
    ...list,
    '',
    'Write the address, the user name and the password into a file of your own, a line for each, and start with',
    `  camera-agent run --server URL --onvif-file FILE --name "${wordOf(found[0]?.name ?? '') || 'Camera'}"`,
  ].join('\n');
}

/** Makes a name safe to paste into a command line: a camera can call itself anything. */
function wordOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '').trim();
}
