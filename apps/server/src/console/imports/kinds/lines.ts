import { foldName } from '@portal/kernel/fold-name';
import { emailKey } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { type ImportContext, type ImportKindRules, NO_CUSTOMER, type Outcome, type ReadRow } from '../import-kind.ts';
import { findOwners } from './find-owners.repository.ts';
import {
  findPlans,
  insertNetworkLines,
  insertSubscriptions,
  listTakenLines,
  placeLines,
  removeLines,
} from './lines.repository.ts';
import { type ImportedLine, readLine } from './read-line.policy.ts';

const labelKey = (userId: number, label: string | null): string => `${userId} ${label?.toLowerCase() ?? ''}`;

/**
 * A line is on while it is paid for, and off afterwards, as the system before had it; the next
 * payment is its first in the portal.
 */
async function insert(tx: Transaction, context: ImportContext, rows: readonly ReadRow<ImportedLine>[]) {
  const named = rows.map(({ values: { customer } }) => ({ customer, emailKey: emailKey(customer) }));
  const owners = await findOwners(tx, context.source, named);
  const plans = await findPlans(tx);
  const logins = rows.flatMap(({ values }) => values.login ?? []);
  const serials = rows.flatMap(({ values }) => values.serial ?? []);
  const taken = await listTakenLines(tx, { userIds: [...owners.values()], logins, serials });
  const outcomes: Outcome[] = [];
  const accepted = rows.flatMap(({ row, externalId, values }) => {
    const userId = owners.get(values.customer);
    const [exact, folded] = [values.plan.toLowerCase(), foldName(values.plan)].map((name) => plans.get(name));
    const plan = exact ?? folded;
    const fault = () => {
      if (userId === undefined) return NO_CUSTOMER;
      if (plan === null) return `Two plans are written like “${values.plan}”: use the exact name of one`;
      if (!plan) return `There is no plan “${values.plan}”: make it at Plans, with this name`;
      if (taken.userIds.has(userId) && values.label === null) return 'A further line of a customer needs a name';
      if (taken.labels.has(labelKey(userId, values.label))) return `This customer has a line named “${values.label}”`;
      if (values.login !== null && taken.logins.has(values.login)) return `Another line has the login ${values.login}`;
      if (values.serial !== null && taken.serials.has(values.serial))
        return `Another line has the box with the serial number ${values.serial}`;
      return null;
    };
    const reason = fault();
    if (reason !== null || userId === undefined || !plan) {
      outcomes.push({ row, reason: reason ?? NO_CUSTOMER });
      return [];
    }
    const isFirst = !taken.userIds.has(userId);
    taken.userIds.add(userId);
    if (values.label !== null) taken.labels.add(labelKey(userId, values.label));
    if (values.login !== null) taken.logins.add(values.login);
    if (values.serial !== null) taken.serials.add(values.serial);
    const status = values.paidUntil > context.now ? ('active' as const) : ('suspended' as const);
    return [{ ...values, row, externalId, userId, isFirst, planId: plan.id, status }];
  });
  const placed = await placeLines(tx, context.now, accepted);
  const ids = await insertSubscriptions(tx, context.now, placed);
  await insertNetworkLines(tx, context.now, placed);
  for (const { row, externalId, userId, lineId } of placed) {
    outcomes.push({ row, externalId, userId, recordId: ids.get(lineId) ?? null });
  }
  return outcomes;
}

/** The lines of customers: the plan, until when it is paid, and the login at the network. */
export const lines: ImportKindRules<ImportedLine> = { readRow: readLine, insert, remove: removeLines };
