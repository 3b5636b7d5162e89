import type { Kobo } from '@portal/kernel/money';

/** What is left of a transaction, or of a match, in an account on the way to a bank. */
export type Remainder = {
  readonly account: string;
  readonly key: string;
  readonly matchId: string | null;
  readonly day: string;
  readonly amountKobo: Kobo;
};

/** Money at a gateway by the payout that it is in, else by its day. */
export type GatewayRemainder = {
  readonly account: string;
  readonly settlementId: string | null;
  readonly day: string;
  readonly isBack: boolean;
  readonly count: number;
  readonly references: string;
  readonly amountKobo: Kobo;
};

export type AgentName = {
  readonly account: string;
  readonly name: string;
  readonly isOwnStock: boolean;
  readonly settledOn: string | null;
};

export type TillState = {
  readonly account: string;
  readonly name: string;
  readonly closedAt: string | null;
  readonly countedKobo: Kobo;
};

export type TillMove = {
  readonly account: string;
  readonly kind: string;
  readonly count: number;
  readonly day: string;
  readonly amountKobo: Kobo;
};

export type AccountMonth = {
  readonly id: number;
  readonly name: string;
  readonly accountNumber: string;
  readonly openingDay: string;
  readonly openingKobo: Kobo;
  readonly linesKobo: Kobo;
  /** Null where the last line has no balance. */
  readonly closingKobo: Kobo | null;
  readonly closingDay: string | null;
};

export type WaitingLine = {
  readonly accountId: number;
  readonly bookedOn: string;
  readonly amountKobo: Kobo;
  readonly text: string;
  readonly reason: string | null;
};
