import { lagosDate } from '@portal/kernel/calendar';
import type { FaultBoard } from '@portal/sandbox/faults';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type MandateTestbed, startMandateTestbed } from '../../testing/billing/mandate-testbed.ts';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { runDueCharges } from './run-due-charges.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let bed: MandateTestbed;
beforeAll(async () => {
  bed = await startMandateTestbed();
});
afterAll(() => bed.close());

type Fault = Parameters<FaultBoard['add']>[0];
type Luck = Pick<Fault, 'mode'> & Partial<Fault>;
/** What an attempt comes to; without a fault it is paid. */
const LUCK: readonly (Luck | null)[] = [
  null,
  { mode: 'decline', reason: 'Insufficient Funds' },
  { mode: 'decline', reason: 'Mandate is not active' },
  { mode: 'stall' },
  { mode: 'drop', when: 'before' },
  { mode: 'drop', when: 'after' },
  { mode: 'error', when: 'after', status: 503 },
  { mode: 'challenge' },
];

/** What happens between two looks of the jobs. */
const EVENTS = [
  'nothing',
  'two at once',
  'killed',
  'pause',
  'resume',
  'other first',
  'agrees again',
  'debits paid',
  'debits declined',
] as const;

const step = fc.record({
  hours: fc.constantFrom(1, 2, 4, 7, 12, 23, 30),
  // Whoever agrees again after a decline would be charged at once, were it not for the day.
  event: fc.oneof(
    { weight: 1, arbitrary: fc.constant('agrees again' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...EVENTS) },
  ),
  // Declines leave the most to do.
  luck: fc.oneof({ weight: 2, arbitrary: fc.constant(LUCK[1] ?? null) }, fc.constantFrom(...LUCK)),
});

/** The debits that no bank has decided yet. */
function decideDebits(who: Customer, isPaid: boolean): void {
  for (const { reference, email, status } of bed.sandbox.transactions()) {
    if (email === who.email && status === 'pending') bed.sandbox.decideDebit(reference, isPaid, 'Insufficient Funds');
  }
}

async function happen(who: Customer, event: (typeof EVENTS)[number]): Promise<void> {
  const { methods = [] } = await bed.view(who);
  const [first] = methods;
  switch (event) {
    case 'two at once':
      await Promise.all([bed.renew(), bed.renew(), runDueCharges(bed.renewals), runDueCharges(bed.renewals)]);
      return;
    case 'killed':
      // Charges are planned, and the process is gone before it sends them.
      await bed.renew();
      return;
    case 'pause':
    case 'resume':
      if (first) await who.browser.put(`/api/user/payment-methods/${first.id}/pause`, { isPaused: event === 'pause' });
      return;
    case 'other first':
      await who.browser.put('/api/user/auto-pay/preferences', {
        chargeFirst: first?.kind === 'card' ? 'mandate' : 'card',
        salaryDay: null,
      });
      return;
    case 'agrees again':
      await who.browser.delete('/api/user/auto-pay');
      if (first) await bed.call(who, 'POST', '/api/user/auto-pay', { card: first.id, agreed: true });
      return;
    case 'debits paid':
    case 'debits declined':
      decideDebits(who, event === 'debits paid');
      return;
    default:
  }
}

/** The charges that reached the gateway, by the month that they were for and the day in Lagos on which they did. */
async function countSentOnOneDay(who: Customer): Promise<number> {
  const rows = await bed.rows('select reference, period_number from payments where user_id = $1', [who.id]);
  const monthOf = new Map(rows.map((row) => [String(row.reference), String(row.period_number)]));
  const sent = new Map<string, Set<string>>();
  for (const { at, reference, body } of bed.sandbox.requests({ gateway: 'paystack', operation: 'charge' })) {
    if ((body as { email: string }).email !== who.email) continue;
    const key = `${monthOf.get(String(reference))}:${lagosDate(new Date(at))}`;
    sent.set(key, (sent.get(key) ?? new Set()).add(String(reference)));
  }
  return Math.max(0, ...[...sent.values()].map((references) => references.size));
}

it('whatever banks, processes and the customer do, no bill is charged twice on one day, or while an attempt is not decided', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 16 }),
      fc.option(fc.constantFrom<number | 'last-working-day'>(1, 5, 15, 28, 31, 'last-working-day')),
      async (steps, salaryDay) => {
        bed.sandbox.clearFaults();
        await bed.rows('update user_subscriptions set next_step_at = null');
        await bed.rows('update payments set charge_due_at = null, next_check_at = null');
        const who = await bed.createPayer();
        await bed.giveMandate(who);
        await who.browser.put('/api/user/auto-pay/preferences', { chargeFirst: 'mandate', salaryDay });
        await bed.liveUntilRenewal(who, -12);
        for (const { hours, event, luck } of steps) {
          bed.sandbox.clearFaults();
          if (luck) bed.sandbox.addFault({ gateway: 'paystack', operation: 'charge', times: 1, ...luck });
          bed.wait(hours * 3_600_000);
          await happen(who, event);
          if (event === 'killed') continue;
          await bed.renew();
          await runDueCharges(bed.renewals);
          await bed.quiet();
          await bed.jobs.pollPendingPayments();
          expect(await countSentOnOneDay(who)).toBeLessThanOrEqual(1);
          expect(await bed.violations()).toEqual([]);
        }
        bed.sandbox.clearFaults();
        decideDebits(who, true);
        await bed.quiet();
        await bed.live(6);
        expect(await countSentOnOneDay(who)).toBeLessThanOrEqual(1);
        const taken = bed.sandbox
          .transactions()
          .filter(({ email, chargedKobo }) => email === who.email && chargedKobo > 0);
        const [ledger] = await bed.rows(
          "select count(*)::int as paid from payments where user_id = $1 and status = 'successful'",
          [who.id],
        );
        expect(ledger).toEqual({ paid: taken.length });
        expect(await bed.violations()).toEqual([]);
      },
    ),
    { numRuns: process.env.FULL_TESTS ? 40 : 5, seed: 2026 },
  );
});
