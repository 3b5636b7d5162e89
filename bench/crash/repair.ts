import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxHandle } from '@portal/sandbox/sandbox-handle';
import type pg from 'pg';

const RECONCILE_ROUNDS = 2;
const ROUND_WITHIN_MS = 20_000;
const NOTICES_WITHIN_MS = 20_000;
const POLL_MS = 200;

/** Simulates the passing of a poll interval: every time of a next poll or attempt is set to now. */
const LET_TIME_PASS = [
  'update payments set next_check_at = now() where next_check_at is not null',
  'update virtual_account_requests set next_attempt_at = now() where next_attempt_at is not null',
  "update webhook_events set next_attempt_at = now() where status = 'stored'",
];

/** The open work of the poll and the webhook worker for money that has moved. */
const OPEN_WORK = `
  select (select count(*) from payments where reference = any($1) and status <> 'successful')::int as payments,
         (select count(*) from webhook_events where status = 'stored')::int as webhooks`;

/**
 * Lets the portal reconcile by itself: waits for the webhooks, and for two polls of pending
 * payments. Resolves when nothing is left to do, or when the two polls are over; the checks then
 * find what is still open. Returns how many polls it took.
 */
export async function letPortalRepair(client: pg.Client, sandbox: SandboxHandle): Promise<number> {
  await Promise.race([sandbox.webhooksSettled(), sleep(NOTICES_WITHIN_MS)]);
  for (let round = 1; round <= RECONCILE_ROUNDS; round++) {
    for (const statement of LET_TIME_PASS) await client.query(statement);
    if (await isDone(client, sandbox)) return round;
  }
  return RECONCILE_ROUNDS;
}

async function isDone(client: pg.Client, sandbox: SandboxHandle): Promise<boolean> {
  const giveUpAt = performance.now() + ROUND_WITHIN_MS;
  while (performance.now() < giveUpAt) {
    const transactions = sandbox.transactions();
    const paid = transactions.filter(({ status }) => status === 'success').map(({ reference }) => reference);
    const { rows } = await client.query<{ payments: number; webhooks: number }>(OPEN_WORK, [paid]);
    const isTransferUnderWay = transactions.some(({ status }) => status === 'pending');
    if (!isTransferUnderWay && rows[0]?.payments === 0 && rows[0].webhooks === 0) return true;
    await sleep(POLL_MS);
  }
  return false;
}
