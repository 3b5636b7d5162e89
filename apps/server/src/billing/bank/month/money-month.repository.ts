import { koboFromDecimal } from '@portal/kernel/money';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/connection.ts';
import { agentSettlements, agents } from '../../../platform/database/schema/billing/agent.ts';
import {
  bankAccounts,
  bankLines,
  bankMatches,
  bankMatchItems,
  bankStatements,
} from '../../../platform/database/schema/billing/bank.ts';
import { tillShifts } from '../../../platform/database/schema/billing/counter.ts';
import {
  gatewaySettlementItems,
  gatewaySettlements,
} from '../../../platform/database/schema/billing/gateway-settlement.ts';
import { ledgerEntries } from '../../../platform/database/schema/billing/ledger.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';
import type {
  AccountMonth,
  AgentName,
  GatewayRemainder,
  Remainder,
  TillMove,
  TillState,
  WaitingLine,
} from './money-rows.policy.ts';

/** A month in Lagos: its first moment, the first one after it, and its last day. */
export type Month = { readonly from: Date; readonly until: Date; readonly lastDay: string };

const at = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;
const ofLagos = (moment: SQL): SQL => sql`to_char(${moment} at time zone 'Africa/Lagos', 'YYYY-MM-DD')`;

/** Until the end of the transaction, joins and sums of a whole ledger stay in memory. */
export async function takeMemory(queryable: Queryable): Promise<void> {
  await queryable.execute(sql`select set_config('work_mem', '32MB', true)`);
}

type SumRow = { account: string; opening: string; moneyIn: string; moneyOut: string };

/** What each account of money held before a month, and what came and went in it. */
export async function listAccountSums(queryable: Queryable, { from, until }: Month) {
  const { rows } = await queryable.execute<SumRow>(sql`
    select e.account, coalesce(sum(e.amount) filter (where e.created_at < ${at(from)}), 0)::text as opening,
      coalesce(sum(e.amount) filter (where e.created_at >= ${at(from)} and e.amount > 0), 0)::text as "moneyIn",
      coalesce(-sum(e.amount) filter (where e.created_at >= ${at(from)} and e.amount < 0), 0)::text as "moneyOut"
    from ${ledgerEntries} e
    where e.created_at < ${at(until)} and (e.account like 'gateway:%' or e.account like 'payouts:%' or e.account like 'till:%'
      or e.account like 'bank:%' or e.account like 'agent:%' or e.account in ('bank', 'suspense'))
    group by e.account order by e.account`);
  return rows.map(({ account, opening, moneyIn, moneyOut }) => ({
    account,
    opening: koboFromDecimal(opening),
    moneyIn: koboFromDecimal(moneyIn),
    moneyOut: koboFromDecimal(moneyOut),
  }));
}

/** The open item of a transaction `e`: what a payment brought too much is booked beside it, and is the same money. */
const SOURCE = sql`case when e.transaction_key like 'overpayment:%' then 'payment:' || split_part(e.transaction_key, ':', 2) else e.transaction_key end`;

/**
 * What no line of a bank has cleared at the end of a month: each transaction of the accounts on the way that no
 * match belongs to, and each match whose sides differ by then.
 */
export async function listRemainders(queryable: Queryable, { until, lastDay }: Month): Promise<Remainder[]> {
  const { rows } = await queryable.execute<{
    account: string;
    key: string;
    matchId: string | null;
    day: string;
    amount: string;
  }>(sql`
    select e.account, min(${SOURCE}) as key, g.match_id as "matchId", ${ofLagos(sql`min(e.created_at)`)} as day, sum(e.amount)::text as amount
    from ${ledgerEntries} e
    left join ${bankMatchItems} m on m.source_key = ${SOURCE} and m.account = e.account and m.is_active and m.match_id not in (
      select o.match_id from ${bankLines} l join ${bankMatchItems} o on o.line_id = l.id
      where l.booked_on > ${lastDay}::date and not exists (
        select from ${bankMatchItems} p join ${bankLines} k on k.id = p.line_id where p.match_id = o.match_id and k.booked_on <= ${lastDay}::date))
    cross join lateral (
      select coalesce(m.match_id::text, case when e.transaction_key like 'bank-match%' then split_part(e.transaction_key, ':', 2) end) as match_id
    ) g
    where e.created_at < ${at(until)} and (e.account in ('bank', 'gateway:deposit', 'gateway:pos', 'suspense') or e.account like 'payouts:%')
    group by e.account, g.match_id, case when g.match_id is null then ${SOURCE} end
    having sum(e.amount) <> 0
    order by day, key`);
  return rows.map(({ amount, ...row }) => ({ ...row, amountKobo: koboFromDecimal(amount) }));
}

/**
 * What gateways have by the end of a month: the payments and refunds of each day that no payout has, and each payout
 * whose payments and entries differ by then. Nearly all are payments in a payout, of one gateway (G3): those are
 * summed in one pass that leaves the ids of the rest, and each of the rest is looked up.
 */
export async function listGatewayRemainders(
  queryable: Queryable,
  { until, lastDay }: Month,
): Promise<GatewayRemainder[]> {
  type Row = Omit<GatewayRemainder, 'amountKobo'> & { amount: string };
  const isPaidOut = sql`s.booked_at is not null and s.settled_on <= ${lastDay}::date`;
  const { rows } = await queryable.execute<Row>(sql`
    with settled as materialized (
      select i.settlement, min(e.created_at) as created_at, count(*) as count, sum(e.amount) as amount,
        array_agg(e.id) filter (where i.settlement is null
          or i.settlement not in (select s.id from ${gatewaySettlements} s where ${isPaidOut})) as rest
      from ${ledgerEntries} e
      left join ${gatewaySettlementItems} i
        on i.payment_id = e.payment_id and i.kind = 'payment' and e.amount > 0 and e.transaction_key not like 'settlement%'
      where e.created_at < ${at(until)} and e.account like 'gateway:%' and e.account not in ('gateway:deposit', 'gateway:pos', 'gateway:cash')
      group by i.settlement
    ), part as materialized (
      select 'gateway:' || s.gateway as account, s.settlement_id, p.created_at, p.count, p.amount, null as reference, null as is_back
      from settled p join ${gatewaySettlements} s on s.id = p.settlement where p.rest is null
      union all
      select e.account,
        case
          when e.transaction_key like 'settlement:%' then split_part(e.transaction_key, ':', 3)
          when e.transaction_key like 'settlement-item:%' then (
            select s.settlement_id from ${gatewaySettlementItems} i join ${gatewaySettlements} s on s.id = i.settlement
            where i.id = split_part(e.transaction_key, ':', 2)::uuid)
          else (
            select s.settlement_id from ${gatewaySettlementItems} i join ${gatewaySettlements} s on s.id = i.settlement
            where i.payment_id = e.payment_id and (i.kind = 'payment') = (e.amount > 0) and ${isPaidOut} order by s.settled_on limit 1)
        end, e.created_at, case when e.transaction_key like 'overpayment:%' then 0 else 1 end, e.amount, split_part(e.transaction_key, ':', 2), e.amount < 0
      from ${ledgerEntries} e where e.id in (select unnest(rest) from settled)
    )
    select account, settlement_id as "settlementId", ${ofLagos(sql`min(created_at)`)} as day,
      coalesce(bool_or(is_back) filter (where settlement_id is null), false) as "isBack", sum(count)::int as count,
      coalesce(string_agg(distinct reference, ', ') filter (where settlement_id is null), '') as "references", sum(amount)::text as amount
    from part
    group by account, settlement_id, case when settlement_id is null then ${ofLagos(sql`created_at`)} end, case when settlement_id is null then is_back end
    having sum(amount) <> 0
    order by day`);
  return rows.map(({ amount, ...row }) => ({ ...row, amountKobo: koboFromDecimal(amount) }));
}

/** Whose each of these tills is and its last count before the end of a month, with what came and went since. */
export async function listTills(
  queryable: Queryable,
  { until }: Month,
  accounts: readonly string[],
): Promise<{ tills: TillState[]; moves: TillMove[] }> {
  const counted = sql`(
    select t.account, split_part(t.account, ':', 2)::int as staff_id, s.closed_at, s.counted
    from unnest(${sql.param([...accounts])}::text[]) t (account)
    left join (
      select distinct on (staff_id) staff_id, closed_at, counted from ${tillShifts}
      where closed_at < ${at(until)} order by staff_id, closed_at desc
    ) s on 'till:' || s.staff_id = t.account)`;
  const { rows: tills } = await queryable.execute<{
    account: string;
    name: string;
    closedAt: string | null;
    counted: string | null;
  }>(sql`
    select c.account, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as name,
      ${ofLagos(sql`c.closed_at`)} as "closedAt", c.counted::text as counted
    from ${counted} c join ${users} u on u.id = c.staff_id`);
  const { rows: moves } = await queryable.execute<{
    account: string;
    kind: string;
    count: number;
    day: string;
    amount: string;
  }>(sql`
    select c.account, m.* from ${counted} c
    cross join lateral (
      select split_part(e.transaction_key, ':', 1) as kind, count(*)::int as count, ${ofLagos(sql`min(e.created_at)`)} as day, sum(e.amount)::text as amount
      from ${ledgerEntries} e
      where e.account = c.account and e.created_at < ${at(until)} and e.created_at > coalesce(c.closed_at, '-infinity')
      group by 1, case when e.transaction_key like 'till-hand-over:%' then e.transaction_key end
      having sum(e.amount) <> 0
    ) m order by m.day`);
  return {
    tills: tills.map(({ counted, ...till }) => ({ ...till, countedKobo: koboFromDecimal(counted ?? '0') })),
    moves: moves.map(({ amount, ...move }) => ({ ...move, amountKobo: koboFromDecimal(amount) })),
  };
}

/** Agents, with the day in Lagos on which each handed over money for the last time before the end of a month. */
export async function listAgentNames(queryable: Queryable, { until }: Month): Promise<AgentName[]> {
  const { rows } = await queryable.execute<AgentName>(sql`
    select 'agent:' || a.id as account, a.name, a.kind = 'own-stock' as "isOwnStock",
      (select max(${ofLagos(sql`s.created_at`)}) from ${agentSettlements} s where s.agent_id = a.id and s.created_at < ${at(until)}) as "settledOn"
    from ${agents} a order by a.id`);
  return rows;
}

/** Bank accounts at the end of a month by their statements. */
export async function listAccountMonths(queryable: Queryable, { lastDay }: Month): Promise<AccountMonth[]> {
  type Row = Omit<AccountMonth, 'openingKobo' | 'linesKobo' | 'closingKobo'> & {
    opening: string;
    lines: string;
    closing: string | null;
  };
  const { rows } = await queryable.execute<Row>(sql`
    select a.id, a.name, a.account_number as "accountNumber", a.opening_day::text as "openingDay", a.opening_balance::text as opening,
      (select coalesce(sum(l.amount), 0)::text from ${bankLines} l where l.bank_account_id = a.id and l.booked_on <= ${lastDay}::date) as lines,
      c.balance::text as closing, c.booked_on::text as "closingDay"
    from ${bankAccounts} a
    left join lateral (select l.balance, l.booked_on from ${bankLines} l where l.bank_account_id = a.id and l.booked_on <= ${lastDay}::date
      order by l.booked_on desc, l.id desc limit 1) c on true
    where a.opening_day <= ${lastDay}::date order by a.id`);
  return rows.map(({ opening, lines, closing, ...row }) => ({
    ...row,
    openingKobo: koboFromDecimal(opening),
    linesKobo: koboFromDecimal(lines),
    closingKobo: closing === null ? null : koboFromDecimal(closing),
  }));
}

/** What the ledger had of a line `l` until a moment by one of the transactions of a match `i`. */
const bookedBy = (key: 'bank-match' | 'bank-match-undo', until: Date): SQL => sql`coalesce((
  select e.amount from ${ledgerEntries} e
  where e.transaction_key = ${sql.raw(`'${key}:'`)} || i.match_id || ':' || l.id
    and e.account = 'bank:' || l.bank_account_id and e.created_at < ${at(until)}), 0)`;

/**
 * Lines up to the end of a month that the ledger does not have by then: those that are not matched, and those
 * whose match was booked later, since the month was closed.
 */
export async function listWaitingLines(queryable: Queryable, { until, lastDay }: Month): Promise<WaitingLine[]> {
  type Row = Omit<WaitingLine, 'amountKobo'> & { amount: string };
  const { rows } = await queryable.execute<Row>(sql`
    select l.bank_account_id as "accountId", l.booked_on::text as "bookedOn", l.amount::text as amount, l.text, l.reason
    from ${bankLines} l left join ${bankMatchItems} i on i.line_id = l.id
    where l.booked_on <= ${lastDay}::date and l.id in (
      select w.id from ${bankLines} w where w.status <> 'matched'
      union
      select o.line_id from ${bankMatches} m join ${bankMatchItems} o on o.match_id = m.id where m.matched_at >= ${at(until)})
    group by l.id
    having sum(${bookedBy('bank-match', until)} + ${bookedBy('bank-match-undo', until)}) = 0
    order by l.booked_on, l.id`);
  return rows.map(({ amount, ...row }) => ({ ...row, amountKobo: koboFromDecimal(amount) }));
}

/** The lines and the note of matches, by the id of the match. */
export async function describeMatches(queryable: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { rows } = await queryable.execute<{
    id: string;
    kind: string;
    reason: string;
    text: string;
    day: string;
    by: string | null;
  }>(sql`
    select m.id, m.kind, m.reason, string_agg(l.text, '; ' order by l.id) as text, min(l.booked_on)::text as day,
      coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as by
    from ${bankMatches} m join ${bankMatchItems} i on i.match_id = m.id and i.line_id is not null join ${bankLines} l on l.id = i.line_id
    left join ${users} u on u.id = m.matched_by
    where m.id = any(${sql.param([...ids])}::uuid[]) group by m.id, u.id`);
  return rows;
}

/** What was matched with lines up to the end of a month, each with the day and the text of its line. */
export async function listMatchedLines(queryable: Queryable, { lastDay }: Month, since: string) {
  const { rows } = await queryable.execute<{ key: string; bookedOn: string; text: string }>(sql`
    select i.source_key as key, l.booked_on::text as "bookedOn", l.text
    from ${bankLines} l join ${bankMatchItems} o on o.line_id = l.id and o.is_active
    join ${bankMatchItems} i on i.match_id = o.match_id and i.is_active and i.source_key is not null
    where l.booked_on between ${since}::date and ${lastDay}::date and (i.source_key like 'till-hand-over:%' or i.source_key like 'refund:%')`);
  return rows;
}

/** What statements of a month say that does not fit. */
export async function listStatementFindings(queryable: Queryable, { from, lastDay }: Month) {
  const { rows } = await queryable.execute<{ name: string; fileName: string; line: number | null; text: string }>(sql`
    select a.name, s.file_name as "fileName", (f.finding ->> 'line')::int as line, f.finding ->> 'text' as text
    from ${bankStatements} s join ${bankAccounts} a on a.id = s.bank_account_id cross join lateral jsonb_array_elements(s.findings) as f(finding)
    where s.last_day between (${at(from)} at time zone 'Africa/Lagos')::date and ${lastDay}::date
    order by s.imported_at limit 50`);
  return rows;
}

/** Payouts to an account that is none of ours, up to the end of a month. */
export async function listPaidElsewhere(queryable: Queryable, { from, lastDay }: Month) {
  const { rows } = await queryable.execute<{
    gateway: string;
    settlementId: string;
    account: string;
    bank: string | null;
    net: string;
    day: string;
  }>(sql`
    select g.gateway, g.settlement_id as "settlementId", g.paid_to_account as account, g.paid_to_bank as bank, g.net::text as net, g.settled_on::text as day
    from ${gatewaySettlements} g
    where g.settled_on between (${at(from)} at time zone 'Africa/Lagos')::date and ${lastDay}::date and g.paid_to_account is not null
      and exists (select from ${bankAccounts})
      and not exists (select from ${bankAccounts} a where ltrim(a.account_number, '0') = ltrim(g.paid_to_account, '0'))
    order by g.settled_on limit 50`);
  return rows.map(({ net, ...row }) => ({ ...row, netKobo: koboFromDecimal(net) }));
}
