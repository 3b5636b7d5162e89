import type { InvoiceSummary } from '@portal/contract/billing/invoices';
import { expect, test } from 'vitest';
import { documentAddress, invoiceStatus, openInvoice } from './invoice-status.ts';

const HOME = { id: 'home' };

const DUE = '2026-07-15T09:00:00.000Z';
const BEFORE = new Date('2026-07-15T08:59:59.999Z');
const AFTER = new Date(DUE);

function invoice(status: InvoiceSummary['status'], ...totals: readonly number[]): InvoiceSummary {
  return {
    invoiceNumber: `INV-${status}`,
    kind: 'period',
    status,
    issuedAt: DUE,
    dueAt: DUE,
    paidAt: null,
    planName: 'Home 10 Mbps',
    periodStart: DUE,
    periodEnd: DUE,
    total: 18_600,
    vat: 1_297.67,
    currency: 'NGN',
    creditNotes: totals.map((note, at) => ({ creditNoteNumber: `CRN-2026-00000${at}`, issuedAt: DUE, total: note })),
  };
}

test('An open invoice is overdue from the moment it is due, not before', () => {
  expect(invoiceStatus(invoice('open'), BEFORE)).toBe('due');
  expect(invoiceStatus(invoice('open'), AFTER)).toBe('overdue');
});

test('A paid invoice stays paid until it is refunded in full, and a void one is never due', () => {
  expect(invoiceStatus(invoice('paid'), AFTER)).toBe('paid');
  expect(invoiceStatus(invoice('paid', 18_600), AFTER)).toBe('refunded');
  expect(invoiceStatus(invoice('paid', 5000), AFTER)).toBe('paid');
  expect(invoiceStatus(invoice('paid', 8263.71, 6537.19, 3799.1), AFTER)).toBe('refunded');
  expect(invoiceStatus(invoice('void'), AFTER)).toBe('void');
});

test('An invoice of which nothing is asked for any more is written off, until it is paid after all', () => {
  expect(invoiceStatus({ ...invoice('open'), writtenOff: 18_600 }, AFTER)).toBe('written-off');
  expect(invoiceStatus({ ...invoice('open'), writtenOff: 600, outstanding: 0 }, AFTER)).toBe('written-off');
  expect(invoiceStatus({ ...invoice('open'), writtenOff: 600, outstanding: 5000 }, AFTER)).toBe('overdue');
  expect(invoiceStatus(invoice('open'), AFTER)).toBe('overdue');
});

test('The bill to pay is the open one, also where something else was invoiced after it', () => {
  expect(openInvoice([invoice('paid'), invoice('open'), invoice('void')], HOME)?.invoiceNumber).toBe('INV-open');
  expect(openInvoice([invoice('paid'), invoice('void')], HOME)).toBeUndefined();
  expect(openInvoice(undefined, HOME)).toBeUndefined();
  const ofShop = { ...invoice('open'), subscriptionId: 'shop' };
  expect(openInvoice([ofShop], HOME), 'of another line').toBeUndefined();
  expect(openInvoice([ofShop], { id: 'shop' })).toBe(ofShop);
});

test('The address of a document contains its complete number', () => {
  expect(documentAddress('INV-2026-000001', 'pdf')).toBe('/api/user/invoices/INV-2026-000001/pdf');
  expect(documentAddress('a/b', 'page')).toBe('/api/user/invoices/a%2Fb/page');
});
