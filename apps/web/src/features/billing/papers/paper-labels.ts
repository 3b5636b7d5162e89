import type { PaperKind, PaperName } from '@portal/contract/billing/papers/papers';
import { formatDate } from '../../../shared/format/date.ts';
import { phrase } from '../../../shared/i18n/translate.ts';

/** What each document is called. */
export const paperKinds: Readonly<Record<PaperKind, string>> = {
  invoice: phrase('Invoice'),
  'credit-note': phrase('Credit note'),
  receipt: phrase('Receipt'),
  proof: phrase('Proof of account'),
  statement: phrase('Statement of account'),
};

/** Its number, or the days of a statement. */
export function paperNumber({ number, from, to }: PaperName): string {
  const dayOf = (day = '') => formatDate(`${day}T12:00:00+01:00`);
  return number ?? `${dayOf(from)} – ${dayOf(to)}`;
}
