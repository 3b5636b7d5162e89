import { and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { networkLines } from '../../platform/database/schema/network/network-access.ts';
import { type SharingDevice, sharedLogins } from '../../platform/database/schema/network/shared-login.ts';

export type SharedLoginRow = typeof sharedLogins.$inferSelect;

/** Once may be a new router while the old one was still online; a router that comes back is in use. */
const TIMES_THAT_SUGGEST = 2;
/** As a constant, for the index of those alone. */
const suggests = sql`${sharedLogins.times} >= ${sql.raw(String(TIMES_THAT_SUGGEST))}`;
const DAY_MS = 24 * 3_600_000;
const MOST_DEVICES = 5;

const nameOfDevice = ({ mac, nas, port }: SharingDevice) => `${mac} ${nas} ${port}`;

/**
 * Counts that these routers used the login of a line at once. What happened once is forgotten after a day.
 * The line must be locked.
 */
export async function countSharing(
  tx: Transaction,
  order: { readonly lineId: number; readonly devices: readonly SharingDevice[]; readonly now: Date },
): Promise<void> {
  const { lineId, devices, now } = order;
  const isOpen = and(eq(sharedLogins.lineId, lineId), isNull(sharedLogins.dismissedAt));
  const [known] = await tx.select().from(sharedLogins).where(isOpen);
  const isOver = known && known.times < TIMES_THAT_SUGGEST && known.lastAt.getTime() < now.getTime() - DAY_MS;
  const earlier = known && !isOver ? known : null;
  const byName = new Map([...(earlier?.devices ?? []), ...devices].map((device) => [nameOfDevice(device), device]));
  const latest = [...byName.values()].toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, MOST_DEVICES);
  const counted = {
    firstAt: earlier?.firstAt ?? now,
    lastAt: now,
    times: (earlier?.times ?? 0) + 1,
    devices: latest,
  };
  if (known) await tx.update(sharedLogins).set(counted).where(eq(sharedLogins.id, known.id));
  else await tx.insert(sharedLogins).values({ lineId, ...counted });
}

/** The open one of a line, also one that happened only once; null without. */
export async function findSharedLogin(queryable: Queryable, lineId: number): Promise<SharedLoginRow | null> {
  const [row] = await queryable
    .select()
    .from(sharedLogins)
    .where(and(eq(sharedLogins.lineId, lineId), isNull(sharedLogins.dismissedAt)));
  return row ?? null;
}

const dismisser = alias(users, 'dismisser');

const columns = {
  sharedLogin: sharedLogins,
  customer: { id: users.id, name: personName() },
  line: { id: lines.id, label: lines.label },
  login: networkLines.username,
  dismissedBy: personName(dismisser),
};

const withCustomer = (queryable: Queryable) =>
  queryable
    .select(columns)
    .from(sharedLogins)
    .innerJoin(lines, eq(lines.id, sharedLogins.lineId))
    .innerJoin(users, eq(users.id, lines.accountId))
    .leftJoin(networkLines, eq(networkLines.lineId, sharedLogins.lineId))
    .leftJoin(dismisser, eq(dismisser.id, sharedLogins.dismissedBy));

/** Those that suggest that a login is shared, or that were dismissed; the latest first. */
export async function listSharedLogins(
  queryable: Queryable,
  page: {
    readonly isDismissed: boolean;
    readonly before: { readonly at: Date; readonly id: number } | null;
    readonly limit: number;
  },
) {
  const { isDismissed, before, limit } = page;
  return withCustomer(queryable)
    .where(
      and(
        isDismissed ? isNotNull(sharedLogins.dismissedAt) : isNull(sharedLogins.dismissedAt),
        suggests,
        before === null
          ? undefined
          : or(
              lt(sharedLogins.lastAt, before.at),
              and(eq(sharedLogins.lastAt, before.at), lt(sharedLogins.id, before.id)),
            ),
      ),
    )
    .orderBy(desc(sharedLogins.lastAt), desc(sharedLogins.id))
    .limit(limit);
}

/** open → dismissed, once; null where it is not open. */
export async function markDismissed(
  tx: Transaction,
  id: number,
  by: { readonly staffId: number; readonly reason: string; readonly now: Date },
): Promise<SharedLoginRow | null> {
  const [row] = await tx
    .update(sharedLogins)
    .set({ dismissedAt: by.now, dismissedBy: by.staffId, dismissReason: by.reason })
    .where(and(eq(sharedLogins.id, id), isNull(sharedLogins.dismissedAt)))
    .returning();
  return row ?? null;
}

export async function findSharedLoginWithCustomer(queryable: Queryable, id: number) {
  const [row] = await withCustomer(queryable).where(eq(sharedLogins.id, id));
  return row ?? null;
}
