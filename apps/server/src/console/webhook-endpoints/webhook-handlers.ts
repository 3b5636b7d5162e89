import {
  documentRegistered,
  invoicePaid,
  invoicesIssued,
  paymentDecided,
  subscriptionsChanged,
  voucherUsed,
} from '../../billing/events.ts';
import { accountChanged, accountRegistered } from '../../identity/events.ts';
import { incidentChanged, limitsChanged, sessionEndedByStaff } from '../../network/events.ts';
import { type Handler, handler } from '../../platform/events/domain-events.ts';
import { ticketChanged } from '../../support/events.ts';
import {
  readCustomers,
  readEndedSessions,
  readIncidents,
  readInvoices,
  readLimits,
  readLines,
  readPayments,
  readRegistered,
  readTickets,
  readVouchers,
} from './event-data.repository.ts';
import { type RecordDependencies, recordEvent } from './record-event.ts';

const TELLS = 'tell webhook endpoints';

const LINE_EVENTS = {
  activated: 'line.activated',
  suspended: 'line.suspended',
  resumed: 'line.resumed',
  cancelled: 'line.cancelled',
  'plan-changed': 'line.plan_changed',
} as const;

/** Has the operator's programs told of the events of all contexts. */
export function webhookHandlers(deps: RecordDependencies): readonly Handler[] {
  return [
    handler(accountRegistered, TELLS, (tx, { userId }) =>
      recordEvent(deps, tx, 'customer.created', () => readCustomers(tx, userId)),
    ),
    handler(accountChanged, TELLS, (tx, { userId, change }) =>
      recordEvent(deps, tx, change === 'disabled' ? 'customer.disabled' : 'customer.updated', () =>
        readCustomers(tx, userId),
      ),
    ),
    handler(subscriptionsChanged, TELLS, (tx, { ids, change }) =>
      recordEvent(deps, tx, LINE_EVENTS[change], () => readLines(tx, ids)),
    ),
    handler(invoicesIssued, TELLS, (tx, { invoiceNumbers }) =>
      recordEvent(deps, tx, 'invoice.issued', () => readInvoices(tx, invoiceNumbers)),
    ),
    handler(invoicePaid, TELLS, (tx, { invoiceNumber }) =>
      recordEvent(deps, tx, 'invoice.paid', () => readInvoices(tx, [invoiceNumber])),
    ),
    handler(documentRegistered, TELLS, (tx, { documentNumber }) =>
      recordEvent(deps, tx, 'invoice.registered', () => readRegistered(tx, documentNumber)),
    ),
    handler(paymentDecided, TELLS, (tx, { paymentId, outcome }) =>
      recordEvent(deps, tx, `payment.${outcome}`, () => readPayments(tx, paymentId)),
    ),
    handler(voucherUsed, TELLS, (tx, voucher) =>
      recordEvent(deps, tx, 'voucher.used', () => readVouchers(tx, voucher)),
    ),
    handler(ticketChanged, TELLS, (tx, { ticketId, change }) =>
      recordEvent(deps, tx, `ticket.${change}`, () => readTickets(tx, ticketId)),
    ),
    handler(incidentChanged, TELLS, (tx, { incidentId, change }) =>
      recordEvent(deps, tx, `incident.${change}`, () => readIncidents(tx, incidentId)),
    ),
    handler(limitsChanged, TELLS, (tx, { lineIds, change }) =>
      recordEvent(deps, tx, `line.limit-${change}`, () => readLimits(tx, lineIds)),
    ),
    handler(sessionEndedByStaff, TELLS, (tx, ended) =>
      recordEvent(deps, tx, 'session.ended-by-staff', () => readEndedSessions(tx, ended)),
    ),
  ];
}
