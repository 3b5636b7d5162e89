import {
  initializeQuickPayment,
  lookUpAccount as lookUpEntry,
  readPayCode as readPayCodeEntry,
  readQuickReceipt,
} from '@portal/contract/channels/quick-pay';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Billing } from '../../billing/index.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type LookupDependencies, lookUpAccount, lookUpPayCode } from './look-up-account.ts';
import { type OpeningDependencies, openQuickPayment } from './open-quick-payment.ts';
import { countedAs } from './quick-pay.policy.ts';
import type { CountQuickPay } from './quick-pay-limits.ts';

type Dependencies = LookupDependencies &
  OpeningDependencies & {
    readonly duePayments: Billing['duePayments'];
    readonly count: CountQuickPay;
    /** Throws ApiError quick-pay.off while the operator has switched it off. */
    readonly requireOn: () => void;
  };

/** Paying for an account without signing in. */
export function registerQuickPay(routes: Routes, deps: Dependencies): void {
  routes.serve(lookUpEntry, async ({ body, request }) => {
    deps.requireOn();
    deps.count.countLookup(request, countedAs(body.customer));
    return lookUpAccount(deps, body.customer);
  });

  routes.serve(readPayCodeEntry, async ({ body, request }) => {
    deps.requireOn();
    // Nobody who tries numbers can keep the holder of a link from paying.
    deps.count.countLookup(request, null);
    return lookUpPayCode(deps, body.code);
  });

  routes.serve(initializeQuickPayment, async ({ params, body, request }) => {
    deps.requireOn();
    const { token, amount: amountNaira, email, payerName = null } = body;
    const order = { gatewayId: params.gateway, token, amountNaira, email, payerName };
    const { gateway, url, reference, receiptToken } = await openQuickPayment(deps, order, request);
    const names = gateway.answerNames;
    return { status: 'success' as const, data: { [names.url]: url, [names.reference]: reference }, receiptToken };
  });

  // Whoever has paid sees the outcome, also once it is switched off.
  routes.serve(readQuickReceipt, async ({ body }) => {
    const { reference, token } = body;
    const paid = deps.tokens.isReceiptOf(token, reference) ? await deps.duePayments.check(reference) : null;
    if (!paid) throw new ApiError('payment.not-found');
    const { state, amountKobo, gatewayName: gateway, accountEnding, paidAt } = paid;
    const amount = nairaFromKobo(amountKobo);
    return { state, reference, amount, gateway, accountEnding, paidAt: paidAt?.toISOString() ?? null };
  });
}
