import { MANDATE_CONSENT } from '@portal/contract/billing/payments/mandates';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { requireChargeableSubscription } from '../auto-pay/set-up-auto-pay.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { isCheckoutLink } from '../payments/payment.policy.ts';
import { findCustomer } from '../payments/payment.repository.ts';
import { directDebitGateways } from './direct-debit-gateways.ts';
import { nextMandateCheck, OPENING_MS } from './mandate.policy.ts';
import { countAwaiting, insertMandate, type MandateRow, moveMandate } from './mandate.repository.ts';

/** Each leads to a page of the vendor’s that somebody would have to approve. */
const MOST_AWAITING = 5;

type Wish = Line & {
  readonly account: { readonly number: string; readonly bankCode: string; readonly bankName: string | null } | null;
};

/**
 * Asks the gateway for a mandate by which the months of a line are paid, and returns it with the address at
 * which the customer approves it. The row is committed before the gateway is called. Of the account number
 * only the last four digits are kept. Throws mandate.not-offered, mandate.too-many, mandate.unavailable,
 * mandate.refused, mandate.bank-not-supported, and what requireChargeableSubscription throws.
 */
export async function setUpMandate(
  deps: BillingDependencies,
  { account, ...line }: Wish,
): Promise<{ readonly mandate: MandateRow; readonly approvalUrl: string }> {
  const [gateway] = directDebitGateways(deps.gateways);
  if (!gateway) throw new ApiError('mandate.not-offered');
  const subscription = await requireChargeableSubscription(deps, line.lineId);
  const { accountId: userId, id: subscriptionId } = subscription;
  if ((await countAwaiting(deps.database, userId)) >= MOST_AWAITING) throw new ApiError('mandate.too-many');
  const email = (await findCustomer(deps.database, userId)).email.toLowerCase();
  const createdAt = deps.clock();
  const stored = await insertMandate(deps.database, {
    userId,
    subscriptionId,
    provider: gateway.id,
    status: 'awaiting-approval',
    bankName: account?.bankName ?? null,
    lastFour: account?.number.slice(-4) ?? null,
    email,
    wording: MANDATE_CONSENT,
    nextCheckAt: new Date(createdAt.getTime() + OPENING_MS),
    createdAt,
  });
  const opening = await gateway.directDebit.open({ email, returnUrl: deps.mandateReturnUrl(stored.id), account });
  const now = deps.clock();
  if (opening.kind === 'opened' && isCheckoutLink(opening.url, deps.checkoutOrigins)) {
    const { reference, url: approvalUrl } = opening;
    const nextCheckAt = nextMandateCheck(now, now);
    const mandate = await moveMandate(deps.database, stored.id, ['awaiting-approval'], {
      reference,
      approvalUrl,
      nextCheckAt,
    });
    if (!mandate) throw new ApiError('mandate.unavailable');
    return { mandate, approvalUrl };
  }
  // Nobody was sent anywhere, so nothing can come of it, whatever the gateway has.
  const over = { status: 'failed', endedAt: now, endReason: 'not-opened', nextCheckAt: null } as const;
  await moveMandate(deps.database, stored.id, ['awaiting-approval'], over);
  if (opening.kind === 'opened')
    deps.log.error({ gateway: gateway.id }, 'the link for approving a mandate leads to a foreign host');
  else deps.log.warn({ gateway: gateway.id, reason: opening.reason }, 'a mandate was not opened');
  if (opening.kind === 'bank-refused') throw new ApiError('mandate.bank-not-supported');
  throw new ApiError(opening.kind === 'refused' ? 'mandate.refused' : 'mandate.unavailable');
}
