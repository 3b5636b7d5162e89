import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../portal/seed-bench-data.ts';
import { lastInvoiceNumber } from '../portal/seed-due-lines.ts';
import type { Installation } from './installation.ts';

/** Everybody's month ends on some day of it. */
const DAYS = 30;

export type Renewals = { readonly lines: number; readonly invoices: number; readonly seconds: number };

/** The invoices of one day's share of all customers: from when they are due until all are issued. */
export async function measureRenewals({ database }: Installation, customers: number): Promise<Renewals> {
  const lines = Math.ceil(customers / DAYS);
  return withClient(database, async (client) => {
    const before = await lastInvoiceNumber(client);
    const since = performance.now();
    await client.query(
      `update user_subscriptions set next_renewal = now() + interval '6 days', next_step_at = now()
       where user_id in (select user_id from user_subscriptions where next_step_at is null order by user_id limit $1)`,
      [lines],
    );
    while ((await lastInvoiceNumber(client)) < before + lines) await sleep(250);
    const seconds = (performance.now() - since) / 1000;
    const { rows } = await client.query<{ count: number }>(
      "select count(distinct subscription_id)::int as count from invoices where status = 'open' and sequence > $1",
      [before],
    );
    return { lines, invoices: rows[0]?.count ?? 0, seconds };
  });
}
