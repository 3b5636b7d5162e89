import { type Kobo, koboFromDecimal } from '@portal/kernel/money';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';

export type UnsettledPayment = {
  readonly reference: string;
  readonly gateway: string;
  readonly userId: number;
  readonly amountKobo: Kobo;
  readonly paidAt: Date;
};

type Wanted = { readonly gateways: readonly string[]; readonly since: Date; readonly paidBefore: Date };

/** Successes of these gateways, opened since a moment and paid before another, that no settlement has. */
function unsettled({ gateways, since, paidBefore }: Wanted): SQL {
  return sql`from payments p
    where p.gateway = any(${sql.param([...gateways])}::text[]) and p.status = 'successful'
      and p.created_at >= ${since.toISOString()}::timestamptz and p.created_at < ${paidBefore.toISOString()}::timestamptz
      and p.paid_at < ${paidBefore.toISOString()}::timestamptz
      and not exists (select from gateway_settlement_items i where i.payment_id = p.id and i.kind = 'payment')`;
}

/** The oldest first. */
export async function listUnsettled(
  queryable: Queryable,
  wanted: Wanted & { readonly limit: number },
): Promise<UnsettledPayment[]> {
  const { rows } = await queryable.execute<{
    reference: string;
    gateway: string;
    user_id: number;
    amount: string;
    paid_at: Date | string;
  }>(sql`select p.reference, p.gateway, p.user_id, coalesce(p.received, p.amount) as amount, p.paid_at
    ${unsettled(wanted)} order by p.created_at, p.id limit ${wanted.limit}`);
  return rows.map((row) => ({
    reference: row.reference,
    gateway: row.gateway,
    userId: row.user_id,
    amountKobo: koboFromDecimal(row.amount),
    paidAt: new Date(row.paid_at),
  }));
}

/** How many there are, their sum and the oldest, by gateway. */
export async function sumUnsettled(queryable: Queryable, wanted: Wanted) {
  const { rows } = await queryable.execute<{
    gateway: string;
    count: number;
    amount: string;
    oldest: Date | string;
  }>(sql`select p.gateway, count(*)::int as count, sum(coalesce(p.received, p.amount)) as amount, min(p.paid_at) as oldest
    ${unsettled(wanted)} group by p.gateway`);
  return rows.map((row) => ({
    gateway: row.gateway,
    count: row.count,
    amountKobo: koboFromDecimal(row.amount),
    oldest: new Date(row.oldest),
  }));
}
