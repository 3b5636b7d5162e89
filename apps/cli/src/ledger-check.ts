import { findViolations } from '@portal/server/platform/database/find-violations';
import pg from 'pg';
import { findRunningDatabase } from './find-running-database.ts';

const SHOWN = 20;

type Account = { readonly account: string; readonly entries: string; readonly balance: string };

async function checkLedger(client: pg.Client): Promise<boolean> {
  // One snapshot for all statements: payments continue meanwhile.
  await client.query('begin transaction isolation level repeatable read, read only');
  const { rows } = await client.query<Account>(
    'select account, count(*) as entries, sum(amount) as balance from ledger_entries group by account order by account',
  );
  const { rows: totals } = await client.query<{ transactions: string; remainder: string }>(
    'select count(distinct transaction_key) as transactions, coalesce(sum(amount), 0) as remainder from ledger_entries',
  );
  const violations = await findViolations(client);
  await client.query('rollback');
  for (const { account, entries, balance } of rows) {
    console.log(`${account.padEnd(24)} ${entries.padStart(10)} entries ${balance.padStart(18)} NGN`);
  }
  console.log(`${totals[0]?.transactions} transactions; all accounts together: ${totals[0]?.remainder} NGN`);
  for (const { rule, row } of violations.slice(0, SHOWN)) console.error(`BROKEN ${rule}: ${JSON.stringify(row)}`);
  console.log(violations.length === 0 ? 'The ledger is right.' : `The ledger is wrong: ${violations.length} rows.`);
  return violations.length === 0;
}

/**
 * Checks the ledger of a running installation, read-only: every transaction adds up to zero,
 * balances are sums, and every other rule of invariants.sql holds. Returns 1 when one is violated.
 */
export async function ledgerCheck(_args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const client = new pg.Client(findRunningDatabase(env));
  await client.connect();
  try {
    return (await checkLedger(client)) ? 0 : 1;
  } finally {
    await client.end();
  }
}
