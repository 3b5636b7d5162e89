import type { CallBack } from '@portal/contract/console/call-backs';
import { DAY_MS, startOfLagosDay } from '@portal/kernel/calendar';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { isAhead } from '../collections/collection.policy.ts';
import { lockAccountPhone } from '../collections/collection-call.repository.ts';
import type { CollectionDependencies } from '../collections/collection-dependencies.ts';
import { listDebts } from '../collections/debt.repository.ts';
import { endOne, findCalledPayer, insertCallBack, listCallBackRows, setDueAt } from './call-back.repository.ts';

export type CallBackDependencies = Pick<
  CollectionDependencies,
  'database' | 'clock' | 'recordAudit' | 'publishLiveUpdate'
>;

function presentCallBack({
  callBack,
  name,
  phone,
  madeBy,
}: Awaited<ReturnType<typeof listCallBackRows>>[number]): CallBack {
  const { id, userId, dueAt, reason, about, madeAt } = callBack;
  return {
    id,
    customer: { id: userId, name, phone },
    at: dueAt.toISOString(),
    about,
    owes: reason === 'owes',
    madeBy,
    madeAt: madeAt.toISOString(),
  };
}

/** What waits and is due today in Lagos or was before, or all of one customer. */
export async function readCallBacks(database: Database, now: Date, accountId: number | undefined): Promise<CallBack[]> {
  const before = new Date(startOfLagosDay(now).getTime() + DAY_MS);
  const rows = await listCallBackRows(database, accountId === undefined ? { before } : { accountId });
  return rows.map(presentCallBack);
}

async function readCallBack(database: Database, id: string): Promise<CallBack> {
  const [row] = await listCallBackRows(database, { id });
  if (!row) throw new Error(`call-back ${id} is gone`);
  return presentCallBack(row);
}

/**
 * Arranges a call, once for each `clientRequestId` of a member of staff. Audited. Throws ApiError
 * customer.not-found and call-back.not-ahead.
 */
export async function scheduleCallBack(
  deps: CallBackDependencies,
  order: {
    readonly staffId: number;
    readonly accountId: number;
    readonly at: string;
    readonly about: string;
    readonly clientRequestId: string;
  },
): Promise<CallBack> {
  const { staffId, accountId, about, clientRequestId } = order;
  const dueAt = new Date(order.at);
  const id = await runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    if ((await lockAccountPhone(tx, accountId)) === undefined) throw new ApiError('customer.not-found');
    const madeBy = staffId;
    const values = { userId: accountId, dueAt, reason: 'other' as const, about, madeBy, madeAt: now, clientRequestId };
    const stored = await insertCallBack(tx, values);
    if (stored.isNew) {
      if (!isAhead(dueAt, now)) throw new ApiError('call-back.not-ahead');
      await audit(deps, tx, {
        staffId,
        accountId,
        action: 'call-back.schedule',
        after: { callBack: stored.id, at: order.at },
      });
    }
    return stored.id;
  });
  deps.publishLiveUpdate(staffId, 'collections');
  return readCallBack(deps.database, id);
}

type Audited = {
  readonly staffId: number;
  readonly accountId: number;
  readonly action: string;
  readonly after: Record<string, string>;
};

function audit(deps: CallBackDependencies, tx: Transaction, { staffId, accountId, action, after }: Audited) {
  return deps.recordAudit(tx, {
    actorId: staffId,
    action,
    subject: `customer:${accountId}`,
    before: null,
    after,
  });
}

type Change = { readonly staffId: number; readonly id: string };

/** Moves one that waits. Audited. Throws ApiError call-back.not-found and call-back.not-ahead. */
export async function moveCallBack(
  deps: CallBackDependencies,
  change: Change & { readonly at: string },
): Promise<CallBack> {
  const { staffId, id, at } = change;
  const dueAt = new Date(at);
  if (!isUuid(id)) throw new ApiError('call-back.not-found');
  await runTransaction(deps.database, async (tx) => {
    const moved = await setDueAt(tx, id, dueAt);
    if (!moved) throw new ApiError('call-back.not-found');
    if (!isAhead(dueAt, deps.clock())) throw new ApiError('call-back.not-ahead');
    await audit(deps, tx, { staffId, accountId: moved.userId, action: 'call-back.move', after: { callBack: id, at } });
  });
  deps.publishLiveUpdate(staffId, 'collections');
  return readCallBack(deps.database, id);
}

/** waiting → done. Audited. Throws ApiError call-back.not-found, also where it is done already. */
export async function endCallBack(deps: CallBackDependencies, { staffId, id }: Change): Promise<void> {
  if (!isUuid(id)) throw new ApiError('call-back.not-found');
  await runTransaction(deps.database, async (tx) => {
    const ended = await endOne(tx, { id }, { by: staffId, at: deps.clock() });
    if (!ended) throw new ApiError('call-back.not-found');
    await audit(deps, tx, { staffId, accountId: ended.userId, action: 'call-back.end', after: { callBack: id } });
  });
  deps.publishLiveUpdate(staffId, 'collections');
}

/** Nobody calls about what was owed, once a payment has paid all of it; in the transaction of the payment. */
export async function endCallsOfPayer(tx: Transaction, paymentId: string, now: Date): Promise<void> {
  const accountId = await findCalledPayer(tx, paymentId);
  if (accountId === null || (await listDebts(tx, accountId, now)).length > 0) return;
  await endOne(tx, { owedBy: accountId }, { by: null, at: now });
}
