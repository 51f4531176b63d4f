import { isTaxId } from '@watchpost/contract/kernel';
import {
  maxTextLength,
  parseStatementAmount,
  parseStatementDay,
  shorten,
  statementKey,
  type SkipReason,
  type StatementPayment,
  type StatementResult,
} from './billing-statement.ts';

type Fields = ReadonlyMap<string, string>;

/** Fields of one document that are kept: the exchange standard has about sixty. */
const maxFields = 200;

/**
 * Reads the text exchange of 1C with banks (`1CClientBankExchange`): what arrived on an account. Outgoing payments of the same statement are
 * not of interest.
 * @param text decoded
 * @param account of the seller
 */
export function parse1cStatement(text: string, account: string): StatementResult {
  const payments: StatementPayment[] = [];
  const skipped: { place: string; reason: SkipReason }[] = [];
  let document: Map<string, string> | null = null;
  let startLine = 0;
  let isOwnAccount = false;
  let lineNumber = 0;

  const end = (fields: Fields, place: string): void => {
    if (!isIncoming(fields, account)) return;
    isOwnAccount = true;
    const read = readDocument(fields);
    if (typeof read === 'string') skipped.push({ place, reason: read });
    else payments.push(read);
  };

  for (const line of linesOf(text)) {
    lineNumber += 1;
    if (lineNumber === 1) {
      if (line.trim() !== '1CClientBankExchange') return { isOk: false, problem: 'unknown-format' };
      continue;
    }
    const at = line.indexOf('=');
    const name = (at < 0 ? line : line.slice(0, at)).trim();
    const value = at < 0 ? '' : line.slice(at + 1, at + 1 + 2 * maxTextLength).trim();
    if (name === 'СекцияДокумент') {
      // A document that did not end is not whole: nothing of it is believed.
      if (document) skipped.push({ place: `line ${startLine}`, reason: 'unreadable' });
      document = new Map();
      startLine = lineNumber;
    } else if (name === 'КонецДокумента') {
      if (document) end(document, `line ${startLine}`);
      document = null;
    } else if (document) {
      if (document.size < maxFields && !document.has(name)) document.set(name, value);
    } else if (name === 'РасчСчет' && value === account) isOwnAccount = true;
  }
  if (document) skipped.push({ place: `line ${startLine}`, reason: 'unreadable' });
  if (lineNumber === 0) return { isOk: false, problem: 'unknown-format' };
  return isOwnAccount || skipped.length > 0 ? { isOk: true, statement: { payments, skipped } } : { isOk: false, problem: 'other-account' };
}

/** Without a copy of the whole text: a statement of a year has a million lines. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    yield text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
    start = end + 1;
  }
}

function isIncoming(fields: Fields, account: string): boolean {
  const of = (name: string): string => fields.get(name) ?? '';
  const recipient = of('ПолучательРасчСчет') || of('ПолучательСчет');
  return recipient === account || of('ПолучательСчет') === account;
}

function readDocument(fields: Fields): StatementPayment | SkipReason {
  const of = (name: string): string => fields.get(name) ?? '';
  // Filled by the bank when the money has come.
  if (of('ДатаПоступило') === '') return 'not-booked';
  const bookedOn = parseStatementDay(of('ДатаПоступило'));
  const amount = parseStatementAmount(of('Сумма'));
  if (bookedOn === null || amount === null) return 'unreadable';
  const number = of('Номер');
  if (number === '') return 'no-reference';
  const payerTaxId = taxIdOf(of('ПлательщикИНН'), of('Плательщик'));
  const account = of('ПлательщикРасчСчет') || of('ПлательщикСчет');
  return {
    key: statementKey('1c', [number, of('Дата'), amount, payerTaxId, account]),
    format: '1c',
    amount,
    currency: 'RUB',
    bookedOn,
    payerTaxId,
    payerName: shorten(of('Плательщик1') || of('Плательщик')),
    purpose: shorten(of('НазначениеПлатежа') || purposeLines(fields).join(' ')),
    unbrokenPurpose: shorten(of('НазначениеПлатежа') || purposeLines(fields).join('')),
  };
}

/** Some banks split the purpose: `НазначениеПлатежа1` to `…6`. */
function purposeLines(fields: Fields): string[] {
  return [1, 2, 3, 4, 5, 6].map((line) => fields.get(`НазначениеПлатежа${line}`) ?? '');
}

/** Some banks write it before the name only: `ИНН 7707083893 ООО «Ромашка»`. */
function taxIdOf(field: string, name: string): string | null {
  const taxId = field === '' ? (/^ИНН\s?(\d{10,12})(?!\d)/.exec(name)?.[1] ?? '') : field;
  return isTaxId(taxId) ? taxId : null;
}
