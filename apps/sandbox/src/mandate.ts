/** A bank account's mandate for the merchant, at Paystack. */
export interface Mandate {
  readonly number: number;
  /** The unguessable part of the approval page's address. */
  readonly code: string;
  readonly reference: string;
  readonly email: string;
  readonly callbackUrl: string | null;
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountNumber: string;
  /** The customer has not decided; declined; the bank activates it; it may be charged; it has ended. */
  readonly state: 'created' | 'declined' | 'pending' | 'active' | 'revoked';
  /** What charges it, once it is approved. */
  readonly authorizationCode: string | null;
  /** Without it each charge is declined. */
  readonly hasMoney: boolean;
  readonly createdAt: string;
  readonly approvedAt: string | null;
}

/** What the customer chooses on the approval page. */
export const MANDATE_OUTCOMES = ['approve', 'approve-without-money', 'decline', 'leave'] as const;
export type MandateOutcome = (typeof MANDATE_OUTCOMES)[number];

/** The banks at which mandates are possible, by code. */
export const MANDATE_BANKS: Readonly<Record<string, string>> = {
  '044': 'Access Bank',
  '050': 'Ecobank Nigeria',
  '070': 'Fidelity Bank',
  '011': 'First Bank of Nigeria',
  '214': 'First City Monument Bank',
  '058': 'Guaranty Trust Bank',
  '082': 'Polaris Bank',
  '221': 'Stanbic IBTC Bank',
  '232': 'Sterling Bank',
  '032': 'Union Bank of Nigeria',
  '033': 'United Bank For Africa',
  '035': 'Wema Bank',
  '057': 'Zenith Bank',
};

/** The account of a customer who names none. */
export const ANY_ACCOUNT = { bankCode: '057', number: '0123456789' } as const;
