import { koboFromDecimal } from '@portal/kernel/money';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/connection.ts';
import { agentSettlements, agents } from '../../../platform/database/schema/billing/agent.ts';
import { bankAccounts, bankMatchItems } from '../../../platform/database/schema/billing/bank.ts';
import {
  counterPayments,
  refundPayouts,
  tillHandOvers,
  tillShifts,
} from '../../../platform/database/schema/billing/counter.ts';
import { gatewaySettlements } from '../../../platform/database/schema/billing/gateway-settlement.ts';
import { billingDetails } from '../../../platform/database/schema/billing/invoice.ts';
import { payments, refunds } from '../../../platform/database/schema/billing/payment.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';
import { accounts } from '../../../platform/database/schema/identity/account-people.ts';
import type { OpenItem } from './match.policy.ts';

const GATEWAY_NAMES: Readonly<Record<string, string>> = {
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  quickteller: 'Quickteller',
  monnify: 'Monnify',
};
const NO_REFERENCE = 'INSTANT_SETTLEMENT';

type Row = {
  readonly key: string;
  readonly kind: OpenItem['kind'];
  readonly account: string;
  readonly amount: string;
  readonly day: string;
  readonly outside: string | null;
  readonly own: string;
  readonly who: string;
  readonly recordedBy: string | null;
  readonly staffId: number | null;
  readonly isMatched: boolean;
};

const lagosDay = (at: SQL) => sql`to_char(${at} at time zone 'Africa/Lagos', 'YYYY-MM-DD')`;
const nameOf = (alias: string) => {
  const person = sql.raw(alias);
  return sql`coalesce(nullif(concat_ws(' ', ${person}.first_name, ${person}.last_name), ''), ${person}.email)`;
};
const CUSTOMER = sql`coalesce(nullif(d.company_name, ''), ${nameOf('c')})`;
/** The person, or the company, whose payment `p` it is. */
const ofPayment = sql`join ${accounts} a on a.id = p.user_id join ${users} c on c.id = a.contact_id left join ${billingDetails} d on d.user_id = p.user_id`;

/** Everything in the ledger that a line of a bank can show, since a moment and a day. */
const everything = (since: Date, day: string): SQL => sql`
  select 'till-hand-over:' || h.id as key, 'hand-over' as kind, 'bank' as account, h.amount, ${lagosDay(sql`h.created_at`)} as day,
    h.bank_reference as outside, '' as own, ${nameOf('s')} as who, ${nameOf('s')} as recorded_by, t.staff_id
  from ${tillHandOvers} h join ${tillShifts} t on t.id = h.shift_id join ${users} s on s.id = t.staff_id
  where h.created_at >= ${since.toISOString()}::timestamptz
  union all
  select 'agent-settlement:' || h.id, 'agent-settlement', 'bank', h.amount, ${lagosDay(sql`h.created_at`)},
    h.bank_reference, '', g.name, ${nameOf('s')}, null
  from ${agentSettlements} h join ${agents} g on g.id = h.agent_id join ${users} s on s.id = h.staff_id
  where h.method = 'transfer' and h.created_at >= ${since.toISOString()}::timestamptz
  union all
  select 'payment:' || p.reference, p.gateway, 'gateway:' || p.gateway, coalesce(p.received, p.amount), ${lagosDay(sql`p.paid_at`)},
    k.outside_reference, p.reference, ${CUSTOMER}, ${nameOf('s')}, k.staff_id
  from ${counterPayments} k join ${payments} p on p.id = k.payment_id ${ofPayment} join ${users} s on s.id = k.staff_id
  where p.gateway in ('deposit', 'pos') and p.paid_at >= ${since.toISOString()}::timestamptz
  union all
  select 'refund:' || p.reference, 'refund', case when p.till_id is null and p.gateway not in ('voucher', 'agent') and p.channel is distinct from 'virtual-account' then 'gateway:' || p.gateway else 'bank' end, -r.amount,
    ${lagosDay(sql`o.created_at`)}, o.bank_reference, r.reference, ${CUSTOMER}, ${nameOf('s')}, o.staff_id
  from ${refundPayouts} o join ${refunds} r on r.id = o.refund_id join ${payments} p on p.id = r.payment_id ${ofPayment}
    join ${users} s on s.id = o.staff_id
  where o.method = 'transfer' and o.created_at >= ${since.toISOString()}::timestamptz
  union all
  select 'settlement:' || g.gateway || ':' || g.settlement_id, 'payout', 'payouts:' || g.gateway, g.net, g.settled_on::text,
    g.bank_reference, case when g.gateway = 'paystack' then 'PSTK' || g.settlement_id else g.settlement_id end, g.gateway, null, null
  from ${gatewaySettlements} g
  where g.booked_at is not null and g.net > 0 and g.settled_on >= ${day}::date`;

function presentItem(row: Row): OpenItem {
  const references = [row.outside === NO_REFERENCE ? null : row.outside, row.own || null];
  return {
    key: row.key,
    kind: row.kind,
    account: row.account,
    amountKobo: koboFromDecimal(row.amount),
    day: row.day,
    references: references.filter((reference) => reference !== null),
    who: row.kind === 'payout' ? (GATEWAY_NAMES[row.who] ?? row.who) : row.who,
    recordedBy: row.recordedBy,
    staffId: row.staffId,
    isMatched: row.isMatched,
  };
}

const columns = sql`e.key, e.kind, e.account, e.amount::text as amount, e.day, e.outside, e.own, e.who, e.recorded_by as "recordedBy", e.staff_id as "staffId"`;

/** A day of Lagos before which nothing is looked at: the earliest opening day of an account. */
export async function findFirstOpeningDay(queryable: Queryable): Promise<string | null> {
  const [row] = await queryable
    .select({ day: sql<string | null>`min(${bankAccounts.openingDay})::text` })
    .from(bankAccounts);
  return row?.day ?? null;
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00+01:00`);

/**
 * Items since a day that no line shows yet, and matched ones of the last `matchedDays` days, by which a second
 * claim is known.
 */
export async function listItems(queryable: Queryable, since: string, matchedSince: string): Promise<OpenItem[]> {
  const { rows } = await queryable.execute<Row>(sql`
    select ${columns}, i.id is not null as "isMatched"
    from (${everything(startOf(since), since)}) e
    left join ${bankMatchItems} i on i.source_key = e.key and i.is_active
    where i.id is null or e.day >= ${matchedSince}
    order by e.day, e.key`);
  return rows.map(presentItem);
}

/** These items, open or matched. */
export async function findItems(queryable: Queryable, keys: readonly string[]): Promise<OpenItem[]> {
  if (keys.length === 0) return [];
  const { rows } = await queryable.execute<Row>(sql`
    select ${columns}, i.id is not null as "isMatched"
    from (${everything(new Date(0), '1970-01-01')}) e
    left join ${bankMatchItems} i on i.source_key = e.key and i.is_active
    where e.key = any(${sql.param([...keys])}::text[])
    order by e.day, e.key`);
  return rows.map(presentItem);
}

/**
 * Open items in one direction, by words of the name, the reference or the sum: the `limit` nearest to a day.
 */
export async function searchItems(
  queryable: Queryable,
  wanted: {
    readonly isIn: boolean;
    readonly day: string;
    readonly since: string;
    readonly search: string;
    readonly limit: number;
  },
): Promise<OpenItem[]> {
  const { isIn, day, since, search, limit } = wanted;
  const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const sum = search.replace(/[₦,\s]/g, '');
  const { rows } = await queryable.execute<Row>(sql`
    select ${columns}, false as "isMatched"
    from (${everything(startOf(since), since)}) e
    where (e.amount > 0) = ${isIn}
      and not exists (select from ${bankMatchItems} i where i.source_key = e.key and i.is_active)
      and (${search.trim() === ''} or search_key(e.who) like search_key(${pattern}) or e.outside ilike ${pattern} or e.own ilike ${pattern}
        or e.kind ilike ${pattern} or trim(trailing '.' from trim(trailing '0' from abs(e.amount)::text)) = ${sum.replace(/\.0*$/, '') || '-'}
        or abs(e.amount)::text = ${sum || '-'})
    order by abs(e.day::date - ${day}::date), e.key
    limit ${limit}`);
  return rows.map(presentItem);
}

/** Whether cash, deposits or card payments that somebody took wait for a line of a bank. */
export async function hasOwnOpenItems(queryable: Queryable, staffId: number, since: string): Promise<boolean> {
  const { rows } = await queryable.execute(sql`
    select 1 from (${everything(startOf(since), since)}) e
    where e.staff_id = ${staffId} and e.kind <> 'refund'
      and not exists (select from ${bankMatchItems} i where i.source_key = e.key and i.is_active)
    limit 1`);
  return rows.length > 0;
}
