import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleInvoiceTerms } from '../../../../testing/billing/example-plans.ts';
import { exampleTransfer, statement1c, statementCamt, toWindows1251 } from '../../../../testing/billing/example-statements.ts';
import { readStatement } from './billing-statement-read.ts';
import { parseStatementAmount, parseStatementDay } from './billing-statement.ts';

const { account } = exampleInvoiceTerms.seller;
const utf8 = (text: string) => new TextEncoder().encode(text);
const read = (text: string | Uint8Array) => readStatement(typeof text === 'string' ? utf8(text) : text, account);
const expected = {
  amount: 29_900,
  currency: 'RUB',
  bookedOn: '2026-11-26',
  payerTaxId: '7736050003',
};

test.each([
  ['1C in UTF-8', utf8(statement1c([exampleTransfer]))],
  ['1C with a byte order mark', utf8(`\uFEFF${statement1c([exampleTransfer])}`)],
  ['1C in windows-1251', toWindows1251(statement1c([exampleTransfer]))],
  ['1C with other line ends', utf8(statement1c([exampleTransfer]).replaceAll('\r\n', '\n'))],
  ['CAMT', utf8(statementCamt([exampleTransfer]))],
  [
    'CAMT with prefixes',
    utf8(
      statementCamt([exampleTransfer])
        .replaceAll(/<(\/?)(?=\w)/g, '<$1ns2:')
        .replace('xmlns=', 'xmlns:ns2='),
    ),
  ],
  [
    'a newer CAMT',
    utf8(statementCamt([exampleTransfer]).replaceAll('<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>').replace('.001.02', '.001.08')),
  ],
  [
    'CAMT with the debtor in Pty',
    utf8(statementCamt([exampleTransfer]).replaceAll('<Dbtr>', '<Dbtr><Pty>').replaceAll('</Dbtr>', '</Pty></Dbtr>')),
  ],
])('%s: what arrived, and nothing of what was paid out', (_, bytes) => {
  const result = read(bytes);
  if (!result.isOk) expect.fail(result.problem);
  expect(result.statement.skipped).toEqual([]);
  expect(result.statement.payments).toHaveLength(1);
  expect(result.statement.payments[0]).toMatchObject(expected);
  expect(result.statement.payments[0]?.purpose.replaceAll(' ', '')).toBe('ОплатапосчётуWP-1');
});

test('1C in the encoding of DOS', () => {
  const text = statement1c([exampleTransfer]).replace('Кодировка=Windows', 'Кодировка=DOS').replaceAll(/[«»]/g, '"');
  const decoder = new TextDecoder('ibm866');
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]));
  const result = read(Uint8Array.from(text, (character) => codes.get(character) ?? 0x3f));
  expect(result.isOk && result.statement.payments[0]?.purpose).toBe('Оплата по счёту WP-1');
});

test.each([
  ['not-booked', (text: string) => text.replace('ДатаПоступило=26.11.2026', 'ДатаПоступило=')],
  ['unreadable', (text: string) => text.replace('Сумма=299.00', 'Сумма=299.005')],
  ['unreadable', (text: string) => text.replace('Сумма=299.00', 'Сумма=-299.00')],
  ['unreadable', (text: string) => text.replace('ДатаПоступило=26.11.2026', 'ДатаПоступило=31.02.2026')],
  ['no-reference', (text: string) => text.replace('Номер=41', 'Номер=')],
  ['unreadable', (text: string) => text.slice(0, text.indexOf('ПолучательСчет'))],
])('1C: %s is reported and not believed', (reason, damage) => {
  expect(read(damage(statement1c([exampleTransfer])))).toEqual({
    isOk: true,
    statement: { payments: [], skipped: [{ place: 'line 10', reason }] },
  });
});

test.each([
  ['not-booked', (text: string) => text.replace('BOOK', 'PDNG')],
  ['reversal', (text: string) => text.replace('<Sts>', '<RvslInd>true</RvslInd><Sts>')],
  ['unreadable', (text: string) => text.replace('299.00', '1e9')],
  ['no-reference', (text: string) => text.replace('<AcctSvcrRef>REF41</AcctSvcrRef>', '')],
])('CAMT: %s is reported and not believed', (reason, damage) => {
  expect(read(damage(statementCamt([exampleTransfer])))).toEqual({
    isOk: true,
    statement: { payments: [], skipped: [{ place: 'entry 1', reason }] },
  });
});

test('a file that is no statement of this account is refused with the reason', () => {
  const others = '40702810900000000002';
  for (const [problem, text] of [
    ['unknown-format', ''],
    ['unknown-format', 'Номер;Сумма\n1;299'],
    ['unknown-format', '<a/>'],
    ['malformed', statementCamt([]).slice(0, -20)],
    ['malformed', `<!DOCTYPE a [<!ENTITY b "c">]>${statementCamt([])}`.replace(/<\?xml.*\?>/, '')],
    ['malformed', '<a>'.repeat(100)],
    ['other-account', statementCamt([exampleTransfer]).replaceAll(account, others)],
    ['other-account', statement1c([]).replaceAll(account, others)],
  ] as const)
    expect([text.slice(0, 30), read(text)]).toEqual([text.slice(0, 30), { isOk: false, problem }]);
});

test('two tax ids leave the payer uncertain; several payments of one entry are several', () => {
  const text = statementCamt([exampleTransfer]);
  const two = read(text.replace('</OrgId>', '<Othr><Id>7707083893</Id></Othr></OrgId>'));
  expect(two.isOk && two.statement.payments[0]?.payerTaxId).toBe(null);
  const details = /<TxDtls>[\s\S]*?<\/TxDtls>/.exec(text)?.[0] ?? '';
  const withAmount = details.replace('<RltdPties>', '<Amt Ccy="RUB">100.00</Amt><RltdPties>');
  const batch = read(text.replace(details, withAmount + withAmount));
  if (!batch.isOk) expect.fail(batch.problem);
  expect(batch.statement.payments.map(({ amount }) => amount)).toEqual([10_000, 10_000]);
  expect(new Set(batch.statement.payments.map(({ key }) => key)).size).toBe(2);
  // Without their own amounts, the sum of the entry is nobody's.
  const sum = read(text.replace(details, details + details));
  expect(sum.isOk && sum.statement.skipped.map(({ reason }) => reason)).toEqual(['unreadable', 'unreadable']);
});

test('amounts are read without floats', () => {
  for (const [text, amount] of [
    ['299', 29_900],
    ['299.5', 29_950],
    ['299,05', 29_905],
    ['1234567890123.99', 123_456_789_012_399],
    ['299.00000', 29_900],
    ['0.00', null],
    ['', null],
    ['1 299', null],
    ['299.005', null],
    ['+1', null],
  ] as const)
    expect([text, parseStatementAmount(text)]).toEqual([text, amount]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999_999 }), (amount) => {
      expect(parseStatementAmount(`${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`)).toBe(amount);
    }),
  );
  expect(['2026-11-26T10:00:00+03:00', '26.11.2026', '31.02.2026', 'x', ''].map(parseStatementDay)).toEqual([
    '2026-11-26',
    '2026-11-26',
    null,
    null,
    null,
  ]);
});

test('whatever is in a file, nothing is thrown, and no payment is without a key, an amount and a day', () => {
  const parts = [...statement1c([exampleTransfer]).split('\r\n'), '=', '\0', 'Сумма=', 'КонецДокумента'];
  const lines = fc
    .array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 40 })), { maxLength: 60 })
    .map((some) => ['1CClientBankExchange', ...some].join('\n'));
  const tags = fc
    .array(fc.constantFrom(...(statementCamt([exampleTransfer]).match(/<[^>]*>|[^<]+/g) ?? [])), { maxLength: 60 })
    .map((some) => some.join(''));
  const cut = fc.nat({ max: 3000 }).map((at) => statementCamt([exampleTransfer]).slice(0, at));
  fc.assert(
    fc.property(fc.oneof(lines.map(utf8), tags.map(utf8), cut.map(utf8), fc.uint8Array({ maxLength: 300 })), (bytes) => {
      const result = read(bytes);
      if (!result.isOk) return;
      for (const { key, amount, bookedOn, purpose } of result.statement.payments) {
        expect(key).toMatch(/^[\w-]{43}$/);
        expect(Number.isSafeInteger(amount) && amount > 0).toBe(true);
        expect(bookedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
        expect(purpose.length).toBeLessThanOrEqual(1000);
      }
    }),
    { numRuns: 500 },
  );
});
