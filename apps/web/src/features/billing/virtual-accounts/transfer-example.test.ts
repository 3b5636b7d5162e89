import type { AmountsDue } from '@portal/contract/billing/payments/virtual-accounts';
import { expect, test } from 'vitest';
import { transferExample } from './transfer-example.ts';

const month = { kind: 'month', label: 'Home 20 Mbps', invoiceNumber: null, dueAt: null, amount: 20_000 } as const;
const router = {
  kind: 'charge',
  label: 'Router',
  invoiceNumber: 'INV-2026-000001',
  dueAt: null,
  amount: 7500,
} as const;
const owed = (given: Partial<AmountsDue>): AmountsDue => ({
  due: [],
  credit: 0,
  total: 0,
  isCompany: false,
  ...given,
});
const example = (given: Partial<AmountsDue>) => transferExample(owed(given), ({ label }) => label);

test('more than is due pays it, and the rest stays as credit', () => {
  expect(example({ due: [month], total: 20_000 })).toEqual({
    amount: 25_000,
    paid: [{ label: 'Home 20 Mbps', amount: 20_000 }],
    credit: 5000,
  });
});

test('credit that there is pays first, and what stays is what stays of both', () => {
  expect(example({ due: [router, month], credit: 2000, total: 25_500 })).toEqual({
    amount: 30_500,
    paid: [
      { label: 'Router', amount: 7500 },
      { label: 'Home 20 Mbps', amount: 20_000 },
    ],
    credit: 5000,
  });
});

test('with nothing due all of it stays as credit, beside what there was', () => {
  expect(example({ credit: 1500.5 })).toEqual({ amount: 25_000, paid: [], credit: 26_500.5 });
});

test('a company’s money pays its invoices', () => {
  const invoice = { ...router, kind: 'invoice', label: 'INV-2026-000002', amount: 180_000 } as const;
  expect(example({ due: [invoice], total: 180_000, isCompany: true })).toEqual({
    amount: 185_000,
    paid: [{ label: 'INV-2026-000002', amount: 180_000 }],
    credit: 5000,
  });
});
