import { payByLink as payEntry, readPaymentLink } from '@portal/contract/billing/payments/payment-links';
import {
  createPaymentLink,
  listPaymentLinks,
  withdrawPaymentLink,
} from '@portal/contract/billing/payments/staff-payment-links';
import { koboFromNaira } from '@portal/kernel/money';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { requireLine } from '../lines/require-line.ts';
import { createVerifyPayment } from '../payments/settlement/verify-payment.ts';
import { createLink } from './create-link.ts';
import { payByLink, readLink } from './pay-by-link.ts';
import { readStaffLink, readStaffLinks } from './read-staff-links.ts';
import { withdrawLink } from './withdraw-link.ts';

const NO_SUBJECT = 'Say what the link is for: an amount, an invoice or a plan.';

/** Links that staff make, and what their holders do with them. */
export function registerPaymentLink(routes: Routes, deps: BillingDependencies): void {
  const verify = createVerifyPayment(deps);

  routes.serve(readPaymentLink, async ({ body }) => readLink(deps, body.token, body.check === true ? verify : null));
  routes.serve(payEntry, async ({ body }) => ({
    url: await payByLink(deps, { token: body.token, gatewayId: body.gateway, amountNaira: body.amount }),
  }));

  routes.serve(createPaymentLink, async ({ viewer, params, body }) => {
    const { amount, invoiceNumber = null, planId = null, sendBy, clientRequestId } = body;
    const subjects = [amount, invoiceNumber ?? undefined, planId ?? undefined].filter((each) => each !== undefined);
    if (subjects.length !== 1) {
      throw new ApiError('request.invalid', { message: NO_SUBJECT, errors: { amount: NO_SUBJECT } });
    }
    const { lineId } = await requireLine(deps.database, { accountId: params.id, lineId: body.lineId });
    const amountKobo = amount === undefined ? null : koboFromNaira(amount);
    const { link, url } = await createLink(deps, {
      userId: params.id,
      lineId,
      staffId: viewer.user.id,
      amountKobo,
      invoiceNumber,
      planId,
      sendBy,
      clientRequestId,
    });
    const message = sendBy === 'screen' ? 'The link is ready.' : 'The link is sent.';
    return { success: true as const, message, link: await readStaffLink(deps, link.id), url };
  });

  routes.serve(listPaymentLinks, async ({ params }) => readStaffLinks(deps, params.id));

  routes.serve(withdrawPaymentLink, async ({ viewer, params }) => {
    await withdrawLink(deps, { id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The link is withdrawn.', link: await readStaffLink(deps, params.id) };
  });
}
