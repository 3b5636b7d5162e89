import type { SandboxHandle } from '@portal/sandbox/sandbox-handle';
import type pg from 'pg';
import { findViolations } from '../../apps/server/src/platform/database/find-violations.ts';

type Booked = { readonly reference: string; readonly status: string; readonly kobo: number; readonly entries: number };

const BOOKED = `select y.reference, y.status, count(e.id)::int as entries, coalesce(sum(e.amount) * 100, 0)::float8 as kobo
  from payments y left join ledger_entries e on e.payment_id = y.id and e.account = 'gateway:' || y.gateway
  where y.gateway <> 'credit' group by y.id`;

/** What every payment of the gateways is in the ledger, and whether any rule of the data is broken. */
export async function compareWithGateways(client: pg.ClientBase, sandbox: SandboxHandle): Promise<string[]> {
  const { rows } = await client.query<Booked>(BOOKED);
  const booked = new Map(rows.map((row) => [row.reference, row]));
  const paid = sandbox.transactions().filter(({ status }) => status === 'success');
  const faults = paid.flatMap(({ gateway, reference, amountKobo }) => {
    const row = booked.get(reference);
    if (row?.status === 'successful' && row.entries === 1 && row.kobo === amountKobo) return [];
    return [
      `${gateway} ${reference}: ${amountKobo} kobo paid, ${row ? `${row.kobo} booked, ${row.status}` : 'not in the ledger'}`,
    ];
  });
  const references = new Set(paid.map(({ reference }) => reference));
  const unpaid = rows.filter(({ reference, entries }) => entries > 0 && !references.has(reference));
  const violations = await findViolations(client);
  return [
    ...faults,
    ...unpaid.map(({ reference }) => `${reference} is booked and was never paid`),
    ...violations.map(({ rule, row }) => `${rule}: ${JSON.stringify(row)}`),
  ];
}
