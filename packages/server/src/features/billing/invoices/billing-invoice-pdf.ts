import { createRequire } from 'node:module';
import { setImmediate as giveWay } from 'node:timers/promises';
import type { Locale } from '@watchpost/contract/kernel';
import { amountInWords } from './billing-amount-words.ts';
import { documentDay, purposeOf, type Invoice } from './billing-invoice-document.ts';
import { invoiceTexts, type InvoiceTexts } from './billing-invoice-texts.ts';
import { paymentQrModules } from './billing-payment-qr.ts';

type Pdf = PDFKit.PDFDocument;

const margin = 42;
const width = 595.28 - 2 * margin;
const bottom = 841.89 - margin;
const qrSize = 118;
/** Widths of number, services, VAT and amount. */
const columns = [28, width - 28 - 85 - 95, 85, 95] as const;
const gray = '#667085';
const black = '#101828';
const rule = '#d0d5dd';

/**
 * Prints an invoice. The same invoice is the same file: its only dates are its own.
 * @returns the PDF, with an embedded subset of the font, so that its text can be selected and searched
 */
export async function invoicePdf(invoice: Invoice, locale: Locale): Promise<Buffer> {
  // Loaded on use: few servers print invoices, and none at its start.
  const { default: PdfDocument } = await import('pdfkit');
  const { resolve } = createRequire(import.meta.url);
  const texts = invoiceTexts[locale];
  const title = texts.title(invoice.name, documentDay(invoice.issuedAt));
  const pdf = new PdfDocument({
    size: 'A4',
    margin,
    lang: locale,
    font: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    info: { Title: title, Author: invoice.seller.name, Producer: 'Watchpost', CreationDate: new Date(invoice.issuedAt) },
  });
  pdf.registerFont('regular', resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
  pdf.registerFont('bold', resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'));
  const whole = collect(pdf);
  drawBank(pdf, invoice, texts);
  pdf.moveDown(1.2).font('bold').fontSize(15).fillColor(black).text(title, margin, pdf.y, { width });
  pdf.moveDown(0.6);
  drawParties(pdf, invoice, texts);
  await drawLines(pdf, invoice, locale);
  drawSums(pdf, invoice, locale);
  pdf.end();
  return whole;
}

/** The name under which an invoice is saved. */
export function invoiceFileName({ name, issuedAt }: Pick<Invoice, 'name' | 'issuedAt'>, locale: Locale): string {
  return invoiceTexts[locale].fileName(name, documentDay(issuedAt));
}

async function collect(pdf: Pdf): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of pdf) if (part instanceof Uint8Array) parts.push(part);
  return Buffer.concat(parts);
}

/** Where to pay to, with the code that fills a payment order. */
function drawBank(pdf: Pdf, invoice: Invoice, texts: InvoiceTexts): void {
  const { seller } = invoice;
  const top = margin;
  drawQr(pdf, paymentQrModules({ seller, amount: invoice.amount, purpose: purposeOf(invoice) }), top);
  pdf
    .font('regular')
    .fontSize(7)
    .fillColor(gray)
    .text(texts.scan, margin + width - qrSize - 12, top + qrSize + 5, { width: qrSize + 24, align: 'center' });
  const facts = [
    [texts.bank, seller.bankName],
    [texts.bankCode, seller.bankCode],
    [texts.correspondentAccount, seller.correspondentAccount],
    [texts.seller, seller.name],
    [texts.taxId, seller.taxId],
    ...(seller.taxReasonCode === null ? [] : [[texts.taxReasonCode, seller.taxReasonCode]]),
    [texts.account, seller.account],
  ] as const;
  pdf.y = top;
  for (const [label = '', value = ''] of facts) drawFact(pdf, label, value, width - qrSize - 24);
  pdf.y = Math.max(pdf.y, top + qrSize + 22);
}

/** As vectors: sharp at every size, and without a picture library. One path, whose rows are joined, so that no seams show. */
function drawQr(pdf: Pdf, modules: readonly (readonly boolean[])[], top: number): void {
  const size = qrSize / modules.length;
  const left = margin + width - qrSize;
  for (const [row, cells] of modules.entries())
    for (let start = 0; start < cells.length;) {
      let end = start;
      while (cells[end] === true) end += 1;
      if (end > start) pdf.rect(left + start * size, top + row * size, (end - start) * size, size);
      start = end + 1;
    }
  pdf.fill('#000000');
}

function drawFact(pdf: Pdf, label: string, value: string, factWidth: number): void {
  const top = pdf.y;
  const labelWidth = 118;
  pdf
    .font('regular')
    .fontSize(8.5)
    .fillColor(gray)
    .text(label, margin, top, { width: labelWidth - 6 });
  const labelEnd = pdf.y;
  pdf.fillColor(black).text(value, margin + labelWidth, top, { width: factWidth - labelWidth });
  pdf.y = Math.max(pdf.y, labelEnd) + 3;
}

function drawParties(pdf: Pdf, { seller, payer }: Invoice, texts: InvoiceTexts): void {
  const describe = (party: {
    readonly name: string;
    readonly taxId: string;
    readonly taxReasonCode: string | null;
    readonly address: string;
  }) =>
    [
      party.name,
      `${texts.taxId} ${party.taxId}`,
      ...(party.taxReasonCode === null ? [] : [`${texts.taxReasonCode} ${party.taxReasonCode}`]),
      party.address,
    ].join(', ');
  drawFact(pdf, texts.seller, describe(seller), width);
  drawFact(pdf, texts.payer, describe(payer), width);
  drawFact(pdf, texts.contact, [payer.contactName, payer.email, ...(payer.phone === null ? [] : [payer.phone])].join(', '), width);
  pdf.moveDown(0.6);
}

async function drawLines(pdf: Pdf, { lines, vatPercent }: Invoice, locale: Locale): Promise<void> {
  const texts = invoiceTexts[locale];
  drawRow(pdf, texts.columns, { isHeading: true });
  for (const [index, { description, amount, vat }] of lines.entries()) {
    drawRow(pdf, [
      String(index + 1),
      description[locale],
      vatPercent === null ? '—' : formatFigures(vat, locale),
      formatFigures(amount, locale),
    ]);
    // Setting text takes milliseconds: live video must not wait for two hundred cameras.
    await giveWay();
  }
}

function drawRow(pdf: Pdf, cells: readonly string[], { isHeading = false }: { readonly isHeading?: boolean } = {}): void {
  pdf.font('regular').fontSize(8.5);
  const height = Math.max(...cells.map((cell, index) => pdf.heightOfString(cell, { width: (columns[index] ?? 0) - 8 }))) + 8;
  keepTogether(pdf, height);
  const top = pdf.y;
  let left = margin;
  for (const [index, cell] of cells.entries()) {
    const cellWidth = columns[index] ?? 0;
    pdf.fillColor(isHeading ? gray : black).text(cell, left + 4, top + 4, { width: cellWidth - 8, align: index > 1 ? 'right' : 'left' });
    left += cellWidth;
  }
  pdf.y = top + height;
  pdf
    .moveTo(margin, pdf.y)
    .lineTo(margin + width, pdf.y)
    .lineWidth(0.5)
    .stroke(rule);
}

function drawSums(pdf: Pdf, invoice: Invoice, locale: Locale): void {
  const texts = invoiceTexts[locale];
  const { amount, fromBalance, vat, vatPercent, dueAt } = invoice;
  // The sums and what is to be done with them stay on one page.
  keepTogether(pdf, 190);
  pdf.moveDown(0.8);
  const money = (value: number): string => `${formatFigures(value, locale)} ₽`;
  if (fromBalance > 0) {
    drawSum(pdf, texts.total, money(amount + fromBalance));
    drawSum(pdf, texts.fromBalance, money(-fromBalance));
  }
  drawSum(pdf, texts.toPay, money(amount), { isBold: true });
  if (vatPercent === null) drawSum(pdf, texts.noVat, '—');
  else drawSum(pdf, texts.vat(vatPercent), money(vat));
  pdf.moveDown(0.8);
  const write = (text: string, color = black): void =>
    void pdf.font('regular').fillColor(color).text(text, margin, pdf.y, { width }).moveDown(0.5);
  pdf.fontSize(9);
  write(`${texts.inWords}: ${amountInWords(amount, locale)}.`);
  write(texts.due(documentDay(dueAt)));
  write(texts.purpose(purposeOf(invoice)));
  pdf.fontSize(8);
  write(texts.activation, gray);
}

function drawSum(pdf: Pdf, label: string, value: string, { isBold = false }: { readonly isBold?: boolean } = {}): void {
  const top = pdf.y;
  pdf
    .font(isBold ? 'bold' : 'regular')
    .fontSize(isBold ? 10.5 : 9)
    .fillColor(black);
  pdf.text(label, margin, top, { width: width - 134, align: 'right' });
  pdf.text(value, margin + width - 130, top, { width: 126, align: 'right' });
  pdf.y = pdf.y + 3;
}

function keepTogether(pdf: Pdf, height: number): void {
  if (pdf.y + height > bottom) {
    pdf.addPage();
    pdf.y = margin;
  }
}

/** Two digits always, as documents have them. @param amount minor units */
function formatFigures(amount: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount / 100);
}
