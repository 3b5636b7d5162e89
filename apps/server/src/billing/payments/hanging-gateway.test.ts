import type { GatewayId } from '@portal/contract/billing/payments/payments';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';

const GATEWAYS = ['paystack', 'flutterwave', 'quickteller'] as const;

vi.setConfig({ testTimeout: 60_000 });

let bed: PaymentTestbed;
/** While set, Paystack hangs: its calls wait for `end`, and `isAsked` resolves with the first. */
let hanging: { readonly isCalled: PromiseWithResolvers<void>; readonly end: PromiseWithResolvers<void> } | null = null;

beforeAll(async () => {
  bed = await startPaymentTestbed({
    wrap: (gateway) => ({
      ...gateway,
      confirm: async (payment) => {
        if (gateway.id === 'paystack') hanging?.isCalled.resolve();
        if (gateway.id === 'paystack') await hanging?.end.promise;
        return gateway.confirm(payment);
      },
    }),
  });
});
beforeEach(() => {
  bed.sandbox.clearFaults();
  bed.sandbox.clearRequests();
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

async function statusOf(reference: string) {
  const [row] = await bed.rows('select status from payments where reference = $1', [reference]);
  return row?.status;
}
async function openAndPay(gateway: GatewayId): Promise<string> {
  const reference = await bed.open(await bed.createCustomer(), gateway);
  bed.sandbox.decide(reference, 'approve');
  return reference;
}
async function makeDue(...references: string[]) {
  await bed.rows("update payments set next_check_at = now() - interval '1 second' where reference = any($1)", [
    references,
  ]);
}
function loseWebhooks() {
  for (const gateway of GATEWAYS) bed.sandbox.addFault({ gateway, operation: 'webhook', mode: 'lose' });
}

describe('a gateway that hangs', () => {
  const BACKLOG = 12;
  let references: string[] = [];
  const questions = () => bed.sandbox.requests({ gateway: 'quickteller', operation: 'verify' }).length;
  const paid = async () => (await Promise.all(references.map(statusOf))).filter((status) => status === 'successful');

  it.each([
    ['the poll', () => bed.jobs.pollPendingPayments()],
    ['the webhook worker', () => bed.jobs.processWebhooks()],
  ])(
    'is queried by %s about ten payments in a round, not about all that are due, and about the others in the next',
    async (who, work) => {
      if (who === 'the poll') loseWebhooks();
      references = [];
      for (let count = 0; count < BACKLOG; count++) references.push(await openAndPay('quickteller'));
      await makeDue(...references);
      await bed.sandbox.webhooksSettled();
      bed.sandbox.addFault({ gateway: 'quickteller', operation: 'verify', mode: 'error' });
      expect(await work()).toBe(10);
      expect(questions()).toBe(10);
      bed.sandbox.clearFaults();
      expect(await work()).toBe(BACKLOG - 10);
      expect(await paid()).toHaveLength(BACKLOG - 10);
    },
  );
});

describe('while one gateway hangs', () => {
  beforeAll(async () => {
    // Reconciliation is not under test here: it has just run.
    await bed.jobs.reconcileWithGateways();
    bed.startJobs();
  });
  beforeEach(() => {
    hanging = { isCalled: Promise.withResolvers(), end: Promise.withResolvers() };
  });
  afterEach(() => {
    hanging?.end.resolve();
    hanging = null;
  });

  it('a customer who paid at another is connected as soon as its webhook arrives', async () => {
    const stuck = await openAndPay('paystack');
    await hanging?.isCalled.promise;
    const paid = await openAndPay('flutterwave');
    await vi.waitFor(async () => expect(await statusOf(paid)).toBe('successful'), 20_000);
    expect(await statusOf(stuck)).toBe('pending');
    hanging?.end.resolve();
    await vi.waitFor(async () => expect(await statusOf(stuck)).toBe('successful'), 20_000);
  });

  it('a customer who paid at another, whose webhook was lost, is connected by the next poll, and the ledger is compared', async () => {
    loseWebhooks();
    const stuck = await openAndPay('paystack');
    await makeDue(stuck);
    bed.wakeJobs();
    await hanging?.isCalled.promise;
    const paid = await openAndPay('quickteller');
    await makeDue(paid);
    await bed.rows(
      "update gateway_reconciliations set next_at = now(), reconciled_until = null where gateway = 'flutterwave'",
    );
    bed.wakeJobs();
    await vi.waitFor(async () => expect(await statusOf(paid)).toBe('successful'), 20_000);
    await vi.waitFor(async () => {
      const compared = await bed.rows('select gateway from gateway_reconciliations where reconciled_until is not null');
      expect(compared).toContainEqual({ gateway: 'flutterwave' });
    }, 20_000);
    expect(await statusOf(stuck)).toBe('pending');
    hanging?.end.resolve();
    await vi.waitFor(async () => expect(await statusOf(stuck)).toBe('successful'), 20_000);
  });
});
