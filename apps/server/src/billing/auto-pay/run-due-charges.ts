import { lagosHour } from '@portal/kernel/calendar';
import { formatNaira } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findLineOf } from '../lines/line.repository.ts';
import { isAboveLargest, isCheckoutLink } from '../payments/payment.policy.ts';
import { appendEvent, recordOpening } from '../payments/payment.repository.ts';
import { failCharge, settlePayment } from '../payments/settlement/settle-payment.ts';
import { awaitsReconciliation } from '../reconciliation/awaits-reconciliation.ts';
import type { SavedMethod } from '../saved-cards/saved-card.repository.ts';
import { methodLabel } from './auto-pay.policy.ts';
import { type CardGateway, cardGateways, gatewayOf } from './card-gateways.ts';
import type { MonthCharge } from './charge.repository.ts';
import { dropCharge, lockDueCharge, markSent, paysByHand, postponeCharge, wasTriedToday } from './charge.repository.ts';
import { isChargedByItself, listChargeable, lockSubscription, wakeRenewal } from './consent.repository.ts';

const AT_ONCE = 10;
/** A customer with an open gateway page can finish there first. */
const BY_HAND_MS = 15 * 60_000;
const POSTPONED_MS = 5 * 60_000;
/** On the day after an attempt. */
const CHARGE_HOUR = 8;

type Sending = { readonly charge: MonthCharge; readonly card: SavedMethod; readonly gateway: CardGateway };

/**
 * The card or account that a charge may still be made to: with the same consent, for a month that has not been
 * paid or cancelled meanwhile. Locks the subscription.
 */
async function findMethod(tx: Transaction, charge: MonthCharge): Promise<SavedMethod | null> {
  const subscription = await lockSubscription(tx, charge.subscriptionId);
  const isDue =
    subscription?.status === 'active' &&
    subscription.autoPay &&
    subscription.cancelRequestedAt === null &&
    subscription.paidPeriods + 1 === charge.periodNumber &&
    (subscription.scheduledPlanId ?? subscription.planId) === charge.planId;
  if (!isDue || !(await isChargedByItself(tx, charge.subscriptionId))) return null;
  const methods = (await listChargeable(tx, [charge.subscriptionId])).get(charge.subscriptionId) ?? [];
  return methods.find(({ method }) => method.id === charge.paymentMethodId)?.method ?? null;
}

/**
 * Claims one due charge, after which no other worker sends it; one that must not be made any more
 * is cancelled. Null when none is due.
 */
async function takeCharge(deps: BillingDependencies): Promise<Sending | 'none' | null> {
  const now = deps.clock();
  return runTransaction(deps.database, async (tx) => {
    const charge = await lockDueCharge(tx, now);
    if (!charge) return null;
    const card = await findMethod(tx, charge);
    const gateway = card ? gatewayOf(cardGateways(deps.gateways), card) : undefined;
    if (!card || !gateway) {
      await dropCharge(tx, charge.id, now);
      await wakeRenewal(tx, charge.subscriptionId, now);
      return 'none';
    }
    if (await paysByHand(tx, charge, new Date(now.getTime() - BY_HAND_MS))) {
      await postponeCharge(tx, charge.id, new Date(now.getTime() + POSTPONED_MS));
      return 'none';
    }
    if (await wasTriedToday(tx, charge, now)) {
      await postponeCharge(tx, charge.id, lagosHour(now, 1, CHARGE_HOUR));
      return 'none';
    }
    const nextCheckAt = new Date(now.getTime() + deps.gatewayTimeoutMs + 5000);
    await markSent(tx, charge.id, { now, nextCheckAt });
    return { charge: { ...charge, createdAt: now }, card, gateway };
  });
}

/**
 * The bank requires its customer's approval, so the customer is notified with the link. A link to
 * an unknown host is dropped; then the charge expires.
 */
async function requestApproval(
  deps: BillingDependencies,
  { charge, card, gateway }: Sending,
  opened: { readonly url: string; readonly gatewayReference: string | null },
): Promise<void> {
  const now = deps.clock();
  const { url: authorizationUrl, gatewayReference } = opened;
  if (!isCheckoutLink(authorizationUrl, deps.checkoutOrigins)) {
    deps.log.error({ reference: charge.reference, gateway: gateway.id }, 'a confirmation link leads to a foreign host');
    return;
  }
  await runTransaction(deps.database, async (tx) => {
    await recordOpening(tx, charge.id, { authorizationUrl, gatewayReference, now });
    await appendEvent(tx, {
      paymentId: charge.id,
      kind: 'confirmation-asked',
      source: 'auto-pay',
      details: { gateway: charge.gateway },
      now,
    });
    await deps.notify(tx, {
      key: `auto-pay-confirm:${charge.reference}`,
      kind: 'auto-pay-confirm',
      customerId: charge.userId,
      lineId: await findLineOf(tx, charge.subscriptionId),
      values: {
        amount: formatNaira(charge.amount),
        plan: charge.quote.planName,
        card: methodLabel(card, gateway.name),
      },
    });
  });
}

/**
 * No card can be charged while our gateway key is rejected: that is our fault, so no attempt is
 * used up and the customer is not notified.
 */
async function waitForOurKey(deps: BillingDependencies, { charge, gateway }: Sending, reason: string): Promise<void> {
  deps.log.error(
    { gateway: gateway.id, reason },
    'a gateway does not take our key: no saved card can be charged there',
  );
  await postponeCharge(deps.database, charge.id, new Date(deps.clock().getTime() + POSTPONED_MS));
}

/**
 * The token of the card; null where it cannot be decrypted, because the installation has another
 * secret now.
 */
function readToken(deps: BillingDependencies, card: SavedMethod): string | null {
  try {
    return deps.cardEncryption.decrypt(card.reference);
  } catch {
    return null;
  }
}

async function send(deps: BillingDependencies, sending: Sending): Promise<void> {
  const { charge, card, gateway } = sending;
  const token = readToken(deps, card);
  if (token === null) return failCharge(deps, charge, 'invalid token: this card cannot be read any more');
  const { reference, amount: amountKobo, description } = charge;
  if (isAboveLargest(gateway, amountKobo)) return failCharge(deps, charge, 'more than the gateway takes at once');
  const answer = await gateway.charge({ reference, amountKobo, token, email: card.email, description });
  switch (answer.kind) {
    case 'attempted':
      await settlePayment(deps, { ...charge, receiptNumber: null }, 'auto-pay');
      break;
    case 'confirmation':
      await requestApproval(deps, sending, answer);
      break;
    case 'unauthorized':
      await waitForOurKey(deps, sending, answer.reason);
      break;
    case 'refused':
    case 'not-sent':
      await failCharge(deps, charge, answer.reason);
      break;
    case 'unknown':
      // It is unknown whether the card was charged: only the poll may find out.
      deps.log.warn({ reference, reason: answer.reason }, 'the gateway gave no usable answer to a charge');
  }
}

async function sendOne(deps: BillingDependencies): Promise<boolean> {
  const taken = await takeCharge(deps);
  if (taken === null || taken === 'none') return taken !== null;
  try {
    await send(deps, taken);
  } catch (error) {
    deps.log.error({ err: error, reference: taken.charge.reference }, 'a charge could not be completed');
  }
  await wakeRenewal(deps.database, taken.charge.subscriptionId, deps.clock());
  deps.publishLiveUpdate(taken.charge.userId, 'payments');
  deps.publishLiveUpdate(taken.charge.userId, 'subscription');
  return true;
}

/**
 * Sends the due charges of saved cards and bank accounts, each once whatever happens: a charge is claimed before it
 * is sent, and after a crash or a missing answer only the poll asks for the outcome. Safe on
 * several instances; starts no further charge after the signal. After a restore none is sent before
 * the gateways were asked what the database lost. Returns how many were processed.
 */
export async function runDueCharges(deps: BillingDependencies, signal?: AbortSignal): Promise<number> {
  if (await awaitsReconciliation(deps)) return 0;
  let count = 0;
  while (!signal?.aborted) {
    const looked = await Promise.all(Array.from({ length: AT_ONCE }, () => sendOne(deps)));
    count += looked.filter(Boolean).length;
    if (!looked.every(Boolean)) break;
  }
  return count;
}
