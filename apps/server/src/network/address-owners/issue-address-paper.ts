import { hash } from 'node:crypto';
import type { AddressAnswer, AddressQuestion } from '@portal/contract/network/address-owners';
import { lagosDay } from '@portal/kernel/calendar';
import { documentNumber, type InvoiceParty, type LetterDocument, proofCode, takeNumbers } from '../../billing/index.ts';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { findPaper, findPaperOfFacts, insertPaper, lockFacts, type PaperRow } from './address-owner.repository.ts';
import { describeAddressPaper } from './address-owner-letter.ts';
import { type AddressOwnerDependencies, answerQuestion } from './find-address-owner.ts';

export type AddressPaperDependencies = AddressOwnerDependencies & {
  readonly randomBytes: (size: number) => Uint8Array;
  readonly seller: () => InvoiceParty;
  readonly printLetter: (letter: LetterDocument) => Promise<Uint8Array>;
  /** The address of the page that checks papers. */
  readonly checkAt: string;
};

async function paperOf(
  deps: AddressPaperDependencies,
  tx: Transaction,
  {
    question,
    answer,
    staffId,
  }: { readonly question: AddressQuestion; readonly answer: AddressAnswer; readonly staffId: number },
): Promise<PaperRow> {
  const { port = null, caseNumber } = question;
  const factsKey = hash('sha256', JSON.stringify([caseNumber, port, answer]), 'base64url');
  await lockFacts(tx, factsKey);
  const before = await findPaperOfFacts(tx, factsKey);
  if (before) return before;
  const issuedAt = deps.clock();
  const { year } = lagosDay(issuedAt);
  const sequence = await takeNumbers(tx, { series: 'ADR', year, count: 1 });
  const numbers = answer.owners.flatMap(({ customer }) => (customer ? [customer.accountNumber] : []));
  const paper = {
    number: documentNumber('ADR', year, sequence),
    year,
    sequence,
    code: proofCode(deps.randomBytes),
    factsKey,
    address: answer.address,
    at: new Date(answer.at),
    caseNumber,
    accountNumbers: [...new Set(numbers)],
    issuedAt,
    issuedBy: staffId,
  };
  await insertPaper(tx, paper);
  return paper;
}

/**
 * The answer as a PDF under a number of its own, with a code by which anybody can check it. The same facts
 * for the same case are the same paper; of an open session the last packet is one of them. Audited. Throws
 * ApiError address-owner.in-future.
 */
export async function issueAddressPaper(
  deps: AddressPaperDependencies,
  { staffId, question }: { readonly staffId: number; readonly question: AddressQuestion },
): Promise<{ readonly number: string; readonly bytes: Uint8Array }> {
  const { paper, answer } = await runTransaction(deps.database, async (tx) => {
    const said = await answerQuestion(deps, tx, { staffId, question, paper: true });
    return { answer: said, paper: await paperOf(deps, tx, { question, answer: said, staffId }) };
  });
  const { number, code, caseNumber, issuedAt } = paper;
  const letter = describeAddressPaper(
    { number, code, caseNumber, port: question.port, issuedAt, answer },
    { seller: deps.seller(), checkAt: deps.checkAt },
  );
  return { number, bytes: await deps.printLetter(letter) };
}

/** What whoever has a paper may check of it; null where there is none of that number. */
export async function readAddressPaper(queryable: Queryable, number: string) {
  const paper = await findPaper(queryable, number);
  if (!paper) return null;
  const { code, issuedAt, address, at, accountNumbers } = paper;
  return { number, code, issuedAt, address: { address, at: at.toISOString(), accountNumbers } };
}
