import { toKobo } from '@portal/kernel/money';
import type { Config } from '../../platform/config/config.ts';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import { hmacOf } from '../../platform/crypto/hmac.ts';
import type { PublishLiveUpdate } from '../../platform/events/live-updates.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import type { Gateway } from '../payments/gateways/gateway.port.ts';
import { computeQuote, isCheckoutLink } from '../payments/payment.policy.ts';
import { appendEvent, recordOpening } from '../payments/payment.repository.ts';
import type { AutoPayHooks, PaymentDependencies, PlanForSale } from '../payments/payment-dependencies.ts';
import { failCharge, labelOf, settlePayment } from '../payments/settle-payment.ts';
import { snapshotOf } from '../pricing/quote-payment.ts';
import { saveCard } from '../saved-cards/save-card.ts';
import type { AutoPayDependencies, CardDependencies, CardGateway, MonthPrice } from './auto-pay-dependencies.ts';
import type { PaymentRow } from './charge.repository.ts';
import { stopChargingCard } from './record-chargeback.ts';
import { recordFailedCharge } from './record-failed-charge.ts';

function cardGateways(gateways: readonly Gateway[]): CardGateway[] {
  return gateways.flatMap(({ id, name, savedCards }) => (savedCards ? [{ id, name, ...savedCards }] : []));
}

/** One month of a plan on auto-pay, credit taken off. */
function priceMonth(
  payments: Pick<PaymentDependencies, 'addsVat'>,
  plan: Omit<PlanForSale, 'id'>,
  credit: MonthPrice['totalKobo'],
): MonthPrice {
  const order = { planName: plan.name, priceKobo: plan.priceKobo, firstMonth: false, addsVat: payments.addsVat };
  const quote = computeQuote({ ...order, autoPay: true, creditKobo: credit });
  const without = computeQuote({ ...order, autoPay: false, creditKobo: toKobo(0) });
  const paid = quote.totalKobo + quote.creditUsedKobo;
  const { totalKobo, creditUsedKobo } = quote;
  return {
    quote: snapshotOf({ ...quote, plan: { ...plan, id: '' } }),
    ...{ totalKobo, creditUsedKobo, savingKobo: toKobo(without.totalKobo - paid) },
  };
}

/** What writing charges down needs of payments. */
export function createChargeDependencies(
  payments: Pick<PaymentDependencies, 'addsVat' | 'gateways' | 'newReference'>,
): Pick<AutoPayDependencies, 'newReference' | 'priceMonth' | 'gateways'> {
  return {
    newReference: payments.newReference,
    gateways: cardGateways(payments.gateways),
    priceMonth: (plan, creditKobo) => priceMonth(payments, plan, creditKobo),
  };
}

type Secrets = { readonly sessionSecret: string; readonly randomBytes: (size: number) => Buffer };

function createCardParts(
  parts: Secrets & {
    readonly config: Pick<Config, 'renewals'>;
    readonly gateways: readonly Gateway[];
    readonly notify: CardDependencies['notify'];
  },
): CardDependencies {
  return {
    gateways: parts.gateways,
    encryption: createEncryption({
      secret: parts.sessionSecret,
      purpose: 'saved-card',
      randomBytes: parts.randomBytes,
    }),
    graceDays: parts.config.renewals.graceDays,
    notify: parts.notify,
  };
}

/** What auto-pay does when a payment of it is decided. */
export function createAutoPayHooks(parts: Parameters<typeof createCardParts>[0]): AutoPayHooks {
  const cards = createCardParts(parts);
  return {
    hashCard: (text) => hmacOf(parts.sessionSecret, 'saved-card', text).toString('base64url'),
    saveCard: (tx, kept) => saveCard(cards, tx, kept),
    recordFailedCharge: (tx, failed) => recordFailedCharge(cards, tx, failed),
    stopChargingCard: (tx, taken) => stopChargingCard(cards, tx, taken),
  };
}

async function findPaidCard(payments: PaymentDependencies, payment: PaymentRow) {
  const gateway = payments.gateways.find(({ id }) => id === payment.gateway);
  const { reference, amount: amountKobo, gatewayReference } = payment;
  const finding = await gateway?.confirm({ reference, amountKobo, gatewayReference });
  if (finding === undefined || finding.kind === 'unknown') return null;
  if (finding.kind !== 'paid' || finding.facts.reference !== reference || !finding.facts.card) return 'none';
  return { label: labelOf(payments, payment, finding.facts.card), token: finding.facts.card.token };
}

/** The functions that payments owe to automatic renewals. */
export function createAutoPayDependencies(
  payments: PaymentDependencies,
  parts: Secrets & {
    readonly config: Pick<Config, 'renewals'>;
    readonly notify: CardDependencies['notify'];
    readonly publishLiveUpdate: PublishLiveUpdate;
  },
): AutoPayDependencies {
  const { database, clock, log, gatewayTimeoutMs } = payments;
  return {
    ...createCardParts({ ...parts, gateways: payments.gateways }),
    ...createChargeDependencies(payments),
    ...{ database, clock, log, gatewayTimeoutMs, findCredit },
    isCheckoutLink: (link) => isCheckoutLink(link, payments.checkoutOrigins),
    findPaidCard: (payment) => findPaidCard(payments, payment),
    settle: (charge) => settlePayment(payments, { ...charge, receiptNumber: null }, 'auto-pay'),
    fail: (charge, reason) => failCharge(payments, charge, reason),
    noteConfirmation: async (tx, charge, opened) => {
      await recordOpening(tx, charge.id, opened);
      const details = { gateway: charge.gateway };
      await appendEvent(tx, {
        paymentId: charge.id,
        kind: 'confirmation-asked',
        source: 'auto-pay',
        details,
        now: opened.now,
      });
    },
    publishLiveUpdate: parts.publishLiveUpdate,
  };
}
