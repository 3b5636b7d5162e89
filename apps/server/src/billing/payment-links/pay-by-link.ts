import type { LinkState, PaymentLink } from '@portal/contract/billing/payments/payment-links';
import { koboFromNaira, nairaFromKobo } from '@portal/kernel/money';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findCompany } from '../invoices/company-billing.repository.ts';
import { openPayment } from '../payments/initialize-payment.ts';
import { endingOf } from '../payments/payer-receipt.ts';
import type { createVerifyPayment } from '../payments/settlement/verify-payment.ts';
import { stateOf, tokenHashOf } from './payment-link.policy.ts';
import { findLinkByToken, listOpenPaymentsOf } from './payment-link.repository.ts';
import { findLinkAmount, priceLink } from './price-link.ts';

async function requireLink(deps: BillingDependencies, token: string) {
  const found = await findLinkByToken(deps.database, tokenHashOf(token));
  if (!found) throw new ApiError('payment-link.not-found');
  return found;
}

const UNDER_WAY: ReadonlySet<string> = new Set(['initialized', 'pending']);

/**
 * What the holder of a link may know. With `verify` the gateways of payments that were opened with
 * it are asked first. Throws payment-link.not-found.
 */
export async function readLink(
  deps: BillingDependencies,
  token: string,
  verify: ReturnType<typeof createVerifyPayment> | null,
): Promise<PaymentLink> {
  const before = await requireLink(deps, token);
  const opened = await listOpenPaymentsOf(deps.database, before.link);
  const { userId } = before.link;
  if (verify) await Promise.all(opened.map(({ reference, gateway }) => verify({ userId, reference, gateway })));
  const found = verify && opened.length > 0 ? await requireLink(deps, token) : before;
  const { link, firstName, accountNumber } = found;
  const now = deps.clock();
  const state = stateOf(link, now);
  const amountKobo = state === 'open' ? await findLinkAmount(deps, deps.database, link, now) : link.amount;
  const shown: LinkState = state === 'open' && amountKobo === 0 ? 'settled' : state;
  const isBilled = shown === 'open' || shown === 'paid';
  const left = verify ? await listOpenPaymentsOf(deps.database, link) : opened;
  return {
    state: shown,
    bill: isBilled
      ? { firstName, accountEnding: endingOf(accountNumber), label: link.label, amount: nairaFromKobo(amountKobo) }
      : null,
    isUnderWay: left.some(({ status }) => UNDER_WAY.has(status)),
    expiresAt: link.expiresAt.toISOString(),
  };
}

/**
 * Opens a gateway's page that pays for the customer of a link. The gateway, whose page shows the
 * payer's address, gets the provider's instead of the customer's. Throws payment-link.not-found,
 * payment-link.closed, payment-link.amount-changed, and what opening a payment throws.
 */
export async function payByLink(
  deps: BillingDependencies,
  order: { readonly token: string; readonly gatewayId: string; readonly amountNaira: number },
): Promise<string> {
  const { link, firstName, email } = await requireLink(deps, order.token);
  const now = deps.clock();
  if (stateOf(link, now) !== 'open') throw new ApiError('payment-link.closed');
  const priced = await runTransaction(deps.database, (tx) => priceLink(deps, tx, link, now));
  if (!priced) throw new ApiError('payment-link.closed');
  if (koboFromNaira(order.amountNaira) !== priced.quote.totalKobo) throw new ApiError('payment-link.amount-changed');
  const company = await findCompany(deps.database, link.userId);
  const { url } = await openPayment(deps, {
    gatewayId: order.gatewayId,
    priced,
    email: company?.billContactEmail ?? email,
    payer: { id: link.userId, name: firstName ?? 'Customer' },
    linkId: link.id,
    autoPayConsent: null,
  });
  return url;
}
