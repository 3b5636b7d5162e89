import { expect, it } from 'vitest';
import { effectOf } from './payment-effect.ts';

const customer = {
  id: 1,
  name: 'Ada',
  accountNumber: '4020118735',
  email: null,
  phone: null,
  lines: [],
  lineId: 1,
  needsPlan: false,
  due: [
    { label: 'Home, one month', invoiceNumber: 'INV-2026-000001', dueAt: null, amount: 15_000 },
    { label: 'Router', invoiceNumber: null, dueAt: null, amount: 22_500.5 },
  ],
  credit: 5000,
  total: 32_500.5,
  isCompany: false,
  netOfVat: 34_884.19,
};

it('a company’s sum pays its invoices in parts, oldest first, and only what is too much is credit', () => {
  const company = { ...customer, isCompany: true, credit: 0, total: 37_500.5 };
  expect(effectOf(company, 20_000)).toEqual({
    paid: [
      { label: 'INV-2026-000001', amount: 15_000 },
      { label: 'Router', amount: 5000 },
    ],
    credited: 0,
    left: 17_500.5,
  });
  expect(effectOf(company, 40_000)).toMatchObject({ credited: 2499.5, left: 0 });
});

it('a sum pays what it covers whole with the credit, oldest first, and the rest is credit', () => {
  expect(effectOf(customer, 10_000)).toEqual({
    paid: [{ label: 'INV-2026-000001', amount: 15_000 }],
    credited: -5000,
    left: 22_500.5,
  });
  expect(effectOf(customer, 32_500.5)).toMatchObject({ paid: [{}, { label: 'Router' }], credited: -5000, left: 0 });
  expect(effectOf(customer, 40_000)).toMatchObject({ credited: 2499.5, left: 0 });
  expect(effectOf(customer, 100)).toEqual({ paid: [], credited: 100, left: 32_400.5 });
});
