import type { IntakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import type { Customer } from '../billing/payment-testbed.ts';

/** A customer with a plan, and what others pay them by. */
export type Payer = {
  readonly who: Customer;
  readonly planId: string;
  readonly accountNumber: string;
  /** Verified, E.164. */
  readonly phone: string;
  /** The code of the link that they have given away; null where they have made none. */
  readonly code: string | null;
  /** The bank account numbers on which money for them arrives. */
  readonly numbers: readonly { readonly provider: IntakeProvider; readonly accountNumber: string }[];
};
