import { foldName } from '@portal/kernel/fold-name';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { ImportedLine } from './read-line.policy.ts';

type FoundPlan = { readonly id: string };

/**
 * The plans that are offered: by id, by name in lower case, and by folded name, which is null where
 * two plans share it.
 */
export async function findPlans(tx: Transaction): Promise<Map<string, FoundPlan | null>> {
  const { rows } = await tx.execute<{ id: string; name: string }>(
    sql`select id, lower(name) as name from service_plans order by is_active, created_at desc`,
  );
  const plans = new Map<string, FoundPlan | null>();
  for (const [folded, alike] of Map.groupBy(rows, ({ name }) => foldName(name))) {
    const [first, ...others] = alike;
    plans.set(folded, first && others.every(({ name }) => name === first.name) ? { id: first.id } : null);
  }
  for (const { id, name } of rows) plans.set(name, { id }).set(id, { id });
  return plans;
}

/**
 * Which of these customers use the line that they began with, the names of their lines, each after its
 * customer and in lower case, and which of these logins and serial numbers are taken.
 */
export async function listTakenLines(
  tx: Transaction,
  {
    userIds,
    logins,
    serials,
  }: { readonly userIds: readonly number[]; readonly logins: readonly string[]; readonly serials: readonly string[] },
): Promise<{ userIds: Set<number>; labels: Set<string>; logins: Set<string>; serials: Set<string> }> {
  const open = await tx.execute<{ user_id: number }>(
    sql`select user_id from user_subscriptions
      where status <> 'cancelled' and user_id = any(${sql.param(userIds)}::integer[])
      union select user_id from network_lines where user_id = any(${sql.param(userIds)}::integer[])`,
  );
  const named = await tx.execute<{ label: string }>(
    sql`select account_id || ' ' || lower(label) as label from lines
      where label is not null and account_id = any(${sql.param(userIds)}::integer[])`,
  );
  const known = await tx.execute<{ username: string }>(
    sql`select username from network_lines where username = any(${sql.param(logins)}::text[])`,
  );
  const boxes = await tx.execute<{ ont_serial: string }>(
    sql`select ont_serial from lines where ont_serial = any(${sql.param(serials)}::text[])`,
  );
  return {
    userIds: new Set(open.rows.map((row) => row.user_id)),
    labels: new Set(named.rows.map(({ label }) => label)),
    logins: new Set(known.rows.map((row) => row.username)),
    serials: new Set(boxes.rows.map((row) => row.ont_serial)),
  };
}

type NewLine = ImportedLine & {
  readonly lineId: number;
  readonly planId: string;
  readonly status: 'active' | 'suspended';
};

/**
 * Gives each of them its line: the first of a customer the one that their account began with, a
 * further one a new one.
 */
export async function placeLines<L extends ImportedLine & { readonly userId: number; readonly isFirst: boolean }>(
  tx: Transaction,
  now: Date,
  wanted: readonly L[],
): Promise<(L & { readonly lineId: number })[]> {
  const further = wanted.filter(({ isFirst }) => !isFirst);
  const { rows: ids } = await tx.execute<{ id: number }>(
    sql`select nextval('users_id_seq')::integer as id from generate_series(1, ${further.length}::integer)`,
  );
  const idOf = new Map(further.map((line, index) => [line, ids[index]?.id ?? 0]));
  const placed = wanted.map((line) => ({ ...line, lineId: idOf.get(line) ?? line.userId }));
  const named = placed.filter(
    ({ isFirst, label, place, serial, mac }) => !isFirst || (label ?? place ?? serial ?? mac) !== null,
  );
  if (named.length === 0) return placed;
  await tx.execute(
    sql`insert into lines (id, account_id, label, place, ont_serial, ont_mac, created_at)
      select r."lineId", r."userId", r.label, r.place, r.serial, r.mac, ${now}
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
        as r("lineId" integer, "userId" integer, label text, place text, serial text, mac text)
      on conflict (id) do update set label = excluded.label, place = excluded.place,
        ont_serial = excluded.ont_serial, ont_mac = excluded.ont_mac`,
  );
  return placed;
}

/** Subscriptions without a paid period: what was paid for before is in the accounts of that time. */
export async function insertSubscriptions(
  tx: Transaction,
  now: Date,
  lines: readonly NewLine[],
): Promise<Map<number, string>> {
  if (lines.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; user_id: number }>(
    sql`insert into user_subscriptions
      (user_id, plan_id, status, start_date, next_renewal, anchor_day, monthly_fee, next_step_at, created_at, updated_at)
      select r."lineId", p.id, r.status, least(coalesce(r.since, ${now}), r."paidUntil"), r."paidUntil", r."anchorDay",
        p.price, ${now}, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r("lineId" integer, "planId" uuid, status text,
        since timestamptz, "paidUntil" timestamptz, "anchorDay" integer)
      join service_plans p on p.id = r."planId"
      returning id, user_id`,
  );
  return new Map(rows.map((row) => [row.user_id, row.id]));
}

/** Logins at the network; a line without one gets its own when it is synced with the network. */
export async function insertNetworkLines(tx: Transaction, now: Date, lines: readonly NewLine[]): Promise<void> {
  const withLogin = lines.filter(({ login }) => login !== null);
  if (withLogin.length === 0) return;
  await tx.execute(
    sql`insert into network_lines (user_id, username, access, download_mbps, plan_id, changed_at)
      select r."lineId", r.login, case r.status when 'active' then 'open' else 'closed' end, p.download_mbps, p.id, ${now}
      from jsonb_to_recordset(${JSON.stringify(withLogin)}::jsonb)
        as r("lineId" integer, login text, status text, "planId" uuid)
      join service_plans p on p.id = r."planId"`,
  );
}

/**
 * False when one of the lines was changed or used. Payments and invoices of a line violate a foreign
 * key.
 */
export async function removeLines(
  tx: Transaction,
  run: { readonly id: string; readonly startedAt: Date },
): Promise<boolean> {
  const { rows } = await tx.execute<{ used: boolean }>(
    sql`select exists (
      select 1 from imported_records r join user_subscriptions s on s.id = r.record_id
      where r.import_id = ${run.id} and (s.updated_at <> ${run.startedAt} or s.auto_pay
        or exists (select 1 from usage_sessions u where u.user_id = s.user_id)
        or exists (select 1 from radius_actions a where a.user_id = s.user_id))
    ) as used`,
  );
  if (rows[0]?.used !== false) return false;
  const made = sql`(select s.user_id from imported_records r join user_subscriptions s on s.id = r.record_id
    where r.import_id = ${run.id})`;
  await tx.execute(sql`delete from network_lines where user_id in ${made}`);
  const { rows: ended } = await tx.execute<{ id: number }>(
    sql`delete from user_subscriptions s using imported_records r where r.import_id = ${run.id} and s.id = r.record_id
      returning s.user_id as id`,
  );
  const ids = ended.map(({ id }) => id);
  await tx.execute(
    sql`update lines set label = null, place = null, ont_serial = null, ont_mac = null where id = account_id and id = any(${sql.param(ids)}::integer[])`,
  );
  await tx.execute(sql`delete from lines where id <> account_id and id = any(${sql.param(ids)}::integer[])`);
  return true;
}
