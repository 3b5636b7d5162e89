import type { TransferReason } from '@portal/contract/billing/payments/staff-incoming-transfers';
import { isAccountNumber } from '@portal/kernel/account-number';
import type { TransferFacts } from './intake.port.ts';

/** What our own tables say of the number that a transfer came to. */
export type Owner = {
  readonly accountId: number;
  /** Set where its money is for one line alone. */
  readonly lineId: number | null;
  /** Whether money to it is its customer's: also to one that was replaced, not to one that was closed. */
  readonly isOpen: boolean;
};

export type Judgement =
  | { readonly kind: 'settle'; readonly owner: Owner }
  | { readonly kind: 'wait'; readonly reason: TransferReason; readonly suggestedAccountId: number | null };

/**
 * Whose a transfer is, or why staff have to say so. Nothing is guessed: of several customers with the same
 * number it is nobody's.
 */
export function judgeTransfer(facts: TransferFacts, owners: readonly Owner[]): Judgement {
  const wait = (reason: TransferReason, suggestedAccountId: number | null = null): Judgement => {
    return { kind: 'wait', reason, suggestedAccountId };
  };
  if (!facts.modeMatches) return wait('test-money');
  const [owner, ...others] = owners;
  if (facts.currency !== 'NGN') return wait('other-currency', others.length === 0 ? (owner?.accountId ?? null) : null);
  if (!owner) return wait('unknown-number');
  if (others.some(({ accountId }) => accountId !== owner.accountId)) return wait('several-customers');
  return owner.isOpen ? { kind: 'settle', owner } : wait('closed-number', owner.accountId);
}

/** Whether it is money of ours at the provider, to be booked although nobody knows whose it is. */
export function isBookable(reason: string | null): boolean {
  return reason !== 'other-currency' && reason !== 'test-money';
}

const INVOICE_NUMBER = /\bINV[- ]?(\d{4})[- ]?(\d{6})\b/gi;
const TEN_DIGITS = /(?<!\d)\d{10}(?!\d)/g;

/** The one invoice number in a narration, which a bank may have written without its hyphens; null for none, and for several. */
export function invoiceNumberIn(narration: string | null): string | null {
  const found = new Set(
    Array.from((narration ?? '').matchAll(INVOICE_NUMBER), ([, year, number]) => `INV-${year}-${number}`),
  );
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

/** Account numbers of ours in a narration, by their check digit. */
export function accountNumbersIn(narration: string | null): string[] {
  return [...new Set((narration ?? '').match(TEN_DIGITS))].filter(isAccountNumber);
}
