import type { PaymentQuote } from '@portal/contract/billing/payments/payments';
import type { ErrorCode } from '@portal/contract/platform/error-codes';
import { errorCodes } from '@portal/contract/platform/error-codes';
import type { StaffTicketReply } from '@portal/contract/support/staff-tickets';

type RefusalExtras = {
  /** By field: what to correct. */
  readonly errors?: Record<string, string>;
  readonly retryAfterSeconds?: number;
  readonly quote?: PaymentQuote;
  /** Beyond a limit: what may be asked for instead. */
  readonly allowed?: Readonly<Record<string, string | number | null>>;
  readonly newerEntries?: readonly StaffTicketReply[];
  /** Replaces the code's own message when a more specific one is available. */
  readonly message?: string;
};

/**
 * An expected error: becomes the 4xx or 503 answer of its code. Throw it with `throw new
 * ApiError('plan.not-found')`.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly extras: RefusalExtras;

  constructor(code: ErrorCode, extras: RefusalExtras = {}) {
    super(extras.message ?? errorCodes[code].message);
    this.code = code;
    this.status = errorCodes[code].status;
    this.extras = extras;
  }
}
