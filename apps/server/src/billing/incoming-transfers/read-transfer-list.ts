import type { IncomingTransfer, TransferReason } from '@portal/contract/billing/payments/staff-incoming-transfers';
import type { IntakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import { koboFromDecimal, nairaFromKobo } from '@portal/kernel/money';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { bankNameOf } from './bank-name.policy.ts';
import {
  listAccountsOf,
  listTransferRows,
  sumWaiting,
  type TransferFilter,
  type TransferRow,
} from './incoming-transfer.repository.ts';
import { findInvoiceOwner, listNamesakes } from './suggestion.repository.ts';
import { accountNumbersIn, invoiceNumberIn } from './transfer.policy.ts';

type Row = Awaited<ReturnType<typeof listTransferRows>>[number];
type Reading = Pick<BillingDependencies, 'database'>;
type Suggestion = IncomingTransfer['suggestions'][number];

const nameOf = ({ firstName, lastName, email }: { firstName: string | null; lastName: string | null; email: string }) =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

const customerOf = (row: Awaited<ReturnType<typeof listAccountsOf>>[number]) => ({
  id: row.id,
  name: nameOf(row),
  accountNumber: row.accountNumber,
});

/** Whose a transfer may be, the strongest sign first, each customer once. */
async function suggest({ database }: Reading, transfer: TransferRow): Promise<Suggestion[]> {
  if (transfer.status !== 'waiting' && transfer.status !== 'returning') return [];
  const numbers = accountNumbersIn(transfer.narration);
  const invoiceNumber = invoiceNumberIn(transfer.narration);
  const ofNumber = transfer.suggestedAccountId === null ? [] : [transfer.suggestedAccountId];
  const ofInvoice = invoiceNumber === null ? [] : await findInvoiceOwner(database, invoiceNumber);
  const ofName = transfer.payerName === null ? [] : await listNamesakes(database, transfer.payerName);
  const accounts = await listAccountsOf(database, { ids: [...ofNumber, ...ofInvoice, ...ofName], numbers });
  const whyOf = (id: number, accountNumber: string): Suggestion['why'] => {
    if (ofNumber.includes(id)) return 'number';
    if (numbers.includes(accountNumber)) return 'narration';
    return ofInvoice.includes(id) ? 'invoice' : 'name';
  };
  const order: readonly Suggestion['why'][] = ['number', 'narration', 'invoice', 'name'];
  return accounts
    .map((account) => ({ customer: customerOf(account), why: whyOf(account.id, account.accountNumber) }))
    .sort((a, b) => order.indexOf(a.why) - order.indexOf(b.why));
}

async function present(deps: Reading, { transfer, payment, decider }: Row): Promise<IncomingTransfer> {
  const owner = payment ? await listAccountsOf(deps.database, { ids: [payment.userId], numbers: [] }) : [];
  const [customer] = owner;
  return {
    id: transfer.id,
    provider: transfer.provider as IntakeProvider,
    reference: transfer.reference,
    sessionId: transfer.sessionId,
    amount: nairaFromKobo(transfer.amount),
    currency: transfer.currency,
    sentTo: transfer.accountNumber,
    payer: transfer.payerName,
    payerBank: transfer.payerBank && bankNameOf(transfer.payerBank),
    narration: transfer.narration,
    paidAt: transfer.paidAt?.toISOString() ?? null,
    receivedAt: transfer.receivedAt.toISOString(),
    status: transfer.status,
    reason: transfer.reason as TransferReason | null,
    suggestions: await suggest(deps, transfer),
    customer: customer ? customerOf(customer) : null,
    payment: payment?.reference ?? null,
    decidedBy: decider && { id: decider.id, name: nameOf(decider) },
    decidedAt: transfer.decidedAt?.toISOString() ?? null,
    note: transfer.note,
  };
}

/** Newest first. */
export async function readTransferList(deps: Reading, filter: TransferFilter): Promise<IncomingTransfer[]> {
  return Promise.all((await listTransferRows(deps.database, filter)).map((row) => present(deps, row)));
}

/** Throws transfer.not-found. */
export async function readTransfer(deps: Reading, id: number): Promise<IncomingTransfer> {
  const [transfer] = await readTransferList(deps, { id, limit: 1 });
  if (!transfer) throw new ApiError('transfer.not-found');
  return transfer;
}

/** How much waits for staff to say whose it is, and since when the oldest of it. */
export async function readUnmatchedMoney({ database }: Reading) {
  const { count, amount, oldestAt } = await sumWaiting(database);
  return {
    count,
    amount: nairaFromKobo(koboFromDecimal(amount)),
    oldestAt: oldestAt === null ? null : new Date(oldestAt).toISOString(),
  };
}
