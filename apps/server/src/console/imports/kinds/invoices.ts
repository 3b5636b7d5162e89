import { emailKey } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { type ImportContext, type ImportKindRules, NO_CUSTOMER, type Outcome, type ReadRow } from '../import-kind.ts';
import { findOwners } from './find-owners.repository.ts';
import {
  findChargingStaff,
  findInvoicedLines,
  insertOpeningInvoices,
  removeOpeningInvoices,
  sumOpeningInvoices,
} from './invoices.repository.ts';
import { type ImportedInvoice, readInvoice } from './read-invoice.policy.ts';

async function insert(tx: Transaction, context: ImportContext, rows: readonly ReadRow<ImportedInvoice>[]) {
  const named = rows.map(({ values: { customer } }) => ({ customer, emailKey: emailKey(customer) }));
  const owners = await findOwners(tx, context.source, named);
  const chargedBy = await findChargingStaff(tx, context.startedBy);
  const owned = rows.flatMap(({ row, values }) => {
    const userId = owners.get(values.customer);
    return userId === undefined ? [] : [{ ...values, row, userId }];
  });
  const lines = await findInvoicedLines(tx, context.source, owned);
  const reasonOf = ({ row, values }: ReadRow<ImportedInvoice>): string | null => {
    if (!owners.has(values.customer)) return NO_CUSTOMER;
    if (chargedBy === null) return 'The portal has no owner yet: add one with npm run staff';
    if (lines.has(row)) return null;
    if (values.line !== null) return `This customer has no line “${values.line}”`;
    return 'This customer has no line: import the lines first';
  };
  const accepted = owned.flatMap((invoice) => {
    const subscriptionId = lines.get(invoice.row);
    return subscriptionId === undefined || chargedBy === null ? [] : [{ ...invoice, subscriptionId, chargedBy }];
  });
  const charges = await insertOpeningInvoices(tx, context, accepted);
  return rows.map((read): Outcome => {
    const { row, externalId, values } = read;
    const userId = owners.get(values.customer);
    const reason = reasonOf(read);
    if (reason !== null || userId === undefined) return { row, reason: reason ?? NO_CUSTOMER };
    return { row, externalId, userId, recordId: charges.get(row) ?? null };
  });
}

/**
 * What customers owe on invoices of the earlier system: one-off charges, payable by every way of
 * paying, each owed in the ledger against `opening-balances` until it is paid.
 */
export const invoices: ImportKindRules<ImportedInvoice> = {
  readRow: readInvoice,
  insert,
  sumBooked: sumOpeningInvoices,
  remove: removeOpeningInvoices,
};
