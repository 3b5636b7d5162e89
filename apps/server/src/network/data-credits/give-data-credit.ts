import type { DataCredit } from '@portal/contract/network/data-credits';
import type { Changeable } from '@portal/contract/platform/live-updates';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import { lagosPeriod } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import { lineInAudit } from '../../billing/index.ts';
import { sharesAccount } from '../../identity/index.ts';
import type { Messaging } from '../../messaging/index.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findPlanOfLine } from '../access/line.repository.ts';
import { type ApplyLimitsDependencies, applyLimits } from '../limits/apply-limits.ts';
import { reconsiderAlerts } from '../usage/bought-data.ts';
import { type DataCreditRow, findDataCredit, insertDataCredit } from './data-credit.repository.ts';

export type DataCreditDependencies = ApplyLimitsDependencies & {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  readonly notify: Messaging['notify'];
  readonly publishLiveUpdate: (accountId: number, what: Changeable) => void;
};

type Grant = Line & {
  readonly staffId: number;
  readonly gigabytes: number;
  readonly reason: string;
  readonly clientRequestId: string;
};

async function give(deps: DataCreditDependencies, tx: Transaction, grant: Grant): Promise<DataCreditRow | null> {
  const { accountId, lineId, staffId, gigabytes, reason, clientRequestId } = grant;
  if (await sharesAccount(tx, staffId, accountId)) throw new ApiError('customer.own-account');
  const plan = await findPlanOfLine(tx, lineId);
  if (plan === null || plan.status === 'pending' || plan.dataLimitGb === null)
    throw new ApiError('data-credit.not-possible');
  const now = deps.clock();
  const period = lagosPeriod(now);
  const credit = { lineId, period, gigabytes, reason, staffId, clientRequestId, creditedAt: now };
  const given = await insertDataCredit(tx, credit);
  if (!given) return null;
  await reconsiderAlerts(tx, { lineId, period });
  await applyLimits(deps, tx, { lineIds: [lineId], now });
  await deps.notify(tx, {
    key: `data-credited:${given.id}`,
    kind: 'data-credited',
    customerId: accountId,
    lineId,
    values: { data: `${gigabytes} GB` },
  });
  await deps.recordAudit(tx, {
    actorId: staffId,
    action: 'data-credit.give',
    subject: `customer:${accountId}`,
    before: null,
    after: { ...lineInAudit({ accountId, lineId }), period, gigabytes, reason },
  });
  return given;
}

/**
 * Adds data to the present Lagos month of a line, once for each request, and lifts what is in force at its
 * limit where it is not reached any more. Audited. Throws ApiError customer.own-account,
 * data-credit.not-possible, counter.request-reused.
 */
export async function giveDataCredit(deps: DataCreditDependencies, grant: Grant): Promise<DataCredit> {
  const given = await runTransaction(deps.database, (tx) => give(deps, tx, grant));
  if (given) deps.publishLiveUpdate(grant.accountId, 'usage');
  const credit = given ?? (await findDataCredit(deps.database, grant));
  if (credit?.lineId !== grant.lineId || credit.gigabytes !== grant.gigabytes)
    throw new ApiError('counter.request-reused');
  const { id, lineId, period, gigabytes, reason, creditedAt } = credit;
  return { id: String(id), lineId, period, gigabytes, reason, creditedAt: creditedAt.toISOString() };
}
