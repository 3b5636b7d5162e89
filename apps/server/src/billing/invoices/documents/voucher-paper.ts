import type { brand } from '@portal/brand';

/** One card: the text of its QR code is the address of the payment page with the PIN. */
export type VoucherCard = { readonly pin: string; readonly serial: string; readonly qrText: string };

/** Sheets of vouchers to cut. */
export type VoucherSheets = {
  readonly kind: 'voucher-sheets';
  readonly brandName: string;
  readonly colour: string;
  readonly logo: typeof brand.logo;
  readonly title: string;
  readonly amount: string;
  readonly until: string;
  /** How it is used, in at most three short lines. */
  readonly ways: readonly string[];
  readonly cards: readonly VoucherCard[];
};

/** A file that only its passphrase opens (age). */
export type VoucherFile = { readonly kind: 'voucher-file'; readonly content: string; readonly passphrase: string };
