import { koboFromNaira } from '@portal/kernel/money';
import type { FastifyRequest } from 'fastify';
import type { Billing } from '../../billing/index.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { CountQuickPay } from './quick-pay-limits.ts';
import type { QuickPayTokens, SeenAccount } from './quick-pay-token.ts';

export type OpeningDependencies = {
  readonly duePayments: Pick<Billing['duePayments'], 'open'>;
  readonly tokens: QuickPayTokens;
  readonly count: Pick<CountQuickPay, 'countOpening'>;
};

export type QuickOrder = {
  readonly gatewayId: string;
  readonly token: string;
  readonly amountNaira: number;
  readonly email: string;
  readonly payerName: string | null;
};

/** Exactly a hundred times what was seen is a program that counts in kobo, and nobody's wish. */
function isInKobo({ dueKobo }: SeenAccount, amountNaira: number): boolean {
  return dueKobo > 0 && amountNaira === dueKobo;
}

/**
 * Opens a payment of any sum for the account of a token, one for each wish: a second click gets the same page.
 * Throws quick-pay.expired, quick-pay.in-kobo, request.too-many, and what opening a payment throws.
 */
export async function openQuickPayment(deps: OpeningDependencies, order: QuickOrder, request: FastifyRequest) {
  const seen = deps.tokens.openAccount(order.token);
  if (!seen) throw new ApiError('quick-pay.expired');
  const amountKobo = koboFromNaira(order.amountNaira);
  if (amountKobo === null) throw new ApiError('request.invalid');
  if (isInKobo(seen, order.amountNaira)) throw new ApiError('quick-pay.in-kobo');
  deps.count.countOpening(request, seen.accountId);
  const { gatewayId, email, payerName } = order;
  const opened = await deps.duePayments.open({ accountId: seen.accountId, gatewayId, amountKobo, email, payerName });
  return { ...opened, receiptToken: deps.tokens.sealReceipt(opened.reference) };
}
