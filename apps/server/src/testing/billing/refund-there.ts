import type { Kobo } from '@portal/kernel/money';
import { expect, vi } from 'vitest';
import type { PaymentTestbed } from './payment-testbed.ts';

const refundedOutside = (bed: PaymentTestbed, reference: string): number =>
  bed.sandbox.transactions().find((entry) => entry.reference === reference)?.reversedKobo ?? 0;

/** What somebody asks for on the gateway's own dashboard, past the portal. */
export async function askRefundThere(bed: PaymentTestbed, reference: string, amountKobo: Kobo): Promise<void> {
  const [row] = await bed.rows('select gateway, gateway_reference as number from payments where reference = $1', [
    reference,
  ]);
  const gateway = bed.deps.gateways.find(({ id }) => id === row?.gateway);
  const order = { reference: 'ON THE DASHBOARD', paymentReference: reference, amountKobo, webhooks: [] };
  const state = await gateway?.refund({ ...order, gatewayReference: String(row?.number) });
  expect(state?.kind).toBe('pending');
}

/** The same, until the gateway has sent it and its webhooks are processed. */
export async function refundThere(bed: PaymentTestbed, reference: string, amountKobo: Kobo): Promise<void> {
  const before = refundedOutside(bed, reference);
  await askRefundThere(bed, reference, amountKobo);
  await vi.waitFor(() => expect(refundedOutside(bed, reference)).toBe(before + amountKobo), { timeout: 10_000 });
  await bed.quiet();
}
