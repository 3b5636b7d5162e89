import type { SettlementFindingKind } from '@portal/contract/billing/gateway-settlements';
import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import {
  gatewaySettlementFindings as findings,
  gatewaySettlements as settlements,
} from '../../platform/database/schema/billing/gateway-settlement.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import type { FoundFact } from './settlement.policy.ts';

export type FindingRow = typeof findings.$inferSelect;

const AT_ONCE = 1000;

/**
 * Keeps what was found in a settlement, each once. What staff resolved stays resolved while the fact is
 * the same, and is open again once it is another.
 */
export async function saveFindings(
  tx: Transaction,
  settlement: string,
  found: readonly FoundFact[],
  foundAt: Date,
): Promise<void> {
  const once = [...new Map(found.map((fact) => [`${fact.kind} ${fact.subject}`, fact])).values()];
  for (let from = 0; from < once.length; from += AT_ONCE) {
    await tx
      .insert(findings)
      .values(
        once
          .slice(from, from + AT_ONCE)
          .map((fact) => ({ ...fact, details: { ...fact.details }, settlement, foundAt })),
      )
      .onConflictDoUpdate({
        target: [findings.settlement, findings.kind, findings.subject],
        set: {
          details: sql`excluded.details`,
          foundAt: sql`excluded.found_at`,
          resolvedAt: null,
          resolvedBy: null,
          reason: null,
        },
        setWhere: sql`${findings.details} is distinct from excluded.details`,
      });
  }
}

/** Resolves what came right without staff. */
export async function closeCleared(
  tx: Transaction,
  cleared: {
    readonly settlement?: string;
    readonly kinds: readonly SettlementFindingKind[];
    readonly subjects: readonly string[];
    readonly reason: string;
    readonly now: Date;
  },
): Promise<void> {
  const { settlement, kinds, subjects, reason, now } = cleared;
  if (subjects.length === 0) return;
  await tx
    .update(findings)
    .set({ resolvedAt: now, reason })
    .where(
      and(
        isNull(findings.resolvedAt),
        inArray(findings.kind, [...kinds]),
        sql`${findings.subject} = any(${sql.param([...subjects])}::text[])`,
        settlement === undefined ? undefined : eq(findings.settlement, settlement),
      ),
    );
}

/** Those of one settlement: the open ones first, then what was resolved. */
export async function listFindings(queryable: Queryable, settlement: string, limit: number) {
  return queryable
    .select({ finding: findings, email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(findings)
    .leftJoin(users, eq(users.id, findings.resolvedBy))
    .where(eq(findings.settlement, settlement))
    .orderBy(sql`${findings.resolvedAt} is not null`, asc(findings.foundAt), asc(findings.id))
    .limit(limit);
}

/** How many staff have not resolved. */
export async function countOpenFindings(queryable: Queryable): Promise<number> {
  const [row] = await queryable.select({ count: count() }).from(findings).where(isNull(findings.resolvedAt));
  return row?.count ?? 0;
}

/** Resolves an open one; null when there is none. */
export async function resolveOpenFinding(
  tx: Transaction,
  id: string,
  change: { readonly resolvedAt: Date; readonly resolvedBy: number; readonly reason: string },
): Promise<(FindingRow & { readonly gateway: string; readonly vendorId: string }) | null> {
  const [row] = await tx
    .update(findings)
    .set(change)
    .where(and(eq(findings.id, id), isNull(findings.resolvedAt)))
    .returning();
  if (!row) return null;
  const [settlement] = await tx
    .select({ gateway: settlements.gateway, vendorId: settlements.settlementId })
    .from(settlements)
    .where(eq(settlements.id, row.settlement));
  return settlement ? { ...row, ...settlement } : null;
}
