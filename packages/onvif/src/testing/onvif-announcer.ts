import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const group = '239.255.255.250';
const port = 3702;

/**
 * Answers WS-Discovery on this machine's loopback, like cameras in a network.
 * @param devices URLs of device services, each a separate camera
 * @returns a function that stops it
 */
export async function announceOnvif(
  devices: readonly { readonly url: string; readonly name: string; readonly model: string }[],
): Promise<() => void> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  // Bound to the group, to receive only multicast.
  socket.bind(port, group);
  await once(socket, 'listening');
  socket.addMembership(group, '127.0.0.1');
  socket.on('message', (data, sender) => {
    const id = /MessageID>([^<]+)</.exec(data.toString('utf8'))?.[1];
    if (id === undefined) return;
    for (const { url, name, model } of devices) socket.send(match(id, url, name, model), sender.port, sender.address);
  });
  return () => void socket.close();
}

function match(id: string, url: string, name: string, model: string): string {
  const scopes = `onvif://www.onvif.org/type/video_encoder onvif://www.onvif.org/name/${encodeURIComponent(name)} onvif://www.onvif.org/hardware/${encodeURIComponent(model)}`;
  return (
    '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:dn="http://www.onvif.org/ver10/network/wsdl">' +
    `<e:Header><a:MessageID>${id}-answer</a:MessageID><a:RelatesTo>${id}</a:RelatesTo><a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/ProbeMatches</a:Action></e:Header>` +
    `<e:Body><d:ProbeMatches><d:ProbeMatch><a:EndpointReference><a:Address>urn:uuid:${Buffer.from(url).toString('hex')}</a:Address></a:EndpointReference>` +
    `<d:Types>dn:NetworkVideoTransmitter</d:Types><d:Scopes>${scopes}</d:Scopes><d:XAddrs>${url}</d:XAddrs><d:MetadataVersion>1</d:MetadataVersion></d:ProbeMatch></d:ProbeMatches></e:Body></e:Envelope>`
  );
}
