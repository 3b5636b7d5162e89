import type { LineView } from '@portal/contract/billing/lines';
import { findActivePlan } from '../../catalogue/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { wakeCompany } from '../invoices/company-billing.repository.ts';
import { openSubscription } from '../subscriptions/open-subscription.ts';
import { findUnusedLine, hasLabel, insertLine, lockLines, updateLine } from './line.repository.ts';
import { listLines } from './list-lines.ts';

export const MOST_LINES = 200;

/** What is done in the transaction of a change, with the line as it is then: staff's changes are told and audited. */
export type AlsoOfLine = (tx: Transaction, line: LineView) => Promise<void>;

const nothingElse: AlsoOfLine = async () => undefined;

type Named = { readonly accountId: number; readonly label: string; readonly place: string | null };

async function requireLine(tx: Transaction, accountId: number, id: number): Promise<LineView> {
  const line = (await listLines(tx, accountId)).find((each) => each.id === id);
  if (!line) throw new ApiError('line.not-found');
  return line;
}

/**
 * One more line of an account, on a plan of the catalogue, pending until its first month is paid.
 * The line that an account has from its beginning is the first to be used. Two at once follow each
 * other, and the second of a double click finds its label taken. Throws ApiError plan.not-found,
 * line.label-taken, line.too-many.
 */
export async function openLine(
  { database, clock }: Pick<BillingDependencies, 'database' | 'clock'>,
  order: Named & { readonly planId: string },
  also: AlsoOfLine = nothingElse,
): Promise<LineView> {
  const { accountId, planId, ...named } = order;
  return database.transaction(async (tx) => {
    const plan = await findActivePlan(tx, planId);
    if (plan === null) throw new ApiError('plan.not-found');
    const count = await lockLines(tx, accountId);
    if (await hasLabel(tx, { accountId, label: named.label, id: null })) throw new ApiError('line.label-taken');
    const now = clock();
    const unused = await findUnusedLine(tx, accountId);
    if (unused === null && count >= MOST_LINES) throw new ApiError('line.too-many');
    const id = unused ?? (await insertLine(tx, { accountId, createdAt: now }));
    await updateLine(tx, { accountId, id, ...named });
    await openSubscription(tx, { lineId: id, plan, now });
    await wakeCompany(tx, accountId, now);
    const line = await requireLine(tx, accountId, id);
    await also(tx, line);
    return line;
  });
}

/** Names a line, and where it is. Throws ApiError line.not-found, line.label-taken. */
export async function renameLine(
  { database }: Pick<BillingDependencies, 'database'>,
  order: Named & { readonly id: number },
  also: AlsoOfLine = nothingElse,
): Promise<LineView> {
  const { accountId, id, label } = order;
  return database.transaction(async (tx) => {
    await lockLines(tx, accountId);
    if (await hasLabel(tx, { accountId, label, id })) throw new ApiError('line.label-taken');
    if (!(await updateLine(tx, order))) throw new ApiError('line.not-found');
    const line = await requireLine(tx, accountId, id);
    await also(tx, line);
    return line;
  });
}
