import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { readCodeOfPath, readCodesOf } from '../../../testing/e-invoices/read-qr-code.ts';
import { sourceInvoice } from '../../../testing/e-invoices/source-invoice.ts';
import type { FoundInvoice } from '../present-invoice.ts';
import { sumVat, vatBreakdownOf } from '../vat-breakdown.policy.ts';
import { createInvoicePrinter } from './create-invoice-printer.ts';
import { describeInvoice, type InvoiceDocument } from './invoice-document.ts';
import { INVOICE_PAGE_POLICY, renderInvoicePage } from './invoice-page.ts';

const printer = createInvoicePrinter();
afterAll(() => printer.close());

const irn = 'INV2026000001-94ND90NR-20261201';
/** As long as what the authority's keys of 2,048 bits make. */
const qrText = Buffer.concat(
  Array.from({ length: 8 }, (_, index) => createHash('sha256').update(String(index)).digest()),
).toString('base64');
const registered = { irn, qrText, registeredAt: '1 December 2026' };
const WAITING = 'is being registered with the Nigeria Revenue Service.';

function invoiceOf(items: number): InvoiceDocument {
  const lines = Array.from({ length: items }, (_, index) => ({ label: `Item ${index}`, amountKobo: 2_500_000 }));
  const source = sourceInvoice(lines);
  const vat = vatBreakdownOf(lines, source.vatRate);
  const snapshot = { ...source.snapshot, planName: 'Premium', speed: '100 Mbps', vat };
  const invoice = { ...source, userId: 1, vat: sumVat(vat), electronicReference: null, snapshot };
  const rest = { payment: null, receiptNumber: null, creditNotes: [], outstanding: null, writtenOff: null };
  return describeInvoice({ invoice, ...rest } as unknown as FoundInvoice);
}

const textOf = (pdf: Uint8Array) =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: Buffer.from(pdf), encoding: 'utf8' });

describe('a registered invoice', () => {
  it.each([1, 7, 8, 12])('of %i items has its code whole on the last page, and its number', async (items) => {
    const pdf = await printer.print({ ...invoiceOf(items), registration: registered });
    const codes = readCodesOf(pdf);
    expect(codes.at(-1)?.text).toBe(qrText);
    expect(codes.at(-1)?.moduleMm).toBeGreaterThan(0.45);
    expect(codes.slice(0, -1).filter((code) => code !== null)).toEqual([]);
    expect(textOf(pdf)).toContain('Registered with the Nigeria Revenue Service on 1 December 2026');
    expect(textOf(pdf)).toContain(irn);
  });

  it('has its code on the page, which still loads and runs nothing', () => {
    const page = renderInvoicePage({ ...invoiceOf(2), registration: registered });
    const [, edge, size] = /viewBox="-(\d+) -\1 (\d+) \2"/.exec(page) ?? [];
    const [, path = ''] = /<path d="([^"]+)" fill="#000"/.exec(page) ?? [];
    expect(edge).toBe('4');
    expect(readCodeOfPath(path, Number(edge), Number(size))).toBe(qrText);
    expect(page).toContain(irn);
    expect(page).not.toMatch(/<(script|img|link)|style=|url\(/);
    expect(INVOICE_PAGE_POLICY).toContain("default-src 'none'");
  });
});

describe('an invoice that is being registered', () => {
  it('says so on paper and on the page, without a code', async () => {
    const document = { ...invoiceOf(1), registration: 'waiting' as const };
    const pdf = await printer.print(document);
    expect(textOf(pdf)).toContain(`This invoice ${WAITING}`);
    expect(readCodesOf(pdf)).toEqual([null]);
    const page = renderInvoicePage(document);
    expect(page).toContain(`This invoice ${WAITING}`);
    expect(page).not.toContain('QR code');
  });
});

describe('an invoice that is not registered', () => {
  it('says nothing of it', async () => {
    const document = invoiceOf(1);
    expect(textOf(await printer.print(document))).not.toMatch(/regist\w+ with/i);
    expect(renderInvoicePage(document)).not.toMatch(/class="regist|regist\w+ with/i);
  });
});
