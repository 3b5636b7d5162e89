import { expect, vi } from 'vitest';
import { createRefundDependencies } from '../billing/refunds/create-refund-dependencies.ts';
import { pollRefunds } from '../billing/refunds/poll-refunds.ts';
import { findUsedOf } from '../network/index.ts';
import type { PaymentTestbed } from './payment-testbed.ts';

/** Lets the gateway work refunds off, and asks as the job does, until none is under way. */
export async function settleRefunds(bed: PaymentTestbed): Promise<void> {
  const config = { refundApprovalAboveNaira: 50_000 };
  const parts = createRefundDependencies(bed.parts, { config, findUsedOf });
  await vi.waitFor(
    async () => {
      bed.wait(120_000);
      await pollRefunds(parts);
      expect(await bed.rows('select 1 from refunds where next_check_at is not null')).toEqual([]);
    },
    { timeout: 15_000, interval: 100 },
  );
}
