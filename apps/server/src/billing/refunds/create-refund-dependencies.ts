import { toKobo } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { lockCustomer } from '../../platform/database/lock-customer.ts';
import { endBoughtBundle, findBoughtBundle } from '../data-bundles/buy-bundle.ts';
import type { FindUsedOf } from '../data-bundles/data-bundle-dependencies.ts';
import { issueCreditNote } from '../invoices/issue-credit-note.ts';
import { voidInvoices } from '../invoices/void-invoices.ts';
import type { PaymentDependencies } from '../payments/payment-dependencies.ts';
import { reachedTiers } from '../referrals/tier.policy.ts';
import { endBoughtPeriod, findBoughtPeriod } from '../subscriptions/end-bought-period.ts';
import { reverseUpgrade } from '../subscriptions/upgrades/reverse-upgrade.ts';
import { isUnderUpgrade } from '../subscriptions/upgrades/upgrade.repository.ts';
import type { BoughtPeriod, RefundDependencies } from './refund-dependencies.ts';

/** What a payment bought: a month or extra data; a payment buys one thing. */
async function findBought(
  findUsedOf: FindUsedOf,
  queryable: Queryable,
  paymentId: string,
): Promise<BoughtPeriod | null> {
  const month = await findBoughtPeriod(queryable, paymentId);
  if (month) return { kind: 'month', startsAt: month.startsAt, endsAt: month.endsAt, isLast: month.isLast };
  const data = await findBoughtBundle({ findUsedOf }, queryable, paymentId);
  return data && { kind: 'bundle', startsAt: data.startsAt, endsAt: data.endsAt, isLast: !data.isUsed };
}

/** What staff's decisions about payments are made of. */
export function createRefundDependencies(
  payments: PaymentDependencies,
  deps: {
    readonly config: { readonly refundApprovalAboveNaira: number };
    /** How much of the bought extra data is used; network knows. */
    readonly findUsedOf: FindUsedOf;
  },
): RefundDependencies {
  return {
    ...payments,
    findBoughtPeriod: (queryable, paymentId) => findBought(deps.findUsedOf, queryable, paymentId),
    endBoughtPeriod: async (tx, order) =>
      (await endBoughtPeriod({ voidInvoices }, tx, order)) ||
      (await reverseUpgrade(tx, order)) ||
      endBoughtBundle(tx, order),
    ...{ isUnderUpgrade, issueCreditNote, recordAudit },
    lockRewards: (tx, referrerId) => lockCustomer(tx, 'referral-rewards', referrerId),
    tierNames: reachedTiers(Number.POSITIVE_INFINITY).map(({ name }) => name),
    reachedTiers: (count) => reachedTiers(count).map(({ name }) => name),
    approvalAboveKobo: toKobo(deps.config.refundApprovalAboveNaira * 100),
  };
}
