import { expect, vi } from 'vitest';
import { pollRefunds } from '../../billing/refunds/poll-refunds.ts';
import type { PaymentTestbed } from './payment-testbed.ts';

/** Lets the gateway process refunds, and polls them as the job does, until none is under way. */
export async function settleRefunds(bed: PaymentTestbed): Promise<void> {
  await vi.waitFor(
    async () => {
      bed.wait(120_000);
      await pollRefunds(bed.deps);
      expect(await bed.rows('select 1 from refunds where next_check_at is not null')).toEqual([]);
    },
    { timeout: 15_000, interval: 100 },
  );
}
