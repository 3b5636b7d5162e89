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
  /** What its QR code opens, and how it is written beside it. */
  readonly link: { readonly url: string; readonly label: string; readonly shown: string };
  /** The account number, the USSD code and the numbers at banks: short labels and what is dialled or typed. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly footer: string;
};
