import type { Database, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { type ApplyLimitsDependencies, applyLimits } from '../limits/apply-limits.ts';
import { insertActions, type NewAction, supersedeActions } from '../radius-actions/radius-action.repository.ts';
import { newUsername } from './line.policy.ts';
import {
  findLastLine,
  findLineOf,
  findPlanOfLine,
  insertLine,
  type LineRow,
  listOpenSessions,
  listOutOfSync,
  lockLine,
  setLineAccess,
  setLinePlan,
} from './line.repository.ts';

export type SyncAccessDependencies = ApplyLimitsDependencies & {
  /**
   * Records the allowance of a changed plan for the current month; null is unlimited. Part of the
   * transaction.
   */
  readonly recordAllowance: (
    tx: Transaction,
    allowance: { readonly lineId: number; readonly gigabytes: number | null; readonly now: Date },
  ) => Promise<void>;
};

type Plan = NonNullable<Awaited<ReturnType<typeof findPlanOfLine>>>;

const LOGINS = 10;
const LINES_AT_ONCE = 200;
/** Their records are compared in a tenth of a second. */
const LINES_AT_A_LOOK = 100_000;

async function openLine(tx: Transaction, lineId: number, plan: Plan, now: Date): Promise<void> {
  for (let attempt = 0; attempt < LOGINS; attempt++) {
    const line = { lineId, access: 'open', downloadMbps: plan.downloadMbps, planId: plan.id, changedAt: now } as const;
    if (await insertLine(tx, { ...line, username: newUsername(lineId, attempt) })) return;
    if (await lockLine(tx, lineId)) return;
  }
  throw new Error(`no login is left for line ${lineId}`);
}

/** What an action for a session of the line puts in force. */
export function speedOf(
  line: Pick<LineRow, 'downloadMbps' | 'limited' | 'limitedDownloadMbps' | 'limitedUploadMbps'>,
): Pick<NewAction, 'downloadMbps' | 'uploadMbps' | 'limited'> {
  const { limited, limitedDownloadMbps, limitedUploadMbps } = line;
  return { limited, downloadMbps: limitedDownloadMbps ?? line.downloadMbps, uploadMbps: limitedUploadMbps };
}

function reasonOf(line: LineRow, access: LineRow['access']): NewAction['reason'] {
  if (access === 'closed') return 'suspended';
  return line.access === 'closed' ? 'restored' : 'plan-changed';
}

/**
 * Queues the actions for the open sessions of a line, or for the line that has its login from now on,
 * and supersedes waiting ones. They are due at once unless `dueAt` is later. Returns how many.
 */
export async function queueSessionActions(
  tx: Transaction,
  line: LineRow,
  {
    dueAt,
    ...wanted
  }: Pick<NewAction, 'kind' | 'reason' | 'downloadMbps' | 'uploadMbps' | 'limited'> & { readonly dueAt?: Date },
  now: Date,
  forLineId = line.lineId,
): Promise<number> {
  const superseded = await supersedeActions(tx, line.lineId, now);
  // A line that was to reconnect for its address still does, and gets its new speed with it.
  const reconnects = wanted.kind === 'change-speed' && superseded.includes('address-changed');
  const action = reconnects ? ({ ...wanted, kind: 'disconnect', reason: 'address-changed' } as const) : wanted;
  const sessions = await listOpenSessions(tx, line.lineId);
  const actions = sessions.map(({ nas, sessionId, framedAddress, username }) => ({
    ...action,
    lineId: forLineId,
    username,
    nas,
    sessionId,
    framedAddress,
  }));
  await insertActions(tx, actions, now, dueAt);
  return actions.length;
}

/**
 * Syncs a line with its subscription: gives it a login with the first payment, and
 * when access or speed have changed queues a Disconnect or CoA for each open session, once. Records
 * the allowance of another plan for the month. `again`: queues them whether anything has changed or
 * not. Returns how many were queued, null for a line without a login. The new state is stored
 * before anything is sent, so that a line that connects meanwhile gets it. Safe to repeat.
 */
export async function syncAccess(
  deps: SyncAccessDependencies,
  tx: Transaction,
  order: { readonly lineId: number; readonly now: Date; readonly again?: boolean },
): Promise<number | null> {
  const { lineId, now, again = false } = order;
  const line = await lockLine(tx, lineId);
  const plan = await findPlanOfLine(tx, lineId);
  const access = plan?.status === 'active' ? 'open' : 'closed';
  if (!line) {
    if (!plan || access === 'closed') return null;
    await openLine(tx, lineId, plan, now);
    return 0;
  }
  const downloadMbps = access === 'open' && plan ? plan.downloadMbps : line.downloadMbps;
  const hasChanged = access !== line.access || downloadMbps !== line.downloadMbps;
  if (access === 'open' && plan && plan.id !== line.planId) {
    await setLinePlan(tx, lineId, plan.id);
    await deps.recordAllowance(tx, { lineId, gigabytes: plan.dataLimitGb, now });
  }
  const isSent = hasChanged || again;
  if (hasChanged) await setLineAccess(tx, lineId, { access, downloadMbps }, now);
  const mayBeLimited = line.limitReachedPeriod !== null || (plan !== null && plan.atLimit !== 'nothing');
  if (mayBeLimited) await applyLimits(deps, tx, { lineIds: [lineId], now, queue: !isSent });
  if (!isSent) return 0;
  const synced = mayBeLimited ? await lockLine(tx, lineId) : { ...line, downloadMbps };
  if (!synced) throw new Error(`line ${lineId} is gone while it is locked`);
  const isFreed = line.limited === 'stop' && synced.limited !== 'stop';
  const kind = access === 'closed' || isFreed ? 'disconnect' : 'change-speed';
  const reason = hasChanged ? reasonOf(line, access) : 'asked-by-staff';
  return queueSessionActions(tx, line, { kind, reason, ...speedOf(synced) }, now);
}

/** The same for the line of a subscription. */
export async function syncAccessOf(
  deps: SyncAccessDependencies,
  tx: Transaction,
  order: { readonly subscriptionId: string; readonly now: Date },
): Promise<void> {
  const lineId = await findLineOf(tx, order.subscriptionId);
  if (lineId !== null) await syncAccess(deps, tx, { lineId, now: order.now });
}

/**
 * Syncs lines whose change was published by no event: suspended by a job, on a scheduled plan,
 * cancelled, or of a plan with a new speed. Looks at the 100,000 lines after the number `after`,
 * and returns the number after which to go on, 0 at the end. Safe to run concurrently.
 */
export async function syncAllAccess(
  deps: SyncAccessDependencies & { readonly database: Database },
  now: Date,
  after = 0,
): Promise<number> {
  const until = after + LINES_AT_A_LOOK;
  const lineIds = await listOutOfSync(deps.database, { after, until, limit: LINES_AT_ONCE });
  for (const lineId of lineIds) await runTransaction(deps.database, (tx) => syncAccess(deps, tx, { lineId, now }));
  if (lineIds.length === LINES_AT_ONCE) return after;
  return until < (await findLastLine(deps.database)) ? until : 0;
}
