import { addKobo, type Kobo, negateKobo, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { lockCustomer } from '../../platform/database/lock-customer.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { overpaymentOf } from '../credit/credit-overpayment.ts';
import {
  addCredit,
  countRewarded,
  type Entry,
  postEntries,
  sumTierBonus,
  takeCredit,
} from '../ledger/ledger.repository.ts';
import { type RefundPayout, refundAccountOf } from '../ledger/money-account.ts';
import { kindOf } from '../payments/payment.policy.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';
import { reachedTiers } from '../referrals/tier.policy.ts';
import { netReceived } from './refund.policy.ts';
import { findRewardOf } from './refund.repository.ts';

export type Reversed = {
  readonly serviceEnded: boolean;
  readonly creditReturnedKobo: Kobo;
  readonly rewardTakenBackKobo: Kobo;
};

type TakeBack = { readonly referrerId: number; readonly wantedKobo: Kobo; readonly key: string };

/** As much of it as is still there; the rest is our loss. */
async function takeBack(tx: Transaction, payment: PaymentRow, order: TakeBack, now: Date): Promise<Kobo> {
  const amountKobo = await takeCredit(tx, order.referrerId, order.wantedKobo);
  if (amountKobo === 0) return amountKobo;
  await postEntries(tx, {
    transactionKey: order.key,
    userId: order.referrerId,
    paymentId: payment.id,
    entries: [
      { account: 'credit', amountKobo },
      { account: 'referral-rewards', amountKobo: negateKobo(amountKobo) },
    ],
    now,
  });
  return amountKobo;
}

/**
 * Takes back what was credited to the referrer for this payment as far as it is still there, and so
 * the bonus of a tier that they do not reach without it.
 */
async function takeBackReward(tx: Transaction, payment: PaymentRow, now: Date): Promise<Kobo> {
  const reward = await findRewardOf(tx, payment.id);
  if (!reward) return toKobo(0);
  const { referralId, referrerId, rewardKobo } = reward;
  await lockCustomer(tx, 'referral-rewards', referrerId);
  const key = `reward-reversal:${referralId}`;
  let takenKobo = await takeBack(tx, payment, { referrerId, wantedKobo: rewardKobo, key }, now);
  const kept = reachedTiers(await countRewarded(tx, referrerId));
  for (const { name } of reachedTiers(Number.POSITIVE_INFINITY)) {
    if (kept.some((tier) => tier.name === name)) continue;
    const wantedKobo = await sumTierBonus(tx, referrerId, name);
    const bonus = { referrerId, wantedKobo, key: `tier-reversal:${name}:${referralId}` };
    takenKobo = addKobo(takenKobo, await takeBack(tx, payment, bonus, now));
  }
  return takenKobo;
}

/**
 * Reverses what a payment bought, in the transaction that refunds it: revenue and the credit that
 * paid for a part, the product unless the customer keeps it, the reward that it brought. An
 * overpayment is held in `refunds` on its way.
 */
export async function reversePurchase(
  deps: Pick<BillingDependencies, 'products' | 'publish'>,
  tx: Transaction,
  payment: PaymentRow,
  refund: { readonly keepService: boolean; readonly payout: RefundPayout | null },
  now: Date,
): Promise<Reversed> {
  const product = deps.products[kindOf(payment)];
  const reversal = { paymentId: payment.id, now };
  const serviceEnded = refund.keepService ? false : await product.reverse(deps, tx, reversal);
  const creditReturnedKobo = payment.creditUsed;
  if (creditReturnedKobo > 0) await addCredit(tx, payment.userId, creditReturnedKobo);
  const entries: Entry[] = [
    { account: refundAccountOf(payment, refund.payout), amountKobo: negateKobo(netReceived(payment)) },
    { account: 'refunds', amountKobo: overpaymentOf(payment) },
    { account: 'credit', amountKobo: negateKobo(creditReturnedKobo) },
    {
      account: 'revenue',
      amountKobo: addKobo(payment.amount, creditReturnedKobo, negateKobo(payment.refundedOutside)),
    },
  ];
  const transactionKey = `refund:${payment.reference}`;
  await postEntries(tx, { transactionKey, userId: payment.userId, paymentId: payment.id, entries, now });
  return { serviceEnded, creditReturnedKobo, rewardTakenBackKobo: await takeBackReward(tx, payment, now) };
}

/**
 * Reverses a payment that was charged back, in the transaction that says so: as a refund does, but
 * credit that it became is taken only as far as it is still there, and the rest is our loss
 * (account `chargebacks`).
 */
export async function reverseChargedBack(
  deps: Pick<BillingDependencies, 'products' | 'publish'>,
  tx: Transaction,
  payment: PaymentRow,
  bought: { readonly revenueKobo: Kobo },
  now: Date,
): Promise<Reversed & { readonly lostKobo: Kobo }> {
  const { userId } = payment;
  const product = deps.products[kindOf(payment)];
  const serviceEnded = await product.reverse(deps, tx, { paymentId: payment.id, now });
  const boughtSomething = bought.revenueKobo > 0;
  const creditReturnedKobo = boughtSomething ? payment.creditUsed : toKobo(0);
  if (creditReturnedKobo > 0) await addCredit(tx, userId, creditReturnedKobo);
  const becameCreditKobo = boughtSomething ? overpaymentOf(payment) : netReceived(payment);
  const backKobo = await takeCredit(tx, userId, becameCreditKobo);
  const lostKobo = addKobo(becameCreditKobo, negateKobo(backKobo));
  const entries: Entry[] = [
    { account: `gateway:${payment.gateway}`, amountKobo: negateKobo(netReceived(payment)) },
    { account: 'credit', amountKobo: addKobo(backKobo, negateKobo(creditReturnedKobo)) },
    { account: payment.invoiceId === null ? 'revenue' : 'receivable', amountKobo: bought.revenueKobo },
    { account: 'chargebacks', amountKobo: lostKobo },
  ];
  const transactionKey = `chargeback:${payment.reference}`;
  await postEntries(tx, { transactionKey, userId, paymentId: payment.id, entries, now });
  const rewardTakenBackKobo = await takeBackReward(tx, payment, now);
  return { serviceEnded, creditReturnedKobo, rewardTakenBackKobo, lostKobo };
}
