import { toKobo } from '@portal/kernel/money';
import { expect, it } from 'vitest';
import { findDocumentFault } from './document-faults.policy.ts';
import { type EInvoice, type EInvoiceParty, eInvoiceOf } from './e-invoice.policy.ts';

const seller = {
  name: 'Waya Fibre Limited',
  address: '14 Moshood Abiola Way, Abuja',
  taxId: '01234567-0001',
  registrationNumber: null,
  email: 'care@waya.example',
  phone: '+2348000000000',
};
const at = new Date('2026-11-30T12:00:00Z');
const document = eInvoiceOf(
  {
    invoiceNumber: 'INV-2026-000001',
    kind: 'monthly',
    status: 'open',
    issuedAt: at,
    dueAt: at,
    paidAt: null,
    total: toKobo(100_000),
    vatRate: 750,
    snapshot: {
      seller,
      buyer: { ...seller, name: 'Kano Foods Ltd' },
      periodStart: '2026-12-01T00:00:00.000Z',
      periodEnd: '2026-12-31T00:00:00.000Z',
      lines: [{ label: 'Line 1', amountKobo: 100_000 }],
    },
  },
  [],
);
const ofBusiness = { isBusiness: true, needsPhone: true };
const faultOf = (changed: Partial<EInvoice>, needs = ofBusiness) =>
  findDocumentFault({ ...document, ...changed }, needs)?.field ?? null;
const buying = (changed: Partial<EInvoiceParty>): Partial<EInvoice> => ({ buyer: { ...document.buyer, ...changed } });
const { place } = document.buyer;

it('a whole document of a business can be sent', () => {
  expect(faultOf({})).toBeNull();
});

it.each([
  ['an amount of zero', { totals: { ...document.totals, totalKobo: toKobo(0) } }, 'totals.total'],
  ['a seller without a TIN', { seller: { ...document.seller, taxId: null } }, 'seller.taxId'],
  ['no name', buying({ name: ' ' }), 'buyer.name'],
  ['a name of 101 characters', buying({ name: 'K'.repeat(101) }), 'buyer.name'],
  ['no TIN', buying({ taxId: null }), 'buyer.taxId'],
  ['a TIN of another form', buying({ taxId: '12' }), 'buyer.taxId'],
  ['an address without a town', buying({ place: { ...place, city: null } }), 'buyer.address'],
  ['a street of 151 characters', buying({ place: { ...place, street: 'S'.repeat(151) } }), 'buyer.address'],
  ['no mailbox', buying({ email: '' }), 'buyer.email'],
  ['no telephone number', buying({ phone: null }), 'buyer.phone'],
  [
    'a credit note whose invoice is not registered',
    { corrects: { number: 'INV-2026-000001', issueDate: '2026-11-30', irn: null } },
    'corrects',
  ],
] as const)('%s is found before anything is sent, by the name of the field', (_what, changed, field) => {
  expect(faultOf(changed)).toBe(field);
});

it('of a person neither TIN, address nor telephone number is wanted', () => {
  const bare = buying({ taxId: null, phone: null, place: { ...place, street: null, city: null } });
  expect(faultOf(bare, { isBusiness: false, needsPhone: true })).toBeNull();
});
