import { isIP } from 'node:net';
import { ParseError } from '../kernel/parse-error.ts';
import { plainText } from '../soap/plain-text.ts';
import { readEnvelope } from '../soap/onvif-soap.ts';
import { childrenOf, isNamed, type XmlElement } from '../soap/onvif-xml.ts';

const addressing = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';
const discovery = 'http://schemas.xmlsoap.org/ws/2005/04/discovery';

/** An answer of one camera. */
export interface ProbeMatch {
  /** The same in every answer of the device, whatever its address. */
  readonly endpoint: string;
  readonly name: string;
  readonly model: string;
  /** URLs of its device service; hosts are bare addresses. */
  readonly addresses: readonly URL[];
}

export type ProbeType = 'dn:NetworkVideoTransmitter' | 'tds:Device';

/** Returns a probe as XML. @param id a UUID, repeated in answers */
export function probeMessage(id: string, type: ProbeType): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="${addressing}" xmlns:d="${discovery}" ` +
    'xmlns:dn="http://www.onvif.org/ver10/network/wsdl" xmlns:tds="http://www.onvif.org/ver10/device/wsdl"><s:Header>' +
    `<a:Action s:mustUnderstand="1">${discovery}/Probe</a:Action><a:MessageID>urn:uuid:${id}</a:MessageID>` +
    '<a:ReplyTo><a:Address>http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous</a:Address></a:ReplyTo>' +
    `<a:To s:mustUnderstand="1">urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To></s:Header><s:Body><d:Probe><d:Types>${type}</d:Types></d:Probe></s:Body></s:Envelope>`
  );
}

/** Parses an answer; empty unless it is an ONVIF device's answer to these probes. Never throws. */
export function readProbeMatches(text: string, ids: readonly string[]): ProbeMatch[] {
  try {
    const { header, body } = readEnvelope(text, { isTolerant: true });
    const relatesTo = header.find((element) => isNamed(element, 'RelatesTo', addressing))?.text.toLowerCase() ?? '';
    if (!ids.some((id) => relatesTo.endsWith(id))) return [];
    const matches = body
      .filter((element) => isNamed(element, 'ProbeMatches', discovery))
      .flatMap((element) => childrenOf(element, 'ProbeMatch', discovery));
    return matches.flatMap(readMatch);
  } catch (error) {
    if (error instanceof ParseError) return [];
    throw error;
  }
}

function readMatch(match: XmlElement): ProbeMatch[] {
  const words = (name: string): string[] => (childrenOf(match, name, discovery)[0]?.text ?? '').split(/\s+/, 200);
  const scopes = words('Scopes').filter((scope) => /^onvif:\/\/www\.onvif\.org\//i.test(scope));
  // Printers and computers also speak WS-Discovery.
  if (scopes.length === 0 && !words('Types').some((type) => type.endsWith(':NetworkVideoTransmitter'))) return [];
  const addresses = words('XAddrs').flatMap(readAddress);
  const [first] = addresses;
  if (!first) return [];
  const [reference] = childrenOf(match, 'EndpointReference', addressing);
  const endpoint = childrenOf(reference, 'Address', addressing)[0]?.text.toLowerCase() ?? '';
  return [
    {
      endpoint: endpoint === '' ? first.href : endpoint.slice(0, 200),
      name: scopeText(scopes, 'name'),
      model: scopeText(scopes, 'hardware'),
      addresses,
    },
  ];
}

/** Accepts only IP addresses: a host name would need a lookup, which any device in the network could spoof. */
function readAddress(text: string): URL[] {
  if (text.length > 500 || !URL.canParse(text)) return [];
  const url = new URL(text);
  const isPlain = (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === '' && url.port !== '0';
  return isPlain && isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0 ? [url] : [];
}

function scopeText(scopes: readonly string[], kind: string): string {
  const start = `onvif://www.onvif.org/${kind}/`;
  const scope = scopes.find((text) => text.toLowerCase().startsWith(start))?.slice(start.length) ?? '';
  try {
    return plainText(decodeURIComponent(scope));
  } catch {
    return plainText(scope);
  }
}
