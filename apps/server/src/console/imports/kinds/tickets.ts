import { emailKey } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { type ImportContext, type ImportKindRules, NO_CUSTOMER, type Outcome, type ReadRow } from '../import-kind.ts';
import { findOwners } from './find-owners.repository.ts';
import { type ImportedTicket, readTicket } from './read-ticket.policy.ts';
import { insertTickets, removeTickets } from './tickets.repository.ts';

async function insert(tx: Transaction, context: ImportContext, rows: readonly ReadRow<ImportedTicket>[]) {
  const named = rows.map(({ values: { customer } }) => ({ customer, emailKey: emailKey(customer) }));
  const owners = await findOwners(tx, context.source, named);
  const owned = rows.flatMap(({ row, values }) => {
    const userId = owners.get(values.customer);
    return userId === undefined ? [] : [{ ...values, row, userId }];
  });
  const ids = await insertTickets(tx, context, owned);
  return rows.map(({ row, externalId, values }): Outcome => {
    const userId = owners.get(values.customer);
    if (userId === undefined) return { row, reason: NO_CUSTOMER };
    return { row, externalId, userId, recordId: ids.get(row) ?? null };
  });
}

/** Tickets with their first text; nobody is notified, and no response is due by the clock. */
export const tickets: ImportKindRules<ImportedTicket> = { readRow: readTicket, insert, remove: removeTickets };
