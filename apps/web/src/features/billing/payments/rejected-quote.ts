import type { PaymentQuote } from '@portal/contract/billing/payments/payments';
import { errorAnswer } from '@portal/contract/error-answer';
import { ApiError } from '../../../shared/api/api-error.ts';

/** The right amount that an error answer carries when the amount due has changed, or null. */
export function rejectedQuote(failure: unknown): PaymentQuote | null {
  if (!(failure instanceof ApiError) || failure.status !== 409) return null;
  const body = parsed(failure.bodyText);
  const known = errorAnswer.safeParse(body);
  return (known.success && known.data.quote) || null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
