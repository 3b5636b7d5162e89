import type { brand } from '@portal/brand';
import type { LanguageCode } from '@portal/contract/messaging/notices';

/** The content of a letter to a third party, in the language that was chosen for it. */
export type LetterDocument = {
  readonly brandName: string;
  readonly colour: string;
  readonly logo: typeof brand.logo;
  readonly language: LanguageCode;
  readonly title: string;
  readonly number: string;
  readonly stamp: string | null;
  /** Who writes, line by line. */
  readonly seller: readonly string[];
  readonly date: string;
  readonly salutation: string;
  readonly opening: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly closing: readonly string[];
};
