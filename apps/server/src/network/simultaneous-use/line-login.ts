import type { LineLogin } from '@portal/contract/network/line-login';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import { lineInAudit } from '../../billing/index.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findSharedLogin } from './shared-login.repository.ts';
import { findLoginRules, forgetMac } from './simultaneous-use.repository.ts';

export type LineLoginDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};

const DAY_MS = 24 * 3_600_000;

/** As boxes have it on their labels: `AA:BB:CC:DD:EE:FF`. */
export function writeMac(digits: string): string {
  return (digits.match(/../g) ?? []).join(':').toUpperCase();
}

/** Which routers may use a line, and what happened in the last 24 hours; null for a line without a login. */
export async function readLineLogin(queryable: Queryable, lineId: number, now: Date): Promise<LineLogin | null> {
  const rules = await findLoginRules(queryable, lineId);
  if (!rules) return null;
  const shared = await findSharedLogin(queryable, lineId);
  const { lockedMac, lockedMacAt, refusedMac, refusedFor, refusedMacAt } = rules;
  const isLately = (at: Date) => at.getTime() >= now.getTime() - DAY_MS;
  return {
    lineId,
    sessionsAtOnce: rules.sessionsAtOnce ?? 1,
    sessionRule: rules.sessionRule ?? 'newest',
    macLock: rules.macLock ?? false,
    lockedTo:
      rules.macLock && lockedMac !== null && lockedMacAt !== null
        ? { mac: writeMac(lockedMac), since: lockedMacAt.toISOString() }
        : null,
    refused:
      refusedFor !== null && refusedMacAt !== null && isLately(refusedMacAt)
        ? {
            mac: refusedMac === null ? null : writeMac(refusedMac),
            at: refusedMacAt.toISOString(),
            why: refusedFor,
          }
        : null,
    sharedAt: shared && isLately(shared.lastAt) ? shared.lastAt.toISOString() : null,
  };
}

/**
 * Has a line take the next router that connects, whatever it is locked to and whoever is online; audited, by the
 * person who asks. Throws ApiError network.no-line.
 */
export async function resetLogin(
  deps: LineLoginDependencies,
  order: Line & { readonly actorId: number },
): Promise<LineLogin> {
  const { accountId, lineId, actorId } = order;
  return runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    const before = await forgetMac(tx, lineId, now);
    const login = before && (await readLineLogin(tx, lineId, now));
    if (!login) throw new ApiError('network.no-line');
    await deps.recordAudit(tx, {
      actorId,
      action: 'network.reset-mac-lock',
      subject: `customer:${accountId}`,
      before: { ...lineInAudit(order), router: before.lockedMac === null ? null : writeMac(before.lockedMac) },
      after: { ...lineInAudit(order), router: null },
    });
    return login;
  });
}
