import { toKobo } from '@portal/kernel/money';
import type { SourceInvoice } from '../../billing/invoices/e-invoices/e-invoice.policy.ts';

const at = new Date('2026-11-30T23:30:00Z');

/** An invoice as it is stored, of a seller and a buyer that are companies, at 7.5 % unless a line says otherwise. */
export function sourceInvoice(
  lines: SourceInvoice['snapshot']['lines'],
  {
    snapshot,
    ...other
  }: Partial<Omit<SourceInvoice, 'snapshot'>> & { snapshot?: Partial<SourceInvoice['snapshot']> } = {},
): SourceInvoice {
  return {
    invoiceNumber: 'INV-2026-000001',
    kind: 'period',
    status: 'paid',
    issuedAt: at,
    dueAt: at,
    paidAt: at,
    total: toKobo(lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0)),
    vatRate: 750,
    snapshot: {
      seller: {
        name: 'Fibre Provider Ltd',
        address: '1 Broad Street, Marina, Lagos',
        taxId: '15631438-0242',
        registrationNumber: 'RC 123456',
        email: 'billing@provider.example',
        phone: '+2348030000000',
      },
      buyer: {
        name: 'Adé & Sons <Nigeria> Ltd',
        address: '3 Allen Avenue, Ikeja',
        taxId: '08289985-9145',
        registrationNumber: 'RC 654321',
        email: 'accounts@sons.example',
        phone: null,
      },
      periodStart: '2026-12-01T00:00:00.000Z',
      periodEnd: '2026-12-31T00:00:00.000Z',
      lines,
      purchaseOrder: 'PO 1234',
      ...snapshot,
    },
    ...other,
  };
}
