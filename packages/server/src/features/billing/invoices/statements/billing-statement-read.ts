import { parse1cStatement } from './billing-statement-1c.ts';
import { parseCamtStatement } from './billing-statement-camt.ts';
import type { StatementResult } from './billing-statement.ts';

/** A statement of a year with a thousand payments a day is smaller. */
export const maxStatementBytes: number = 64 * 1024 * 1024;

/**
 * Reads a bank statement of either format: the text exchange of 1C (windows-1251, UTF-8, or `Кодировка=DOS`), or CAMT.053.
 * @param account of the seller: what arrived on others is not of interest
 */
export function readStatement(bytes: Uint8Array, account: string): StatementResult {
  if (bytes.byteLength > maxStatementBytes) return { isOk: false, problem: 'too-large' };
  const text = decode(bytes);
  if (text === null) return { isOk: false, problem: 'unknown-format' };
  return text.startsWith('<') ? parseCamtStatement(text, account) : parse1cStatement(text, account);
}

function decode(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const isXml = /^(?:ï»¿)?\s*</.test(start);
  if (isXml && /encoding\s*=\s*["']windows-1251["']/i.test(start)) return new TextDecoder('windows-1251').decode(bytes).trimStart();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trimStart();
  } catch {
    if (isXml) return null;
  }
  // The name of the encoding is written in it.
  const dos = new TextDecoder('ibm866').decode(bytes.subarray(0, 2000));
  return new TextDecoder(/^Кодировка=DOS\r?$/m.test(dos) ? 'ibm866' : 'windows-1251').decode(bytes).trimStart();
}
