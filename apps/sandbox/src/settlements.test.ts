import { expect, test } from 'vitest';
import { openPaystack, PAYSTACK_KEY, startTestbed, type Testbed } from './testing/sandbox-testbed.ts';

const listed = async (bed: Testbed) =>
  (await bed.call('GET', '/paystack/settlement', { key: PAYSTACK_KEY })).json.data as Record<string, unknown>[];

test('what a gateway holds is paid out once by the control call, and changes when that is told to', async () => {
  await using bed = await startTestbed();
  await openPaystack(bed, 'PPAID');
  await openPaystack(bed, 'POPEN');
  bed.handle.decide('PPAID', 'approve');
  const wrong = await bed.call('POST', '/control/settlements', { json: { gateway: 'stripe' } });
  expect(wrong.status).toBe(400);
  const settled = await bed.call('POST', '/control/settlements', { json: { gateway: 'paystack', status: 'pending' } });
  const { number } = settled.json;
  expect(await listed(bed)).toMatchObject([
    { id: number, status: 'pending', total_processed: 2_500_000, total_fees: 47_500, effective_amount: 2_452_500 },
  ]);
  const path = `/paystack/settlement/${number}/transactions`;
  const { json } = await bed.call('GET', path, { key: PAYSTACK_KEY });
  expect(json.data).toMatchObject([{ reference: 'PPAID', amount: 2_500_000, fees: 47_500 }]);
  const changed = bed.handle.changeSettlement(number, { status: 'paid' });
  expect(changed?.status).toBe('paid');
  expect(bed.handle.changeSettlement(1, { status: 'paid' })).toBeNull();
  expect(bed.handle.settle({ gateway: 'paystack' }).payments).toEqual([]);
});

test('a merchant without the right key sees no settlements', async () => {
  await using bed = await startTestbed();
  expect((await bed.call('GET', '/paystack/settlement')).status).toBe(401);
  expect((await bed.call('GET', '/flutterwave/v3/settlements')).status).toBe(401);
});

test('where it pays out daily, what was paid before today is in a settlement of today, once', async () => {
  let now = new Date('2026-11-29T12:00:00Z');
  await using bed = await startTestbed({ clock: () => now, settlesDaily: true });
  await openPaystack(bed, 'PFIRST');
  bed.handle.decide('PFIRST', 'approve');
  expect(await listed(bed)).toEqual([]);
  now = new Date('2026-11-30T06:00:00Z');
  await openPaystack(bed, 'PLATER');
  bed.handle.decide('PLATER', 'approve');
  for (let asked = 0; asked < 2; asked++) {
    expect(await listed(bed)).toMatchObject([
      { status: 'success', settlement_date: '2026-11-30T00:00:00.000Z', total_processed: 2_500_000 },
    ]);
  }
});
