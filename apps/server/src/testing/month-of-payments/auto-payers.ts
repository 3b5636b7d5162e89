import { MANDATE_BANKS } from '@portal/sandbox/mandate';
import type { MonthTestbed } from './month-testbed.ts';
import type { Payer } from './payer.ts';

const BANKS = Object.keys(MANDATE_BANKS);
const APPROVALS = ['approve', 'approve', 'approve', 'approve', 'approve-without-money', 'decline', 'leave'] as const;
/** Hours until the bank activates an approved mandate; null: it never does. */
const ACTIVATIONS = [0, 0, 30, 90, null] as const;
const DAY_HOURS = 24;

/** Pays the first month by card, which is saved where Auto-Pay is agreed to. */
async function payFirstMonth(bed: MonthTestbed, payer: Payer, keep: boolean): Promise<void> {
  const { who, planId } = payer;
  const quote = await bed.accepted(who, 'GET', `/api/user/payment-quote?plan=${planId}`);
  const order = { amount: quote.total, email: who.email, plan: planId, autoPay: keep };
  const { data } = await bed.accepted(who, 'POST', '/api/payment/paystack/initialize', order);
  const { reference } = data;
  bed.sandbox.decide(reference, 'approve');
  bed.expected.add({ payer, way: 'checkout', gateway: 'paystack', kobo: Math.round(quote.total * 100), reference });
  await bed.accepted(who, 'POST', '/api/payment/verify', { gateway: 'paystack', reference });
}

/** Agrees to a bank mandate, which the bank activates soon, late or never, and which some revoke at the bank. */
async function agreeToMandate(bed: MonthTestbed, { who }: Payer): Promise<void> {
  const number = String(bed.naira(1_000_000_000, 9_999_999_999));
  const reference = await bed.ask(who, { bankCode: bed.pick(BANKS), number });
  const approval = bed.pick(APPROVALS);
  bed.sandbox.decideMandate(reference, approval);
  if (approval === 'decline' || approval === 'leave') return;
  const activatedAfter = bed.pick(ACTIVATIONS);
  if (activatedAfter === null) return;
  bed.later(activatedAfter, async () => void bed.sandbox.activateMandate(reference));
  if (bed.chance(0.15)) {
    const revokedAfter = bed.naira(10, 40) * DAY_HOURS;
    bed.later(revokedAfter, async () => void bed.sandbox.revokeMandate(reference));
  }
}

/** Has each month charged, from a saved card, from a bank account, or from both in the order that the customer wants. */
export async function startAutoPay(bed: MonthTestbed, payer: Payer): Promise<void> {
  const methods = bed.pick(['card', 'mandate', 'mandate', 'both'] as const);
  await payFirstMonth(bed, payer, methods !== 'mandate');
  if (methods !== 'card') await agreeToMandate(bed, payer);
  const salaryDay = bed.pick([null, null, bed.naira(1, 31), 'last-working-day'] as const);
  const chargeFirst = methods === 'both' ? bed.pick(['card', 'mandate', null] as const) : null;
  await bed.accepted(payer.who, 'PUT', '/api/user/auto-pay/preferences', { chargeFirst, salaryDay });
}

/** What goes wrong with the charges of a morning, as often as it stands here. */
const FAULTS = [
  null,
  null,
  { mode: 'decline', reason: 'Insufficient Funds', times: 3 },
  { mode: 'stall', times: 1 },
  { mode: 'drop', when: 'after', times: 1 },
] as const;

/** Has some of the next charges declined, undecided for days, or their answers lost. */
export function spoilCharges(bed: MonthTestbed): void {
  const fault = bed.pick(FAULTS);
  if (fault) bed.sandbox.addFault({ gateway: 'paystack', operation: 'charge', ...fault });
}

/** The banks decide about charges that have stayed undecided. */
export function decideStalledCharges(bed: MonthTestbed, share: number): void {
  for (const { reference, status } of bed.sandbox.transactions()) {
    if (status === 'pending' && bed.chance(share)) bed.sandbox.decideDebit(reference, bed.chance(0.7));
  }
}
