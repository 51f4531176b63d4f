/** For an ONVIF device: reads what a client sends, and escapes what is answered. */
export { readDateTime, readDuration } from '../events/onvif-times.ts';
export { ParseError } from '../kernel/parse-error.ts';
export { namespaces, readEnvelope } from './onvif-soap.ts';
export { childrenOf, escapeXml } from './onvif-xml.ts';
export type { XmlElement } from './onvif-xml.ts';
