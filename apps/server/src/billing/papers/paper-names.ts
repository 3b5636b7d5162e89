import type { PaperName } from '@portal/contract/billing/papers/papers';
import { formatLagosDay, lagosMidnight } from '@portal/kernel/calendar';
import { defineMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';

const KINDS: Readonly<Record<PaperName['kind'], MessageDescriptor>> = {
  invoice: defineMessage('Invoice'),
  'credit-note': defineMessage('Credit note'),
  receipt: defineMessage('Receipt'),
  proof: defineMessage('Proof of account'),
  statement: defineMessage('Statement of account'),
};

const dayOf = (day: string) => formatLagosDay(lagosMidnight(day));

/** A document as a row of a mail: what it is, and its number or its days. */
export function factOfPaper({ kind, number, from, to }: PaperName) {
  const days = from !== undefined && to !== undefined ? `${dayOf(from)} – ${dayOf(to)}` : '';
  return { label: KINDS[kind], value: number ?? days };
}

/** Documents by their numbers, in one line; a statement by its days. */
export function listOfPapers(papers: readonly PaperName[]): string {
  return papers.map((paper) => factOfPaper(paper).value).join(', ');
}
