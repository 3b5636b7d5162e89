import type { Clock } from '@portal/kernel/clock';
import { accountChanged } from '../../../identity/events.ts';
import { type Handler, handler } from '../../../platform/events/domain-events.ts';
import { invoicePaid, invoicesIssued } from '../../events.ts';
import { queueInvoices, retryRefusedBuyer } from './e-invoice.repository.ts';

/**
 * Has documents registered from the transaction on in which they become tax invoices, and again what was
 * refused for a buyer whose name, address or number has changed.
 */
export function registrationHandlers(clock: Clock): Handler[] {
  return [
    handler(invoicesIssued, 'have companies’ invoices registered', (tx, { invoiceNumbers }) =>
      queueInvoices(tx, invoiceNumbers, clock()),
    ),
    handler(invoicePaid, 'have what is paid in advance registered', (tx, { invoiceNumber }) =>
      queueInvoices(tx, [invoiceNumber], clock()),
    ),
    handler(accountChanged, 'send again what lacked their details', async (tx, { userId, change }) => {
      if (change === 'updated') await retryRefusedBuyer(tx, userId, clock());
    }),
  ];
}
