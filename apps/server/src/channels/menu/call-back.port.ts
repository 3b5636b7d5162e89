import type { Transaction } from '../../platform/database/connection.ts';

/**
 * Notes that somebody asks to be called, in the caller's transaction, once for each `requestId`; `waiting`
 * where a call that they asked for is not done yet. `phone` in E.164.
 */
export type RequestCallBack = (
  tx: Transaction,
  request: {
    readonly accountId: number;
    readonly personId: number;
    readonly phone: string;
    /** Through which they ask: "USSD session", "SMS". */
    readonly program: string;
    readonly requestId: string;
    readonly now: Date;
  },
) => Promise<'noted' | 'waiting'>;
