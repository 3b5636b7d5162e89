import { negateKobo } from '@portal/kernel/money';
import { findAccountContact } from '../../identity/index.ts';
import { afterCommit } from '../../platform/database/after-commit.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { postEntries } from '../ledger/ledger.repository.ts';
import { OWN_NUMBER } from '../payments/payment.policy.ts';
import type { EventSource, PaymentRow } from '../payments/payment.repository.ts';
import { publishPaymentUpdates } from '../payments/settlement/publish-payment-updates.ts';
import { listLineIds } from '../received-money/due.repository.ts';
import { receiveMoney } from '../received-money/receive-money.ts';
import { findOwners, insertTransfer, moveTransfer, type TransferRow } from './incoming-transfer.repository.ts';
import type { Intake, TransferFacts } from './intake.port.ts';
import { invoiceNumberIn, isBookable, judgeTransfer } from './transfer.policy.ts';

/** How long money to a closed number is still known to be its former customer's. */
const WATCHED_MS = 365 * 24 * 3_600_000;

export type Recorded = 'settled' | 'waiting' | 'known';

const keyOf = ({ id }: Pick<TransferRow, 'id'>) => `incoming-transfer:${id}`;

/** Money of ours at the provider, and of nobody yet, or not any more. */
export async function bookUnmatched(
  tx: Transaction,
  transfer: Pick<TransferRow, 'id' | 'provider' | 'amount'>,
  step: 'waits' | 'assigned' | 'returned' | 'reversed',
  now: Date,
): Promise<void> {
  const sign = step === 'waits' ? transfer.amount : negateKobo(transfer.amount);
  await postEntries(tx, {
    transactionKey: step === 'waits' ? keyOf(transfer) : `${keyOf(transfer)}:${step}`,
    userId: null,
    paymentId: null,
    entries: [
      { account: `gateway:${transfer.provider}`, amountKobo: sign },
      { account: 'unmatched-money', amountKobo: negateKobo(sign) },
    ],
    now,
  });
}

/** Books a stored transfer as its customer's money, in the transaction that stores or assigns it. */
export async function settleTransfer(
  deps: BillingDependencies,
  tx: Transaction,
  transfer: TransferRow,
  owner: { readonly accountId: number; readonly lineId: number | null },
  source: EventSource,
): Promise<PaymentRow> {
  const now = deps.clock();
  const { accountId: userId, lineId } = owner;
  const { email } = await findAccountContact(tx, userId);
  const [first = userId, ...others] = lineId === null ? await listLineIds(tx, userId) : [lineId];
  const payment = await receiveMoney(
    deps,
    tx,
    {
      userId,
      lineIds: [first, ...others],
      planId: null,
      amountKobo: transfer.amount,
      gateway: transfer.provider,
      tillId: null,
      email,
      gatewayReference: transfer.transactionId,
      channel: OWN_NUMBER,
      payerName: transfer.payerName,
      withheld: null,
      invoiceNumber: invoiceNumberIn(transfer.narration),
      source,
      evidence: {
        status: 'received',
        transfer: transfer.reference,
        sessionId: transfer.sessionId,
        sentTo: transfer.accountNumber,
      },
    },
    now,
  );
  const change = { status: 'settled', paymentId: payment.id } as const;
  await moveTransfer(tx, transfer.id, ['waiting', 'settled'], change);
  afterCommit(tx, () => deps.metrics?.countPayment(payment, 'successful', now));
  return payment;
}

type Order = { readonly intake: Pick<Intake, 'id'>; readonly facts: TransferFacts; readonly source: EventSource };

/** A session that another transfer had, under another reference: nobody's until staff have looked. */
async function insertAgain(tx: Transaction, values: Parameters<typeof insertTransfer>[1]): Promise<TransferRow | null> {
  return insertTransfer(tx, { ...values, sessionId: null, status: 'waiting', reason: 'session-twice' });
}

async function record(
  deps: BillingDependencies,
  tx: Transaction,
  { intake, facts, source }: Order,
): Promise<{ readonly recorded: Recorded; readonly payment: PaymentRow | null }> {
  const now = deps.clock();
  const owners = await findOwners(tx, intake.id, facts, new Date(now.getTime() - WATCHED_MS));
  const judgement = judgeTransfer(facts, owners);
  const values = {
    provider: intake.id,
    reference: facts.reference,
    transactionId: facts.transactionId,
    sessionId: facts.sessionId,
    amount: facts.amountKobo,
    currency: facts.currency,
    accountNumber: facts.accountNumber,
    accountReference: facts.accountReference,
    payerName: facts.payerName?.slice(0, 255) ?? null,
    payerBank: facts.payerBank?.slice(0, 100) ?? null,
    narration: facts.narration?.slice(0, 1000) ?? null,
    paidAt: facts.paidAt,
    source,
    status: judgement.kind === 'settle' ? ('settled' as const) : ('waiting' as const),
    reason: judgement.kind === 'settle' ? null : judgement.reason,
    suggestedAccountId: judgement.kind === 'settle' ? judgement.owner.accountId : judgement.suggestedAccountId,
    receivedAt: now,
  };
  const stored = await insertTransfer(tx, values);
  const transfer = stored ?? (facts.sessionId === null ? null : await insertAgain(tx, values));
  if (!transfer) return { recorded: 'known', payment: null };
  if (judgement.kind === 'settle' && transfer === stored) {
    return { recorded: 'settled', payment: await settleTransfer(deps, tx, transfer, judgement.owner, source) };
  }
  if (isBookable(transfer.reason)) await bookUnmatched(tx, transfer, 'waits', now);
  return { recorded: 'waiting', payment: null };
}

/**
 * Books a transfer that its provider has confirmed, once by its reference and by the bank's session: as its
 * customer's money, or as money that waits for staff. Safe to repeat and to run concurrently.
 */
export async function recordTransfer(deps: BillingDependencies, order: Order): Promise<Recorded> {
  const { recorded, payment } = await runTransaction(deps.database, (tx) => record(deps, tx, order));
  if (payment) await publishPaymentUpdates(deps, payment);
  if (recorded === 'waiting') {
    const { intake, facts } = order;
    deps.log.warn({ provider: intake.id, reference: facts.reference }, 'money waits for staff to say whose it is');
  }
  return recorded;
}
