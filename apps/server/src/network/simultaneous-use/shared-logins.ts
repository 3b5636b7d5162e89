import type { SharedLogin } from '@portal/contract/network/shared-logins';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import { lineInAudit } from '../../billing/index.ts';
import { sharesAccount } from '../../identity/index.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findServerNames } from '../access-servers/access-server.repository.ts';
import { writeMac } from './line-login.ts';
import { findSharedLoginWithCustomer, listSharedLogins, markDismissed } from './shared-login.repository.ts';

export type SharedLoginDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};

const PAGE_SIZE = 50;

type Found = Awaited<ReturnType<typeof listSharedLogins>>[number];

async function present(queryable: Queryable, found: readonly Found[]): Promise<SharedLogin[]> {
  const addresses = found.flatMap(({ sharedLogin }) => sharedLogin.devices.map(({ nas }) => nas));
  const names = await findServerNames(queryable, [...new Set(addresses)]);
  return found.map(({ sharedLogin, customer, line, login, dismissedBy }) => ({
    id: String(sharedLogin.id),
    key: `${sharedLogin.lastAt.getTime()}.${sharedLogin.id}`,
    customer,
    line,
    login,
    times: sharedLogin.times,
    firstAt: sharedLogin.firstAt.toISOString(),
    lastAt: sharedLogin.lastAt.toISOString(),
    devices: sharedLogin.devices.map(({ mac, nas, port, at }) => ({
      mac: mac === null ? null : writeMac(mac),
      accessServer: { address: nas, name: names.get(nas) ?? null },
      port,
      at,
    })),
    dismissedAt: sharedLogin.dismissedAt?.toISOString() ?? null,
    dismissedBy: sharedLogin.dismissedAt === null ? null : dismissedBy,
    dismissReason: sharedLogin.dismissReason,
  }));
}

/** Logins that may be shared, or were dismissed, the latest first, 50 unless `limit` says otherwise. */
export async function readSharedLogins(
  queryable: Queryable,
  asked: {
    readonly state?: 'open' | 'dismissed' | undefined;
    readonly before?: string | undefined;
    readonly limit?: number | undefined;
  },
): Promise<SharedLogin[]> {
  const { state = 'open', before, limit = PAGE_SIZE } = asked;
  const [at = 0, id = 0] = before?.split('.').map(Number) ?? [];
  const found = await listSharedLogins(queryable, {
    isDismissed: state === 'dismissed',
    before: before === undefined ? null : { at: new Date(at), id },
    limit,
  });
  return present(queryable, found);
}

/**
 * Takes a login off the list; audited at the customer. Throws ApiError shared-login.not-found,
 * shared-login.dismissed, customer.own-account.
 */
export async function dismissSharedLogin(
  deps: SharedLoginDependencies,
  order: { readonly id: string; readonly staffId: number; readonly reason: string },
): Promise<SharedLogin> {
  const { staffId, reason } = order;
  const id = /^\d{1,15}$/.test(order.id) ? Number(order.id) : null;
  return runTransaction(deps.database, async (tx) => {
    const before = id === null ? null : await findSharedLoginWithCustomer(tx, id);
    if (id === null || !before) throw new ApiError('shared-login.not-found');
    const accountId = before.customer.id;
    if (await sharesAccount(tx, staffId, accountId)) throw new ApiError('customer.own-account');
    if (!(await markDismissed(tx, id, { staffId, reason, now: deps.clock() })))
      throw new ApiError('shared-login.dismissed');
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'network.dismiss-shared-login',
      subject: `customer:${accountId}`,
      before: null,
      after: { ...lineInAudit({ accountId, lineId: before.line.id }), times: before.sharedLogin.times, reason },
    });
    const after = await findSharedLoginWithCustomer(tx, id);
    const [sharedLogin] = await present(tx, after ? [after] : []);
    if (!sharedLogin) throw new ApiError('shared-login.not-found');
    return sharedLogin;
  });
}
