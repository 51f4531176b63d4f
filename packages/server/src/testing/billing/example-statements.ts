import { exampleInvoiceTerms } from './example-plans.ts';

/** What a bank says of one payment. */
export interface ExampleTransfer {
  /** The bank's number of the payment order. */
  readonly number: string;
  /** As the bank writes it: `299.00`. */
  readonly amount: string;
  readonly purpose: string;
  /** ИНН of the payer; empty for none. */
  readonly payerTaxId: string;
}

const { account } = exampleInvoiceTerms.seller;
export const exampleTransfer: ExampleTransfer = {
  number: '41',
  amount: '299.00',
  purpose: 'Оплата по счёту WP-1',
  payerTaxId: '7736050003',
};

/** A statement in the text exchange of 1C, with a payment that the seller made itself at its end. */
export function statement1c(transfers: readonly ExampleTransfer[]): string {
  const outgoing = ['СекцияДокумент=Платежное поручение', 'Номер=7', 'Дата=26.11.2026', 'Сумма=10.00', `ПлательщикРасчСчет=${account}`];
  return [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=Windows',
    'Отправитель=Банк',
    'ДатаНачала=26.11.2026',
    `РасчСчет=${account}`,
    'СекцияРасчСчет',
    `РасчСчет=${account}`,
    'КонецРасчСчет',
    ...transfers.flatMap(({ number, amount, purpose, payerTaxId }) => [
      'СекцияДокумент=Платежное поручение',
      `Номер=${number}`,
      'Дата=25.11.2026',
      `Сумма=${amount}`,
      'ПлательщикСчет=40702810900000000002',
      `ПлательщикИНН=${payerTaxId}`,
      'Плательщик1=ООО «Ёлки»',
      `ПолучательСчет=${account}`,
      'ДатаПоступило=26.11.2026',
      `НазначениеПлатежа=${purpose}`,
      'КонецДокумента',
    ]),
    ...outgoing,
    'ПолучательСчет=40702810900000000002',
    'ДатаСписано=26.11.2026',
    'НазначениеПлатежа=Аренда',
    'КонецДокумента',
    'КонецФайла',
    '',
  ].join('\r\n');
}

/** The same in CAMT.053. */
export function statementCamt(transfers: readonly ExampleTransfer[]): string {
  const entry = ({ number, amount, purpose, payerTaxId }: ExampleTransfer, direction: string): string =>
    `<Ntry><Amt Ccy="RUB">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-26</Dt></BookgDt>
     <AcctSvcrRef>REF${number}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Nm>Ёлки</Nm>
     <Id><OrgId><Othr><Id>${payerTaxId}</Id><SchmeNm><Cd>TXID</Cd></SchmeNm></Othr></OrgId></Id></Dbtr></RltdPties>
     <RmtInf><Ustrd>${purpose.slice(0, 12)}</Ustrd><Ustrd>${purpose.slice(12)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
    <Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>
    ${transfers.map((transfer) => entry(transfer, 'CRDT')).join('\n')}
    ${entry({ ...exampleTransfer, number: '7' }, 'DBIT')}
    </Stmt></BkToCstmrStmt></Document>`;
}

/** Encodes a statement as banks do. */
export function toWindows1251(text: string): Uint8Array {
  const decoder = new TextDecoder('windows-1251');
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]));
  return Uint8Array.from(text, (character) => codes.get(character) ?? 0x3f);
}
