import type { DocumentSending, listPapers } from '@portal/contract/billing/papers/staff-papers';
import { nairaFromKobo } from '@portal/kernel/money';
import type { z } from 'zod/mini';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { requireLine } from '../lines/require-line.ts';
import { linkStateOf } from './document-link.policy.ts';
import { countPapers, findPaper, listPaperRows } from './paper.repository.ts';
import { listSendings } from './sending.repository.ts';

const PAGE_SIZE = 20;
const MOST_SENDINGS = 50;

type Reading = Pick<BillingDependencies, 'database' | 'clock'>;
type Found = Awaited<ReturnType<typeof listSendings>>[number];

/**
 * A customer's documents with a number, newest first: 20 unless `limit` says otherwise, before the
 * number `before` when it is given; none before a number that is not theirs. Throws customer.not-found.
 */
export async function readPapers(
  { database }: Reading,
  page: { readonly userId: number; readonly limit?: number | undefined; readonly before?: string | undefined },
): Promise<z.output<typeof listPapers.answer>> {
  const { userId, limit = PAGE_SIZE, before: number } = page;
  await requireLine(database, { accountId: userId });
  const total = await countPapers(database, userId);
  const found = number === undefined ? null : await findPaper(database, number);
  if (number !== undefined && found?.userId !== userId) return { total, papers: [] };
  const before = found && number !== undefined ? { micros: found.micros, number } : null;
  const rows = await listPaperRows(database, { userId, limit, before });
  return {
    total,
    papers: rows.map(({ issuedAt, amount, registration, ...row }) => ({
      ...row,
      ...(registration && { registration }),
      issuedAt: issuedAt.toISOString(),
      amount: amount === null ? null : nairaFromKobo(amount),
    })),
  };
}

/** What became of the message of a sending. */
function outcomeOf({ message, sending }: Found, now: Date): DocumentSending['outcome'] {
  if (message === null || message.id === null) return sending.createdAt < now ? 'unknown' : 'waiting';
  if (message.delivery === 'delivered') return 'delivered';
  const isLate = message.sentAt === null && message.expiresAt !== null && message.expiresAt <= now;
  if (message.givenUpAt !== null || message.delivery === 'undelivered' || isLate) return 'failed';
  return message.sentAt === null ? 'waiting' : 'sent';
}

function present(found: Found, now: Date): DocumentSending {
  const { sending, createdByName, verifiedPhone } = found;
  const { id, papers, sentBy, recipient, toOther, expiresAt, createdAt, createdBy } = sending;
  return {
    id,
    papers,
    by: sentBy,
    to: recipient,
    toOther,
    outcome: outcomeOf(found, now),
    link: expiresAt === null ? null : linkStateOf(sending, verifiedPhone, now),
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    createdBy: { id: createdBy, name: createdByName },
  };
}

/** The sendings of a customer's documents, newest first, fifty at most. Throws customer.not-found. */
export async function readSendings({ database, clock }: Reading, userId: number): Promise<DocumentSending[]> {
  await requireLine(database, { accountId: userId });
  const now = clock();
  return (await listSendings(database, { userId, limit: MOST_SENDINGS })).map((each) => present(each, now));
}

/** One that is there. */
export async function readSending({ database, clock }: Reading, id: number): Promise<DocumentSending> {
  const [found] = await listSendings(database, { id, limit: 1 });
  if (!found) throw new Error(`sending ${id} is gone`);
  return present(found, clock());
}
