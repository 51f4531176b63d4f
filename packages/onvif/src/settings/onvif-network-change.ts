import { writeNetworkCommand, type UpdateNetworkBody } from '@watchpost/contract/schemas/camera-settings';
import { does, type OnvifHandler, type OnvifSession } from '../control/onvif-session.ts';
import { OnvifError } from '../kernel/onvif-error.ts';
import { elementAt, onvif, textAt } from '../soap/onvif-soap.ts';
import { childrenOf, escapeXml } from '../soap/onvif-xml.ts';
import { plainText } from '../soap/plain-text.ts';

/** The command that changes the network of ONVIF cameras. It is separate from the other settings, because the caller must know the camera's new address afterwards. */
export const onvifNetwork: readonly OnvifHandler[] = [
  does(writeNetworkCommand, null, (session, change) => session.inTurn(() => writeNetwork(session, change))),
];

async function writeNetwork(session: OnvifSession, change: UpdateNetworkBody): Promise<{ readonly isRestarting: boolean }> {
  const listed = childrenOf(await session.call('device', 'GetNetworkInterfaces'), 'NetworkInterfaces', onvif);
  const one = listed.find(
    (each) => (plainText(textAt(each, 'Info', 'Name')) || plainText(each.attributes.get('token') ?? '')) === change.name,
  );
  const token = one?.attributes.get('token') ?? '';
  if (!one || token === '' || !elementAt(one, 'IPv4')) throw new OnvifError('camera-unsupported');
  // Set gateway and DNS before the address: afterwards, the camera may no longer be reachable here.
  if (change.ipMode === 'static') {
    if (change.gateway !== null)
      await session.call('device', 'SetNetworkDefaultGateway', `<q:IPv4Address>${change.gateway}</q:IPv4Address>`);
    const servers = [change.primaryDns, change.secondaryDns].filter((server) => server !== null);
    await session.call(
      'device',
      'SetDNS',
      `<q:FromDHCP>false</q:FromDHCP>${servers.map((server) => `<q:DNSManual><tt:Type>IPv4</tt:Type><tt:IPv4Address>${server}</tt:IPv4Address></q:DNSManual>`).join('')}`,
    );
  } else await session.call('device', 'SetDNS', '<q:FromDHCP>true</q:FromDHCP>');
  const manual =
    change.ipMode === 'static'
      ? `<tt:Manual><tt:Address>${change.ip}</tt:Address><tt:PrefixLength>${change.prefixLength}</tt:PrefixLength></tt:Manual>`
      : '';
  const content =
    `<q:InterfaceToken>${escapeXml(token)}</q:InterfaceToken><q:NetworkInterface><tt:Enabled>true</tt:Enabled>` +
    `<tt:IPv4><tt:Enabled>true</tt:Enabled>${manual}<tt:DHCP>${change.ipMode === 'dhcp'}</tt:DHCP></tt:IPv4></q:NetworkInterface>`;
  const answer = await session.call('device', 'SetNetworkInterfaces', content).catch((error: unknown) => {
    // A camera that changes its address immediately can't answer: check the new address.
    if (
      error instanceof OnvifError &&
      (error.code === 'camera-timeout' || error.code === 'camera-unreachable' || error.code === 'camera-not-onvif')
    )
      return null;
    throw error;
  });
  const isRestarting = textAt(answer ?? undefined, 'RebootNeeded') === 'true';
  if (isRestarting) await session.call('device', 'SystemReboot');
  return { isRestarting };
}
