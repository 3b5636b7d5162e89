import type { PaperName } from '@portal/contract/billing/papers/papers';
import type { Paper } from '@portal/contract/billing/papers/staff-papers';
import { formatDate } from '../../../../shared/format/date.ts';
import { languages } from '../../../../shared/i18n/languages.ts';
import { paperKinds, paperNumber } from '../paper-labels.ts';

/** "Invoice INV-2026-005120". */
export function nameOfPaper(paper: PaperName): string {
  return `${paperKinds[paper.kind]} ${paperNumber(paper)}`;
}

/** What a document is for, and its day. */
export function aboutPaper({ kind, about, issuedAt }: Paper): string {
  const language = languages.find(({ code }) => code === about)?.name;
  const what = kind === 'proof' ? language : kind === 'credit-note' ? `Corrects ${about}` : about;
  return [what, formatDate(issuedAt)].filter(Boolean).join(', ');
}
