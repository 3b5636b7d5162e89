import type { Clock } from '@portal/kernel/clock';
import { type Handler, handler } from '../../../platform/events/domain-events.ts';
import { invoicePaid, invoicesIssued } from '../../events.ts';
import { queueInvoices } from './e-invoice.repository.ts';

/** Has documents registered from the transaction on in which they become tax invoices. */
export function registrationHandlers(clock: Clock): Handler[] {
  return [
    handler(invoicesIssued, 'have companies’ invoices registered', (tx, { invoiceNumbers }) =>
      queueInvoices(tx, invoiceNumbers, clock()),
    ),
    handler(invoicePaid, 'have what is paid in advance registered', (tx, { invoiceNumber }) =>
      queueInvoices(tx, [invoiceNumber], clock()),
    ),
  ];
}
