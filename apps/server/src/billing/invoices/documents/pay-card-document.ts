import type { brand } from '@portal/brand';
import type { LanguageCode } from '@portal/contract/messaging/notices';

/** The card with every way to pay for an account, in the language of its people. */
export type PayCardDocument = {
  readonly isCard: true;
  readonly brandName: string;
  readonly colour: string;
  readonly logo: typeof brand.logo;
  readonly language: LanguageCode;
  readonly title: string;
  /** What its QR code opens. */
  readonly url: string;
  /** The link, the account number, the USSD code and the numbers at banks: labels and what is dialled or typed. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly footer: string;
};
