import type { PaymentQuote } from '@portal/contract/billing/payments';
import { refusal } from '@portal/contract/error-answer';
import { ApiError } from '../../../shared/api/api-error.ts';

/** The right amount that a refusal carries when the amount due has changed, or null. */
export function refusedQuote(failure: unknown): PaymentQuote | null {
  if (!(failure instanceof ApiError) || failure.status !== 409) return null;
  const body = parsed(failure.bodyText);
  const known = refusal.safeParse(body);
  return (known.success && known.data.quote) || null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
