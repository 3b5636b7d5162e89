import { DAY_MS } from '@portal/kernel/calendar';
import { toKobo } from '@portal/kernel/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as model from '../../testing/billing-life-model.ts';
import { type BillingLife, startBillingLife } from '../../testing/billing-life-testbed.ts';

/** More on demand: raise it here. */
const HISTORIES = 200;
const GRACE_DAYS = 3;

vi.setConfig({ testTimeout: 900_000, hookTimeout: 60_000 });

let bed: BillingLife;
beforeAll(async () => {
  bed = await startBillingLife(GRACE_DAYS);
});
afterAll(() => bed.close());

const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 45 }) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pay' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pay twice' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('open' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('arrive late' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stay' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause' as const), days: fc.integer({ min: 7, max: 90 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('come back' as const) }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** A payment that the customer has begun and not finished. */
type Late = { readonly opened: model.OpenPayment; readonly reference: string };

type Customer = Awaited<ReturnType<BillingLife['newCustomer']>>;

/** Does the same in the model and in the portal; returns the payment that is under way afterwards. */
async function perform(
  step: Act,
  life: model.LifeModel,
  customer: Customer,
  late: Late | null,
  now: Date,
): Promise<Late | null> {
  switch (step.kind) {
    case 'wait':
      model.pass(life, bed.tick(step.days * DAY_MS), GRACE_DAYS);
      await bed.runJobs();
      break;
    case 'pay':
      model.receive(life, model.openPayment(life), now);
      await customer.pay();
      break;
    case 'pay twice': {
      if (life.credit >= life.price) break;
      const opened = model.openPayment(life);
      model.receive(life, opened, now);
      model.receive(life, opened, now);
      await customer.payTwice(toKobo(opened.amount));
      break;
    }
    case 'open': {
      if (late || life.credit >= life.price) break;
      const opened = model.openPayment(life);
      return { opened, reference: await customer.open(toKobo(opened.amount)) };
    }
    case 'arrive late':
      if (!late) break;
      model.receive(life, late.opened, now);
      await customer.settle(late.reference);
      return null;
    case 'leave':
      model.leave(life, now);
      await customer.leave();
      break;
    case 'stay':
      model.stay(life);
      await customer.stay();
      break;
    case 'pause':
      model.pause(life, step.days, now);
      await customer.pause(step.days);
      break;
    case 'come back':
      model.comeBack(life, now);
      await customer.comeBack();
      break;
  }
  return late;
}

async function live(acts: readonly Act[]): Promise<void> {
  const customer = await bed.newCustomer();
  const life = model.newLife(bed.priceKobo);
  let late: Late | null = null;
  for (const step of acts) {
    const now = bed.tick();
    model.pass(life, now, GRACE_DAYS);
    await bed.runJobs();
    late = await perform(step, life, customer, late, now);
    const { status, end, paidMonths, credit } = life;
    const isOpen = status !== 'none';
    expect(await customer.state(), JSON.stringify(step)).toEqual({
      status: isOpen ? status : null,
      end: isOpen && status !== 'pending' ? end.toISOString() : null,
      paidMonths: isOpen ? paidMonths : null,
      credit,
    });
  }
  await customer.rest();
}

it(`is as a simple model says in ${HISTORIES} lives of many months, with two workers, late money and leaps of the clock`, async () => {
  await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 16 }), live), {
    numRuns: HISTORIES,
    endOnFailure: true,
  });
  expect(await bed.violations()).toEqual([]);
});
