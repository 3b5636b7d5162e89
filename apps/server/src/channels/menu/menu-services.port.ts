import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { Kobo } from '@portal/kernel/money';

/** An account as somebody reaches it from a telephone. */
export type CallerAccount = {
  readonly accountId: number;
  /** Ten digits. */
  readonly number: string;
  readonly name: string;
  /** On whose authority: whose verified number it is, or whose PIN was entered. */
  readonly personId: number;
  /** Whether their role in the account lets them see its bills. */
  readonly seesBills: boolean;
};

export type Balance = {
  readonly dueKobo: Kobo;
  readonly creditKobo: Kobo;
  /** The next payment that is not due yet; null where none comes. */
  readonly next: { readonly amountKobo: Kobo; readonly at: Date } | null;
  readonly hasPlan: boolean;
};

export type MenuLine = { readonly lineId: number; readonly label: string };

/** An incident, or maintenance that is under way or announced. */
export type Outage = {
  readonly kind: 'incident' | 'maintenance';
  readonly area: string;
  readonly title: string;
  /** Null for what has begun. */
  readonly startsAt: Date | null;
  /** Null while nobody knows. */
  readonly endsAt: Date | null;
};

/** What is known of a line; `unknown` where nothing from the network says whether it is connected. */
export type LineVerdict =
  | { readonly kind: 'no-plan' | 'awaiting-payment' | 'account-unpaid' | 'limit-reached' | 'unknown' }
  | { readonly kind: 'account-paused'; readonly until: Date }
  | { readonly kind: 'incident' | 'maintenance'; readonly area: string; readonly endsAt: Date | null }
  | { readonly kind: 'online' | 'no-session'; readonly since: Date };

export type PinResult =
  | { readonly kind: 'proven'; readonly account: CallerAccount }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly minutes: number };

export type PayeeResult =
  | { readonly kind: 'found'; readonly accountId: number; readonly number: string; readonly maskedName: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'wait'; readonly minutes: number };

export type VoucherResult =
  | { readonly kind: 'used-now'; readonly amountKobo: Kobo; readonly receiptNumber: string }
  | { readonly kind: 'already-used' | 'expired' | 'stopped' | 'unknown' | 'bad-check-digits' | 'retry' }
  | { readonly kind: 'throttled'; readonly minutes: number };

export type LinkResult =
  | { readonly kind: 'sent'; readonly amountKobo: Kobo }
  | { readonly kind: 'shown'; readonly amountKobo: Kobo; readonly url: string; readonly expiresAt: Date }
  | { readonly kind: 'nothing-due' | 'no-plan' | 'impossible' };

/** What the menu reads and does for one caller, in one step of theirs. */
export type MenuServices = {
  /** The accounts of the people whose verified number it is, six at most. */
  readonly listOwnAccounts: () => Promise<readonly CallerAccount[]>;
  /** The account, while the person still belongs to it; null otherwise. */
  readonly findAccount: (of: {
    readonly accountId: number;
    readonly personId: number;
  }) => Promise<CallerAccount | null>;
  readonly provePin: (accountNumber: string, pin: string) => Promise<PinResult>;
  readonly findPayee: (accountNumber: string) => Promise<PayeeResult>;
  readonly readBalance: (accountId: number) => Promise<Balance>;
  /** The lines of an account, six at most. */
  readonly listLines: (accountId: number) => Promise<readonly MenuLine[]>;
  readonly readLine: (lineId: number) => Promise<LineVerdict>;
  /** What concerns the lines of an account, or all of it; six at most. */
  readonly listOutages: (accountId: number | null) => Promise<readonly Outage[]>;
  /** Null while the portal has no vouchers. */
  readonly redeemVoucher:
    | ((order: { readonly pin: string; readonly accountId: number }) => Promise<VoucherResult>)
    | null;
  /** Texts a link to pay, or gives it to be shown. */
  readonly makeLink: (account: CallerAccount) => Promise<LinkResult>;
  /** Whether a call was noted by this step, or one waited already. */
  readonly requestCall: (account: CallerAccount) => Promise<'noted' | 'waiting'>;
  /** For everybody whose verified number it is. */
  readonly saveLanguage: (language: LanguageCode) => Promise<void>;
};
