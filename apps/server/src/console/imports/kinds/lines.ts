import { emailKey } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { type ImportContext, type ImportKindRules, NO_CUSTOMER, type Outcome, type ReadRow } from '../import-kind.ts';
import { findOwners } from './find-owners.repository.ts';
import { findPlans, insertNetworkLines, insertSubscriptions, listTakenLines, removeLines } from './lines.repository.ts';
import { type ImportedLine, readLine } from './read-line.policy.ts';

/**
 * A line is on while it is paid for, and off afterwards, as the system before had it; the next
 * payment is its first in the portal.
 */
async function insert(tx: Transaction, context: ImportContext, rows: readonly ReadRow<ImportedLine>[]) {
  const named = rows.map(({ values: { customer } }) => ({ customer, emailKey: emailKey(customer) }));
  const owners = await findOwners(tx, context.source, named);
  const plans = await findPlans(tx);
  const logins = rows.flatMap(({ values }) => values.login ?? []);
  const taken = await listTakenLines(tx, { userIds: [...owners.values()], logins });
  const outcomes: Outcome[] = [];
  const accepted = rows.flatMap(({ row, externalId, values }) => {
    const userId = owners.get(values.customer);
    const plan = plans.get(values.plan.toLowerCase());
    const fault = () => {
      if (userId === undefined) return NO_CUSTOMER;
      if (!plan) return `There is no plan “${values.plan}”: make it at Plans, with this name`;
      if (taken.userIds.has(userId)) return 'This customer has a line already';
      if (values.login !== null && taken.logins.has(values.login)) return `Another line has the login ${values.login}`;
      return null;
    };
    const reason = fault();
    if (reason !== null || userId === undefined || !plan) {
      outcomes.push({ row, reason: reason ?? NO_CUSTOMER });
      return [];
    }
    taken.userIds.add(userId);
    if (values.login !== null) taken.logins.add(values.login);
    const status = values.paidUntil > context.now ? ('active' as const) : ('suspended' as const);
    return [{ ...values, row, externalId, userId, planId: plan.id, status }];
  });
  const ids = await insertSubscriptions(tx, context.now, accepted);
  await insertNetworkLines(tx, context.now, accepted);
  for (const { row, externalId, userId } of accepted) {
    outcomes.push({ row, externalId, userId, recordId: ids.get(userId) ?? null });
  }
  return outcomes;
}

/** The plan of a customer, until when it is paid, and the login at the network. */
export const lines: ImportKindRules<ImportedLine> = { readRow: readLine, insert, remove: removeLines };
