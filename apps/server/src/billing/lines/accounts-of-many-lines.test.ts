import { toKobo } from '@portal/kernel/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { acts, type Customer } from '../../testing/billing/simulation/billing-simulation-actions.ts';
import {
  type BillingTestbed,
  startBillingTestbed,
} from '../../testing/billing/simulation/billing-simulation-testbed.ts';

const ACCOUNTS = 6;
const ROUNDS = 6;
const MOST_LINES = 20;
const DAY_MS = 24 * 3_600_000;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let bed: BillingTestbed;
beforeAll(async () => {
  bed = await startBillingTestbed(3);
});
afterAll(() => bed.close());

const KINDS = ['pay', 'pay', 'pay too much', 'pause', 'come back', 'leave', 'stay'] as const;
const act = fc.record({
  kind: fc.constantFrom(...KINDS),
  line: fc.nat(),
  overpaid: fc.integer({ min: 1, max: 90_000 }),
});
const scenario = fc.record({
  lines: fc.integer({ min: 1, max: MOST_LINES }),
  rounds: fc.array(fc.record({ acts: fc.array(act, { maxLength: 8 }), days: fc.integer({ min: 0, max: 45 }) }), {
    minLength: ROUNDS,
    maxLength: ROUNDS,
  }),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

type Line = {
  readonly line: number;
  readonly status: string;
  readonly until: string;
  readonly months: number;
  readonly isDue: boolean;
};

/** The lines of an account as the portal has them, the oldest first. */
async function readLines(accountId: number, now: Date): Promise<Line[]> {
  const { rows } = await bed.pool.query<Line>(
    `select l.id as line, coalesce(s.status, 'none') as status, coalesce(s.next_renewal::text, '') as until,
       (select count(*)::int from subscription_periods p join user_subscriptions o on o.id = p.subscription_id where o.user_id = l.id) as months,
       coalesce(s.status = 'active' and s.next_renewal <= $2 and s.cancel_requested_at is null, false) as "isDue"
     from lines l left join user_subscriptions s on s.user_id = l.id and s.status <> 'cancelled'
     where l.account_id = $1 order by l.id`,
    [accountId, now],
  );
  return rows;
}

async function readCredit(accountId: number): Promise<number> {
  const { rows } = await bed.pool.query<{ kobo: number }>(
    'select (balance * 100)::int as kobo from credit_balances where user_id = $1',
    [accountId],
  );
  return rows[0]?.kobo ?? 0;
}

/** An account with so many lines, each as somebody who acts on it. */
async function openAccount(lines: number): Promise<Customer[]> {
  const [first] = await bed.newCustomers([null]);
  if (!first) throw new Error('no customer');
  const { rows } = await bed.pool.query<{ id: number }>(
    "insert into lines (id, account_id) select nextval('users_id_seq'), $1 from generate_series(2, $2) returning id",
    [first.id, lines],
  );
  return [first, ...rows.map(({ id }) => ({ ...first, lineId: id }))];
}

const total = (lines: readonly Line[]) => lines.reduce((sum, { months }) => sum + months, 0);

/** Does it, and returns the credit that the account has then. */
async function perform(who: Customer, { kind, overpaid }: Act, creditKobo: number): Promise<number> {
  const plan = bed.plans[0];
  if (!plan) throw new Error('no plan');
  const worker = bed.worker();
  const usedKobo = Math.min(plan.price, creditKobo);
  switch (kind) {
    case 'pause':
      await acts.pause(worker, who, 10);
      return creditKobo;
    case 'come back':
      await acts.comeBack(worker, who);
      return creditKobo;
    case 'leave':
      await acts.leave(worker, who);
      return creditKobo;
    case 'stay':
      await acts.stay(worker, who);
      return creditKobo;
    default: {
      const order = { amountKobo: toKobo(plan.price - usedKobo), planId: plan.id, purpose: 'period' } as const;
      if (order.amountKobo === 0) {
        await acts.payFromCredit(worker, who, order);
        return creditKobo - plan.price;
      }
      const reference = await acts.open(worker, who, order);
      const overpaidKobo = kind === 'pay too much' ? overpaid * 100 : 0;
      if (overpaidKobo > 0) bed.payTooMuch(reference, overpaidKobo);
      await acts.settle(worker, reference);
      return creditKobo - usedKobo + overpaidKobo;
    }
  }
}

it('whatever happens to one line changes no other; the credit they share is spent once, and on what is due', async () => {
  const [price = 0] = bed.plans.map((plan) => plan.price);
  await fc.assert(
    fc.asyncProperty(scenario, async ({ lines: count, rounds }) => {
      const people = await openAccount(count);
      const [{ id }] = people as [Customer];
      let credit = 0;
      for (const { acts: steps, days } of rounds) {
        for (const step of steps) {
          const now = bed.tick();
          const who = people[step.line % count] as Customer;
          const before = await readLines(id, now);
          credit = await perform(who, step, credit);
          const after = await readLines(id, now);
          const others = (all: readonly Line[]) => all.filter(({ line }) => line !== who.lineId);
          expect(others(after)).toEqual(others(before));
          expect(total(after) - total(before)).toBe(step.kind.startsWith('pay') ? 1 : 0);
          expect(await readCredit(id)).toBe(credit);
        }
        const now = bed.tick(days * DAY_MS);
        const before = await readLines(id, now);
        await bed.runJobs(null);
        const after = await readLines(id, now);
        credit -= (total(after) - total(before)) * price;
        expect(await readCredit(id)).toBe(credit);
        expect(credit).toBeGreaterThanOrEqual(0);
        if (after.some(({ isDue }) => isDue)) expect(credit).toBeLessThan(price);
      }
      // The next account's jobs must not find what is left due here.
      await bed.pool.query('update user_subscriptions set next_step_at = null where user_id = any($1)', [
        people.map(({ lineId }) => lineId),
      ]);
      expect(await bed.violations()).toEqual([]);
    }),
    { numRuns: ACCOUNTS, seed: 20_261_126 },
  );
});
