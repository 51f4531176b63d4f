import { createHash, randomBytes } from 'node:crypto';
import { namespaces } from '@watchpost/onvif/messages';

/** A user name token as a recorder writes it; a test makes single parts wrong. */
export interface TokenParts {
  readonly username: string;
  readonly password: string;
  /** Unix ms. */
  readonly at: number;
  readonly nonce?: string;
  readonly created?: string;
  readonly type?: string;
}

const wss = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';

/** Returns the WS-Security header of a request. */
export function tokenHeader({ username, password, at, nonce, created, type = 'PasswordDigest' }: TokenParts): string {
  const nonceText = nonce ?? randomBytes(16).toString('base64');
  const createdText = created ?? new Date(at).toISOString();
  const digest = createHash('sha1').update(Buffer.from(nonceText, 'base64')).update(createdText).update(password).digest('base64');
  const shown = type === 'PasswordDigest' ? digest : password;
  return `<w:Security xmlns:w="${wss}-wssecurity-secext-1.0.xsd" xmlns:u="${wss}-wssecurity-utility-1.0.xsd" s:mustUnderstand="1"><w:UsernameToken><w:Username>${username}</w:Username><w:Password Type="${wss}-username-token-profile-1.0#${type}">${shown}</w:Password><w:Nonce>${nonceText}</w:Nonce><u:Created>${createdText}</u:Created></w:UsernameToken></w:Security>`;
}

/** Returns the envelope of a request. @param content with the prefix `q` for its service and `tt` for the schema */
export function soapRequest(
  service: 'device' | 'media' | 'events' | 'notification' | 'ptz',
  operation: string,
  { header = '', content = '' }: { readonly header?: string; readonly content?: string } = {},
): string {
  return `<?xml version="1.0"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header>${header}</s:Header><s:Body><q:${operation} xmlns:q="${namespaces[service]}" xmlns:tt="${namespaces.schema}">${content}</q:${operation}></s:Body></s:Envelope>`;
}

/** Returns the codes of a fault, outermost first; an empty list for any other answer. */
export function faultCodes(body: string): string[] {
  return body.includes(':Fault>') ? [...body.matchAll(/<s:Value>(?:s|ter):(\w{1,40})<\/s:Value>/g)].map(([, code = '']) => code) : [];
}
