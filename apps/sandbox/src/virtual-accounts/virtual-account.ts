import type { Gateway } from '../sandbox-options.ts';

/** Who opens account numbers for a merchant's customers. */
export const PROVIDERS = ['paystack', 'monnify', 'flutterwave'] as const;
export type Provider = (typeof PROVIDERS)[number] & Gateway;

/** A bank account number of a merchant's customer. */
export interface VirtualAccount {
  readonly number: number;
  readonly provider: Provider;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly bank: string;
  readonly bankCode: string;
  /** The merchant's reference of it, or Paystack's code of the customer. */
  readonly reference: string;
  readonly email: string;
  readonly active: boolean;
  /** When the bank opens it, in milliseconds of the epoch; until then nobody has its number. */
  readonly opensAtMs: number;
  readonly createdAt: string;
}

/** Money that somebody sent to an account number. */
export interface Transfer {
  readonly accountNumber: string;
  readonly bank: string;
  readonly reference: string;
  readonly sessionId: string;
  readonly senderName: string;
  readonly senderBank: string;
  readonly narration: string;
}

export interface TransferRequest {
  readonly accountNumber: string;
  readonly amountKobo: number;
  readonly senderName: string;
  readonly senderBank?: string;
  readonly narration?: string;
  /** The bank's: a second transfer with it is the same one. Default: a new one. */
  readonly sessionId?: string;
  /** Where the number is nobody's. Default Paystack. */
  readonly provider?: Provider;
  readonly currency?: string;
  /** By the provider's own clock; default now. */
  readonly at?: Date;
}
