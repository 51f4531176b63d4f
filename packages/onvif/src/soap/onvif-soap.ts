import { ParseError } from '../kernel/parse-error.ts';
import { childrenOf, isNamed, parseXml, type XmlElement, type XmlOptions } from './onvif-xml.ts';

/** Prefix of all ONVIF namespaces. */
export const onvif = 'http://www.onvif.org/';
/** Namespaces of ONVIF's services and of what they build on. */
export const namespaces = {
  device: 'http://www.onvif.org/ver10/device/wsdl',
  media: 'http://www.onvif.org/ver10/media/wsdl',
  media2: 'http://www.onvif.org/ver20/media/wsdl',
  imaging: 'http://www.onvif.org/ver20/imaging/wsdl',
  ptz: 'http://www.onvif.org/ver20/ptz/wsdl',
  events: 'http://www.onvif.org/ver10/events/wsdl',
  /** WS-BaseNotification, from which events have their messages and some of their operations. */
  notification: 'http://docs.oasis-open.org/wsn/b-2',
  schema: 'http://www.onvif.org/ver10/schema',
} as const;
const envelopes: readonly string[] = ['http://www.w3.org/2003/05/soap-envelope', 'http://schemas.xmlsoap.org/soap/envelope/'];

export interface SoapRequest {
  /** Namespace of the called service. */
  readonly namespace: string;
  readonly name: string;
  /** XML content of the request; `q` is the prefix of the request's namespace, `tt` that of the schema. */
  readonly content?: string;
  /** The request's action, where it differs from its namespace and name. */
  readonly action?: string;
  /** XML of the header, without the user. */
  readonly header?: string;
}

/** @param user XML of the header; empty for a request without a user */
export function soapEnvelope({ namespace, name, content = '', header = '' }: SoapRequest, user: string): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="${envelopes[0]}">` +
    (header + user === '' ? '' : `<s:Header>${header}${user}</s:Header>`) +
    `<s:Body><q:${name} xmlns:q="${namespace}" xmlns:tt="${namespaces.schema}">${content}</q:${name}></s:Body></s:Envelope>`
  );
}

interface SoapFault {
  readonly isRefusal: boolean;
  /** Codes and reason in the camera's own words, for the log. */
  readonly text: string;
}

export type SoapAnswer = { readonly response: XmlElement } | { readonly fault: SoapFault };

/** Reads the answer. @throws {ParseError} if it doesn't answer this request */
export function readSoapAnswer(text: string, { namespace, name }: SoapRequest): SoapAnswer {
  const [body] = readEnvelope(text, { isTolerant: true }).body;
  if (body && envelopes.some((envelope) => isNamed(body, 'Fault', envelope))) return { fault: readFault(body) };
  if (!body || !isNamed(body, `${name}Response`, namespace)) throw new ParseError(`No ${name}Response of ONVIF.`);
  return { response: body };
}

/** Reads a SOAP envelope. @throws {ParseError} if it is not SOAP */
export function readEnvelope(
  text: string,
  options?: XmlOptions,
): { readonly header: readonly XmlElement[]; readonly body: readonly XmlElement[] } {
  const root = parseXml(text, options);
  if (!envelopes.some((envelope) => isNamed(root, 'Envelope', envelope))) throw new ParseError('No SOAP envelope.');
  const part = (name: string): readonly XmlElement[] => childrenOf(root, name, root.namespace)[0]?.children ?? [];
  return { header: part('Header'), body: part('Body') };
}

function readFault(fault: XmlElement): SoapFault {
  const texts: string[] = [];
  const collect = (element: XmlElement): void => {
    if (element.text !== '') texts.push(element.text);
    for (const child of element.children) collect(child);
  };
  collect(fault);
  const text = texts.join(', ').slice(0, 300);
  return {
    isRefusal: /not\s?authori[sz]ed|unauthori[sz]ed|failedauthentication|failedcheck|invalid(?:security|username)/i.test(text),
    text,
  };
}

/** Returns the text at a path of local names in ONVIF namespaces; empty if it is missing. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string {
  return elementAt(element, ...path)?.text ?? '';
}

export function elementAt(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => childrenOf(at, name, onvif)[0], element);
}
