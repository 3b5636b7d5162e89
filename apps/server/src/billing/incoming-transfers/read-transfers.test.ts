import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { intakeOf, openNumber } from '../../testing/billing/open-number.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { readTransfers } from './read-transfers.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
});
beforeEach(() => bed.sandbox.clearFaults());
afterAll(async () => {
  expect(await bed.violations()).toEqual([]);
  await bed.close();
});

/** The reading of a night, at one of the providers. */
async function readList(provider: 'paystack' | 'monnify' | 'flutterwave'): Promise<void> {
  await bed.rows("update transfer_readings set next_at = '2026-01-01'");
  await readTransfers(bed.deps, intakeOf(bed, provider));
}
const creditOf = async (who: Customer) => (await bed.call(who, 'GET', '/api/user/credit')).body.balance;
const statusesOf = (payer: string) => bed.rows('select status from incoming_transfers where payer_name = $1', [payer]);

describe('one transfer that cannot be read', () => {
  it('does not keep the others of the list from their customers, and comes with a later list', async () => {
    const { customer, accountNumber } = await openNumber(bed, 'monnify');
    bed.sandbox.addFault({ gateway: 'monnify', operation: 'webhook', mode: 'lose' });
    const send = (naira: number) =>
      bed.sandbox.transfer({ accountNumber, amountKobo: naira * 100, senderName: 'BISI ADE' });
    const [, doubtful] = [send(1000), send(200), send(3000)];
    bed.sandbox.addFault({
      gateway: 'monnify',
      operation: 'verify',
      mode: 'error',
      ...(doubtful && { reference: doubtful.reference }),
    });
    await readList('monnify');
    expect(await creditOf(customer)).toBe(4000);
    bed.sandbox.clearFaults();
    await readList('monnify');
    expect(await creditOf(customer)).toBe(4200);
  });

  it('does not either where it has a form that we cannot store', async () => {
    const { customer, accountNumber } = await openNumber(bed, 'flutterwave');
    bed.sandbox.addFault({ gateway: 'flutterwave', operation: 'webhook', mode: 'lose' });
    const sent = { accountNumber, senderName: 'BISI ADE' };
    for (const currency of ['NGN', 'COWRIES', 'NGN']) bed.sandbox.transfer({ ...sent, amountKobo: 100_000, currency });
    await readList('flutterwave');
    expect(await creditOf(customer)).toBe(2000);
  });
});

it('a provider that answers nothing is asked about a few transfers alone, and again an hour later', async () => {
  const { customer, accountNumber } = await openNumber(bed, 'monnify');
  bed.sandbox.addFault({ gateway: 'monnify', operation: 'webhook', mode: 'lose' });
  for (let n = 0; n < 6; n++) bed.sandbox.transfer({ accountNumber, amountKobo: 100_000, senderName: 'MANY MORE' });
  bed.sandbox.addFault({ gateway: 'monnify', operation: 'verify', mode: 'error' });
  bed.sandbox.clearRequests();
  await readList('monnify');
  expect(bed.sandbox.requests({ operation: 'verify' }).length).toBeLessThan(6);
  bed.sandbox.clearFaults();
  bed.wait(61 * 60_000);
  await readTransfers(bed.deps, intakeOf(bed, 'monnify'));
  expect(await creditOf(customer)).toBe(6000);
});

describe('a transfer that went back, of which no webhook has told', () => {
  async function takeBack(reference: string): Promise<void> {
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'webhook', mode: 'lose' });
    bed.sandbox.dispute(reference, 'resolve');
    await readList('paystack');
  }

  it('takes back what it had paid', async () => {
    const { customer, accountNumber } = await openNumber(bed, 'paystack');
    const sent = bed.sandbox.transfer({ accountNumber, amountKobo: 200_000, senderName: 'BACK BY LIST' });
    await bed.quiet();
    expect(await creditOf(customer)).toBe(2000);
    await takeBack(sent.reference);
    expect(await creditOf(customer)).toBe(0);
    expect(await statusesOf('BACK BY LIST')).toEqual([{ status: 'reversed' }]);
  });

  it('waits for no colleague any more', async () => {
    const sent = bed.sandbox.transfer({
      accountNumber: '1234509876',
      amountKobo: 9_000_000,
      senderName: 'BACK MEANWHILE',
    });
    await bed.quiet();
    const [{ id }] = (await bed.call(staff, 'GET', '/api/staff/incoming-transfers?status=waiting&limit=1')).body;
    await bed.call(staff, 'POST', `/api/staff/incoming-transfers/${id}/return`, { note: 'Not ours' });
    expect(await statusesOf('BACK MEANWHILE')).toEqual([{ status: 'returning' }]);
    await takeBack(sent.reference);
    expect(await statusesOf('BACK MEANWHILE')).toEqual([{ status: 'reversed' }]);
  });
});
