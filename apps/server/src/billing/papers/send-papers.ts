import { isDeepStrictEqual } from 'node:util';
import type { PaperName } from '@portal/contract/billing/papers/papers';
import type { ChosenPaper, SendingBy } from '@portal/contract/billing/papers/staff-papers';
import { DAY_MS, startOfLagosDay } from '@portal/kernel/calendar';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import { recordAudit } from '../../identity/index.ts';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findCounterAccount } from '../counter/counter-customer.repository.ts';
import { findCompany } from '../invoices/company-billing.repository.ts';
import { lockLines } from '../lines/line.repository.ts';
import { buildAccountStatement } from '../statements/build-account-statement.ts';
import type { PaperDependencies } from './describe-paper.ts';
import { LINK_DAYS, tokenHashOf } from './document-link.policy.ts';
import { findPaper, findReader } from './paper.repository.ts';
import { listOfPapers } from './paper-names.ts';
import {
  countSendingsSince,
  findSendingByRequest,
  insertSending,
  messageKeyOf,
  type SendingRow,
} from './sending.repository.ts';
import { sendingMail, sendingText } from './sending-messages.ts';

/** Of one account. */
const MOST_A_DAY = 10;
/** A text that has not arrived by then is of no use. */
const TEXT_USEFUL_SECONDS = 24 * 3600;

export type SendingOrder = {
  readonly userId: number;
  readonly papers: readonly ChosenPaper[];
  /** Another address than the customer's own, for this once. */
  readonly to: string | undefined;
  readonly by: SendingBy;
  readonly clientRequestId: string;
  readonly staffId: number;
};

async function namePaper(
  deps: PaperDependencies,
  queryable: Queryable,
  userId: number,
  chosen: ChosenPaper,
): Promise<PaperName> {
  if ('kind' in chosen) {
    const { from, to } = chosen;
    const { entries } = await buildAccountStatement(queryable, { accountId: userId, from, to }, deps.clock());
    if (entries.length === 0) throw new ApiError('statement.empty');
    return { kind: 'statement', from, to };
  }
  const { number } = chosen;
  const found = await findPaper(queryable, number);
  if (!found || found.userId !== userId) throw new ApiError('invoice.not-found');
  if (found.kind === 'proof' && found.isWithdrawn) throw new ApiError('account-proof.withdrawn');
  return { kind: found.kind, number };
}

/** Where a sending goes. */
async function addressOf(
  deps: PaperDependencies,
  tx: Transaction,
  { userId, to, by }: SendingOrder,
): Promise<Pick<SendingRow, 'recipient' | 'toOther'>> {
  const reader = await findReader(tx, userId);
  if (!reader) throw new ApiError('customer.not-found');
  if (by === 'text') {
    if (to !== undefined) throw new ApiError('documents.text-to-other');
    if (!deps.canText || reader.verifiedPhone === null) throw new ApiError('documents.no-verified-number');
    return { recipient: reader.verifiedPhone, toOther: false };
  }
  if (to !== undefined && to.toLowerCase() !== reader.email.toLowerCase()) return { recipient: to, toOther: true };
  const recipient = to ?? (await findCompany(tx, userId))?.billContactEmail ?? reader.email;
  if (!hasMailbox(recipient)) throw new ApiError('documents.unreachable');
  return { recipient, toOther: false };
}

/** The message of a sending, and what the customer is told of one that goes to somebody else. */
async function queue(deps: PaperDependencies, tx: Transaction, sending: SendingRow, token: string): Promise<void> {
  const { id, userId, papers, recipient, toOther, expiresAt } = sending;
  if (expiresAt !== null) {
    await deps.queueSms(tx, {
      userId,
      messageKey: messageKeyOf(id),
      recipient,
      text: sendingText(deps.documentUrl(token), expiresAt),
      usefulSeconds: TEXT_USEFUL_SECONDS,
    });
    return;
  }
  const account = await findCounterAccount(tx, userId);
  await deps.queueEmail(tx, sendingMail(sending, account?.companyName ?? account?.name ?? ''));
  if (!toOther) return;
  await deps.notify(tx, {
    key: `${messageKeyOf(id)}:told`,
    customerId: userId,
    kind: 'documents-sent',
    values: { documents: listOfPapers(papers), address: recipient },
  });
}

async function send(
  deps: PaperDependencies,
  tx: Transaction,
  order: SendingOrder,
  token: string,
): Promise<SendingRow | null> {
  const { userId, staffId, by, clientRequestId } = order;
  const now = deps.clock();
  await lockLines(tx, userId);
  const address = await addressOf(deps, tx, order);
  const papers = [];
  for (const chosen of order.papers) papers.push(await namePaper(deps, tx, userId, chosen));
  const sentToday = await countSendingsSince(tx, userId, startOfLagosDay(now));
  const sending = await insertSending(tx, {
    userId,
    papers,
    sentBy: by,
    ...address,
    tokenHash: by === 'text' ? tokenHashOf(token) : null,
    expiresAt: by === 'text' ? new Date(now.getTime() + LINK_DAYS * DAY_MS) : null,
    clientRequestId,
    createdBy: staffId,
    createdAt: now,
  });
  if (!sending) return null;
  if (sentToday >= MOST_A_DAY) throw new ApiError('documents.too-many-today');
  await queue(deps, tx, sending, token);
  await recordAudit(tx, {
    actorId: staffId,
    action: 'documents.send',
    subject: `customer:${userId}`,
    before: null,
    after: { sending: sending.id, documents: listOfPapers(papers), by, to: address.toOther ? 'other' : 'customer' },
  });
  return sending;
}

/** Each document once, in the order in which they were chosen. */
function distinct(papers: readonly ChosenPaper[]): ChosenPaper[] {
  return papers.filter((paper, at) => papers.findIndex((other) => isDeepStrictEqual(other, paper)) === at);
}

/** Whether a form that comes again asks for the same. */
function isSame(before: SendingRow, { userId, papers, to, by, staffId }: SendingOrder): boolean {
  const asked = papers.map((each) => ('kind' in each ? each : { number: each.number }));
  const sent = before.papers.map(({ kind, number, from, to: until }) =>
    kind === 'statement' ? { kind, from, to: until } : { number },
  );
  const isTo = to === undefined ? !before.toOther : before.recipient === to;
  return (
    before.userId === userId &&
    before.createdBy === staffId &&
    before.sentBy === by &&
    isTo &&
    isDeepStrictEqual(sent, asked)
  );
}

/**
 * Sends documents of an account together: attached to a mail to the customer or, for this once, to
 * somebody else, of which the customer is told; or as a link in a text to their verified number, which
 * opens these documents alone, for a week. Its token has 256 random bits, of which only a hash is
 * stored. A repeat of the form sends nothing. Audited. Throws customer.not-found; invoice.not-found, also
 * for another customer's document; statement.empty, request.invalid for a statement of impossible days,
 * account-proof.withdrawn, documents.unreachable, documents.no-verified-number, documents.text-to-other,
 * documents.too-many-today, counter.request-reused.
 */
export async function sendPapers(deps: PaperDependencies, asked: SendingOrder): Promise<SendingRow> {
  const order = { ...asked, papers: distinct(asked.papers) };
  const token = deps.newLinkToken();
  const sent = await runTransaction(deps.database, (tx) => send(deps, tx, order, token));
  if (sent) return sent;
  const before = await findSendingByRequest(deps.database, order.clientRequestId);
  if (!before) throw new Error('a sending of documents is gone');
  if (!isSame(before, order)) throw new ApiError('counter.request-reused');
  return before;
}

/** The same for one document, whoever's it is. Throws invoice.not-found. */
export async function sendPaper(
  deps: PaperDependencies,
  number: string,
  order: Omit<SendingOrder, 'userId' | 'papers'>,
): Promise<SendingRow> {
  const paper = await findPaper(deps.database, number);
  if (!paper) throw new ApiError('invoice.not-found');
  return sendPapers(deps, { ...order, userId: paper.userId, papers: [{ number }] });
}
