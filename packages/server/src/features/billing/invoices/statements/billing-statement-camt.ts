import { isTaxId } from '@watchpost/contract/kernel';
import { SaxesParser } from 'saxes';
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

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}

const maxDepth = 40;
/** Elements of one entry, with all its transactions. */
const maxEntryElements = 200_000;

/**
 * Reads an ISO 20022 statement (CAMT.053, any version): what arrived on an account. One entry at a time is kept in memory; a DOCTYPE, and with
 * it any entity, is refused.
 * @param account of the seller
 */
export function parseCamtStatement(text: string, account: string): StatementResult {
  const payments: StatementPayment[] = [];
  const skipped: { place: string; reason: SkipReason }[] = [];
  const path: string[] = [];
  /** Open elements of the entry, or of the account's id. */
  const open: Node[] = [];
  let isCamt = false;
  let isOwn = false;
  let hasOwn = false;
  let entries = 0;
  let elements = 0;

  const endEntry = (entry: Node): void => {
    entries += 1;
    if (!isOwn) return;
    for (const read of readEntry(entry)) {
      if (typeof read === 'string') skipped.push({ place: `entry ${entries}`, reason: read });
      else payments.push(read);
    }
  };

  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('XML with a DOCTYPE is not read.');
  });
  parser.on('opentag', ({ name: full, attributes }) => {
    const name = full.slice(full.indexOf(':') + 1);
    path.push(name);
    if (path.length > maxDepth) throw new Error('The XML is too deep.');
    if (name === 'BkToCstmrStmt') isCamt = true;
    if (name === 'Stmt') isOwn = false;
    const isRoot = open.length === 0 && (name === 'Ntry' || (name === 'Acct' && path.at(-2) === 'Stmt'));
    if (!isRoot && open.length === 0) return;
    if (isRoot) elements = 0;
    elements += 1;
    if (elements > maxEntryElements) throw new Error('An entry has too many elements.');
    const node: Node = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  const addText = (part: string): void => {
    const node = open.at(-1);
    if (node && node.text.length < maxTextLength) node.text += part.slice(0, maxTextLength);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    path.pop();
    const node = open.pop();
    if (!node || open.length > 0) return;
    if (node.name === 'Ntry') endEntry(node);
    else {
      isOwn = textsAt(node, 'Id', 'Othr', 'Id').includes(account) || textsAt(node, 'Id', 'IBAN').includes(account);
      hasOwn ||= isOwn;
    }
  });
  try {
    parser.write(text).close();
  } catch {
    return { isOk: false, problem: 'malformed' };
  }
  if (!isCamt) return { isOk: false, problem: 'unknown-format' };
  return hasOwn ? { isOk: true, statement: { payments, skipped } } : { isOk: false, problem: 'other-account' };
}

/** An entry is one payment, or several that the bank has booked as one. */
function readEntry(entry: Node): (StatementPayment | SkipReason)[] {
  if (textAt(entry, 'CdtDbtInd') !== 'CRDT') return [];
  if (textAt(entry, 'RvslInd') === 'true') return ['reversal'];
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
  if (status !== 'BOOK') return ['not-booked'];
  const details = nodesAt(entry, 'NtryDtls', 'TxDtls').filter((transaction) => (textAt(transaction, 'CdtDbtInd') || 'CRDT') === 'CRDT');
  if (details.length === 0) return [readTransaction(entry, entry, null)];
  return details.map((transaction, index) => readTransaction(entry, transaction, details.length > 1 ? index : null));
}

/** @param position among several payments of one entry; null for the only one */
function readTransaction(entry: Node, transaction: Node, position: number | null): StatementPayment | SkipReason {
  const ownAmount = nodesAt(transaction, 'Amt')[0] ?? nodesAt(transaction, 'AmtDtls', 'TxAmt', 'Amt')[0];
  const amountNode = ownAmount ?? (position === null ? nodesAt(entry, 'Amt')[0] : undefined);
  const amount = parseStatementAmount(amountNode?.text ?? '');
  const bookedOn = parseStatementDay(textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm'));
  if (amount === null || bookedOn === null) return 'unreadable';
  const reference =
    [
      textAt(transaction, 'Refs', 'AcctSvcrRef'),
      textAt(entry, 'AcctSvcrRef'),
      textAt(transaction, 'Refs', 'TxId'),
      textAt(transaction, 'Refs', 'EndToEndId'),
      textAt(entry, 'NtryRef'),
    ].find((text) => text !== '' && text !== 'NOTPROVIDED') ?? null;
  // Without one, two payments of the same day and amount look the same.
  if (reference === null) return 'no-reference';
  const parties = nodesAt(transaction, 'RltdPties', 'Dbtr').flatMap((debtor) => [debtor, ...nodesAt(debtor, 'Pty')]);
  const taxIds = new Set(
    parties
      .flatMap((party) => [...textsAt(party, 'Id', 'OrgId', 'Othr', 'Id'), ...textsAt(party, 'Id', 'PrvtId', 'Othr', 'Id')])
      .filter((text) => isTaxId(text)),
  );
  const unstructured = textsAt(transaction, 'RmtInf', 'Ustrd');
  const lines = unstructured.length > 0 ? unstructured : [textAt(transaction, 'AddtlTxInf') || textAt(entry, 'AddtlNtryInf')];
  const [payerTaxId = null] = taxIds.size === 1 ? taxIds : [];
  return {
    key: statementKey('camt', [reference, bookedOn, amount, payerTaxId, position]),
    format: 'camt',
    amount,
    currency: amountNode?.attributes['Ccy'] ?? '',
    bookedOn,
    payerTaxId,
    payerName: shorten(parties.map((party) => textAt(party, 'Nm')).join(' ')),
    purpose: shorten(lines.join(' ')),
    unbrokenPurpose: shorten(lines.join('')),
  };
}

function nodesAt(node: Node, ...names: readonly string[]): Node[] {
  return names.reduce<Node[]>((nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)), [node]);
}

function textsAt(node: Node, ...names: readonly string[]): string[] {
  return nodesAt(node, ...names).map(({ text }) => text.trim());
}

function textAt(node: Node, ...names: readonly string[]): string {
  return textsAt(node, ...names)[0] ?? '';
}
