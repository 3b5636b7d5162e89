import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { recordReversedTransfer } from '../payments/disputes/record-chargeback.ts';
import type { EventSource } from '../payments/payment.repository.ts';
import { findPaymentOf, findTransfer, moveTransfer, type TransferRow } from './incoming-transfer.repository.ts';
import type { Intake, TransferFinding } from './intake.port.ts';
import { bookUnmatched, type Recorded, recordTransfer } from './record-transfer.ts';
import { isBookable } from './transfer.policy.ts';

/** Money that waited for staff and went back. */
async function reverseWaiting(deps: BillingDependencies, transfer: TransferRow): Promise<void> {
  const now = deps.clock();
  await runTransaction(deps.database, async (tx) => {
    const change = { status: 'reversed', decidedAt: now } as const;
    if (!(await moveTransfer(tx, transfer.id, ['waiting', 'returning'], change))) return;
    if (isBookable(transfer.reason)) await bookUnmatched(tx, transfer, 'reversed', now);
  });
}

/** A transfer that its provider calls reversed is a chargeback of its payment; one that we never had is nothing. */
async function reverse(deps: BillingDependencies, intake: Intake, reference: string): Promise<void> {
  const transfer = await findTransfer(deps.database, intake.id, reference);
  if (!transfer || transfer.status === 'reversed' || transfer.status === 'returned') return;
  if (transfer.paymentId === null) return reverseWaiting(deps, transfer);
  const payment = await findPaymentOf(deps.database, transfer.paymentId);
  if (!payment) throw new Error(`transfer ${transfer.id} has no payment`);
  await recordReversedTransfer(deps, payment, async (tx) => {
    await moveTransfer(tx, transfer.id, ['settled'], { status: 'reversed', decidedAt: deps.clock() });
  });
}

/**
 * What follows from a provider's own answer about a transfer. `nothing`: no money has come, or what came was
 * dealt with before. Safe to repeat.
 */
export async function settleFinding(
  deps: BillingDependencies,
  intake: Intake,
  finding: TransferFinding,
  source: EventSource,
): Promise<Recorded | 'nothing'> {
  switch (finding.kind) {
    case 'received':
      return recordTransfer(deps, { intake, facts: finding.facts, source });
    case 'reversed':
      await reverse(deps, intake, finding.facts.reference);
      return 'nothing';
    case 'other':
    case 'unknown':
      return 'nothing';
  }
}
