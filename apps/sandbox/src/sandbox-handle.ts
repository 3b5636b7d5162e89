import type { Registration } from './authority/registration.ts';
import type { Registrations } from './authority/registrations.ts';
import type { CallLog } from './call-log.ts';
import type { FaultBoard, FaultRequest } from './faults.ts';
import type { GatewayPayloads, WebhookDelivery } from './gateways/webhook-delivery.ts';
import type { Ledger } from './ledger.ts';
import type { Mandate, MandateOutcome } from './mandate.ts';
import type { Mandates } from './mandates.ts';
import {
  type Attempt,
  canBeDecided,
  decidingAttempt,
  type LedgerEvent,
  type Order,
  type OrderStatus,
  type Outcome,
  orderStatus,
} from './order.ts';
import type { Gateway, RecordedCall } from './sandbox-options.ts';
import type { Settlement, SettlementChange, SettleRequest } from './settlement.ts';
import type { Settlements } from './settlements.ts';
import type { Delivery, Store } from './store.ts';
import type { TransferRequest } from './virtual-accounts/virtual-account.ts';
import type { VirtualAccounts } from './virtual-accounts/virtual-accounts.ts';
import type { PhoneNetwork } from './whatsapp/phone-network.ts';

/** The true state of one order, whatever the gateway was made to report. */
export interface LedgerEntry {
  readonly gateway: Gateway;
  readonly reference: string;
  readonly status: OrderStatus;
  readonly amountKobo: number;
  /** 0 until paid. */
  readonly chargedKobo: number;
  readonly reversedKobo: number;
  readonly currency: string;
  readonly email: string;
  readonly checkoutUrl: string;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

/**
 * A webhook with any content, true or not; missing values are taken from the ledger, or invented
 * for an unknown reference.
 */
export interface WebhookClaim {
  readonly gateway: Gateway;
  readonly reference: string;
  readonly claim: 'success' | 'failed';
  readonly amountKobo?: number;
  readonly currency?: string;
  /** Sign with a wrong secret. */
  readonly forged?: boolean;
  /** Default 1. */
  readonly copies?: number;
}

export interface SandboxHandle {
  /** Throws RangeError when the mode is invalid for the operation. */
  addFault(fault: FaultRequest): void;
  faults(): FaultRequest[];
  clearFaults(): void;
  /** The calls received, oldest first. */
  requests(wanted?: Partial<Pick<RecordedCall, 'gateway' | 'operation' | 'reference'>>): RecordedCall[];
  clearRequests(): void;
  /** The sandbox's ledger, oldest first. */
  transactions(): LedgerEntry[];
  /**
   * Decides like the payer on the checkout page. Null for an unknown reference; an order that is
   * already decided is unchanged.
   */
  decide(reference: string, outcome: Outcome): LedgerEntry | null;
  /**
   * Opens a chargeback, or resolves it as lost: of the whole amount unless `amountKobo` is given.
   * Only Paystack sends a webhook about it. Null for an unknown reference.
   */
  dispute(reference: string, stage: 'create' | 'resolve', amountKobo?: number): LedgerEntry | null;
  /** The mandates, oldest first, with the address of the page on which each is approved. */
  mandates(): (Mandate & { readonly url: string })[];
  /** Decides like the customer on the approval page. Null for an unknown reference, here and below. */
  decideMandate(reference: string, outcome: MandateOutcome): Mandate | null;
  /** The bank activates an approved mandate. */
  activateMandate(reference: string): Mandate | null;
  /** The customer ends it at the bank, of which nobody sends a message. */
  revokeMandate(reference: string): Mandate | null;
  /** Decides a charge of a bank account that is not decided yet. */
  decideDebit(reference: string, paid: boolean, reason?: string): LedgerEntry | null;
  /** Somebody sends money to an account number, with the provider’s notice. */
  transfer(request: TransferRequest): LedgerEntry;
  /** The documents that the tax authority has, oldest first. */
  registrations(): Registration[];
  /** Pays out what a gateway holds, or a part of it. */
  settle(request: SettleRequest): Settlement;
  /** Null for an unknown number. */
  changeSettlement(number: number, change: SettlementChange): Settlement | null;
  sendWebhook(claim: WebhookClaim): void;
  webhooks(): Delivery[];
  /** The telephones that write by WhatsApp. */
  readonly whatsApp: PhoneNetwork;
  /** Resolves when every webhook is acknowledged, lost or given up. */
  webhooksSettled(): Promise<void>;
}

export interface HandleDependencies {
  readonly ledger: Ledger;
  readonly settlements: Settlements;
  readonly store: Store;
  readonly faults: FaultBoard;
  readonly calls: CallLog;
  readonly delivery: WebhookDelivery;
  readonly payloads: Readonly<Record<Gateway, GatewayPayloads>>;
  readonly checkoutUrl: (order: Order) => string;
  readonly accounts: VirtualAccounts;
  readonly registrations: Registrations;
  readonly mandates: Mandates;
  readonly mandateUrl: (mandate: Mandate) => string;
  readonly whatsApp: PhoneNetwork;
  readonly clock: () => Date;
}

export function sandboxHandle(deps: HandleDependencies): SandboxHandle {
  const { ledger, faults, calls, delivery, store } = deps;
  const entry = (order: Order) => ledgerEntry(order, deps.checkoutUrl(order));
  const newest = (reference: string) => {
    const orders = ledger.orders().filter((order) => order.reference === reference);
    return orders.findLast(canBeDecided) ?? orders.at(-1) ?? null;
  };
  return {
    addFault: (fault) => faults.add(fault),
    faults: () => faults.list(),
    clearFaults: () => faults.clear(),
    requests: (wanted = {}) => calls.list(wanted),
    clearRequests: () => calls.clear(),
    transactions: () => ledger.orders().map(entry),
    decide(reference, outcome) {
      const order = newest(reference);
      return order && entry(ledger.decide(order, outcome));
    },
    dispute(reference, stage, amountKobo) {
      const order = newest(reference);
      return order && entry(ledger.dispute(order, stage, amountKobo ?? order.amountKobo));
    },
    mandates: () => deps.mandates.all().map((mandate) => ({ ...mandate, url: deps.mandateUrl(mandate) })),
    decideMandate(reference, outcome) {
      const mandate = deps.mandates.findByReference(reference);
      return mandate && deps.mandates.decide(mandate, outcome);
    },
    activateMandate(reference) {
      const mandate = deps.mandates.findByReference(reference);
      return mandate && deps.mandates.activate(mandate);
    },
    revokeMandate(reference) {
      const mandate = deps.mandates.findByReference(reference);
      return mandate && deps.mandates.revoke(mandate);
    },
    decideDebit(reference, paid, reason) {
      const order = newest(reference);
      return order && entry(ledger.decideDebit(order, paid, reason));
    },
    transfer: (request) => entry(deps.accounts.transfer(request)),
    settle: (request) => deps.settlements.settle(request),
    changeSettlement: (number, change) => deps.settlements.change(number, change),
    sendWebhook(claim) {
      const vendorBody = deps.payloads[claim.gateway].webhookBody(claimedEvent(deps, claim), false);
      // Paystack has no event for a failure: the closest false one is an event that its
      // documentation does not have.
      const body = vendorBody ?? { event: 'charge.failed', data: { reference: claim.reference } };
      delivery.send(claim.gateway, claim.reference, body, claim.copies ?? 1, claim.forged ?? false);
    },
    whatsApp: deps.whatsApp,
    registrations: () => deps.registrations.all(),
    webhooks: () => store.all('delivery'),
    webhooksSettled: () => delivery.settled(),
  };
}

function ledgerEntry(order: Order, checkoutUrl: string): LedgerEntry {
  const attempt = decidingAttempt(order);
  const { gateway, reference, amountKobo, reversedKobo, currency, email, createdAt } = order;
  return {
    gateway,
    reference,
    status: orderStatus(order),
    amountKobo,
    chargedKobo: attempt?.result === 'success' ? attempt.chargedKobo : 0,
    reversedKobo,
    currency,
    email,
    checkoutUrl,
    createdAt,
    finishedAt: attempt?.finishedAt ?? order.cancelledAt,
  };
}

function claimedEvent({ ledger, clock }: HandleDependencies, claim: WebhookClaim): LedgerEvent {
  const { gateway, reference } = claim;
  const at = clock();
  const known = ledger.findByReference(gateway, reference);
  const order: Order = known ?? {
    gateway,
    reference,
    number: at.getTime(),
    code: reference,
    amountKobo: claim.amountKobo ?? 100_000,
    currency: 'NGN',
    email: 'payer@example.com',
    customerName: '',
    customerId: '',
    callbackUrl: null,
    cancelUrl: null,
    metadata: null,
    domain: 'test',
    createdAt: at.toISOString(),
    cancelledAt: null,
    closed: false,
    reversedKobo: 0,
    attempts: [],
  };
  const attempt: Attempt = {
    number: (known && decidingAttempt(known)?.number) ?? order.number + 1,
    result: claim.claim,
    channel: 'card',
    chargedKobo: claim.amountKobo ?? order.amountKobo,
    startedAt: at.toISOString(),
    finishedAt: at.toISOString(),
    dueAtMs: null,
    card: null,
  };
  return { kind: 'charge', order: { ...order, currency: claim.currency ?? order.currency }, attempt };
}
