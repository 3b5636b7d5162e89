import { isToOwnNumber } from '../payments/payment.policy.ts';
import type { MoneyAccount } from './ledger.repository.ts';

type Paid = { readonly gateway: string; readonly tillId: number | null; readonly agentId: number | null };

/** How staff, or an agent, paid a refund out. */
export type RefundPayout = { readonly method: 'cash' | 'transfer' | 'agent'; readonly staffId: number };

/**
 * Where the money of a payment came in: the agent who took it owes it, the till that cash was put into has
 * it, a voucher was paid for before; else it is at its gateway.
 */
export function moneyAccountOf({ gateway, tillId, agentId }: Paid): MoneyAccount {
  if (agentId !== null) return `agent:${agentId}`;
  if (gateway === 'voucher') return 'vouchers';
  return tillId === null ? `gateway:${gateway}` : `till:${tillId}`;
}

/**
 * Where the money of a refund comes from: the till that cash was paid out of, or the agent who gives it
 * back; else what came as cash, as a voucher or to an account number goes back by bank transfer, unless
 * its gateway sends it, and other money the way it came.
 */
export function refundAccountOf(
  { gateway, tillId, agentId, channel }: Paid & { readonly channel: string | null },
  payout: RefundPayout | null,
): MoneyAccount {
  if (payout?.method === 'cash') return `till:${payout.staffId}`;
  if (payout?.method === 'agent' && agentId !== null) return `agent:${agentId}`;
  const isTransferred = payout?.method === 'transfer' && isToOwnNumber({ channel });
  const isElsewhere = tillId !== null || agentId !== null || gateway === 'voucher' || isTransferred;
  return isElsewhere ? 'bank' : `gateway:${gateway}`;
}
