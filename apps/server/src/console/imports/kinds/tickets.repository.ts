import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { ImportedTicket } from './read-ticket.policy.ts';

/** The ids of the new tickets by row. */
export async function insertTickets(
  tx: Transaction,
  { id, now }: { readonly id: string; readonly now: Date },
  tickets: readonly (ImportedTicket & { readonly row: number; readonly userId: number })[],
): Promise<Map<number, string>> {
  if (tickets.length === 0) return new Map();
  const prefix = `import:${id}:`;
  const { rows } = await tx.execute<{ id: string; row: number }>(
    sql`insert into support_tickets
      (user_id, subject, description, category, priority, status, source, resolved_at, closed_at, created_at, updated_at)
      select r."userId", r.subject, r.description, r.category, r.priority, r.status, ${prefix} || r.row,
        case when r.status in ('resolved', 'closed') then ${now}::timestamptz end,
        case when r.status = 'closed' then ${now}::timestamptz end, coalesce(r."createdAt", ${now}), ${now}
      from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb) as r(row integer, "userId" integer, subject text,
        description text, category text, priority text, status text, "createdAt" timestamptz)
      order by r.row
      returning id, substr(source, ${prefix.length + 1}::integer)::integer as row`,
  );
  return new Map(rows.map(({ id: ticketId, row }) => [row, ticketId]));
}

/** False when one of the tickets was changed; replies to it violate a foreign key. */
export async function removeTickets(
  tx: Transaction,
  run: { readonly id: string; readonly startedAt: Date },
): Promise<boolean> {
  const { rows } = await tx.execute<{ used: boolean }>(
    sql`select exists (
      select 1 from imported_records r join support_tickets t on t.id = r.record_id
      where r.import_id = ${run.id} and t.updated_at <> ${run.startedAt}
    ) as used`,
  );
  if (rows[0]?.used !== false) return false;
  await tx.execute(
    sql`delete from support_tickets t using imported_records r where r.import_id = ${run.id} and t.id = r.record_id`,
  );
  return true;
}
