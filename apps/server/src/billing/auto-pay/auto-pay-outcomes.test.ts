import type { FaultBoard } from '@portal/sandbox/faults';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type AutoPayTestbed, startAutoPayTestbed } from '../../testing/billing/auto-pay-testbed.ts';
import { runDueCharges } from './run-due-charges.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let bed: AutoPayTestbed;
beforeAll(async () => {
  bed = await startAutoPayTestbed();
});
afterAll(() => bed.close());

type Fault = Parameters<FaultBoard['add']>[0];
/** The possible outcomes of an attempt. */
const LUCK: readonly (Pick<Fault, 'mode'> & Partial<Fault>)[] = [
  { mode: 'decline', reason: 'Insufficient Funds' },
  { mode: 'drop', when: 'before' },
  { mode: 'drop', when: 'after' },
  { mode: 'error', when: 'after', status: 503 },
  { mode: 'wrong-json', when: 'after' },
  { mode: 'challenge' },
];

it('whatever the outcome of the attempts, no month is charged twice and every card payment is in the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...LUCK), { maxLength: 3 }),
      fc.constantFrom('paystack' as const, 'flutterwave' as const),
      fc.boolean(),
      async (faults, gateway, loses) => {
        bed.sandbox.clearFaults();
        await bed.rows('update user_subscriptions set next_step_at = null');
        const who = await bed.createPayer(gateway);
        for (const fault of faults) bed.sandbox.addFault({ gateway, operation: 'charge', times: 1, ...fault });
        if (loses) bed.sandbox.addFault({ gateway, operation: 'webhook', mode: 'lose' });
        await bed.liveUntilRenewal(who, 1);
        await Promise.all([bed.renew(), runDueCharges(bed.renewals), runDueCharges(bed.renewals)]);
        await bed.liveOn(3 * 24);
        const taken = bed.sandbox
          .transactions()
          .filter(({ email, chargedKobo }) => email === who.email && chargedKobo > 0);
        const [ledger] = await bed.rows(
          "select count(*)::int as paid, max(paid_periods) as periods from payments p join user_subscriptions s on s.id = p.subscription_id where p.user_id = $1 and p.status = 'successful'",
          [who.id],
        );
        expect(ledger).toEqual({ paid: taken.length, periods: taken.length });
        expect(taken.length).toBeLessThanOrEqual(2);
        expect(await bed.violations()).toEqual([]);
      },
    ),
    { numRuns: process.env.FULL_TESTS ? 40 : 5, seed: 2026 },
  );
});
