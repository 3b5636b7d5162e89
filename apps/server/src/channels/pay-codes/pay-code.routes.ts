import { createPayCode, getPayCard, getPayCode } from '@portal/contract/channels/pay-codes';
import type { FastifyInstance } from 'fastify';
import { type PayCardDocument, sendPdf } from '../../billing/index.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { makePayCode, type PayCodeDependencies, readPayCode } from './make-pay-code.ts';
import { describePayCard, type PayCardDependencies } from './pay-card.ts';

type Dependencies = PayCodeDependencies &
  PayCardDependencies & {
    readonly print: (card: PayCardDocument) => Promise<Uint8Array>;
    /** Throws ApiError quick-pay.off while the operator has switched it off. */
    readonly requireOn: () => void;
  };

/** What the people of an account give to whoever pays for them. */
export function registerPayCode(routes: Routes, deps: Dependencies): void {
  routes.serve(getPayCode, async ({ viewer }) => {
    deps.requireOn();
    return readPayCode(deps, deps.database, viewer.account.id);
  });

  routes.serve(createPayCode, async ({ viewer, body }) => {
    deps.requireOn();
    const payCode = await makePayCode(deps, { accountId: viewer.account.id, isReplaced: body.replace === true });
    return { success: true as const, message: 'Your payment link is ready', payCode };
  });

  routes.serve(getPayCard, async ({ viewer, reply }) => {
    deps.requireOn();
    const card = await describePayCard(deps, { accountId: viewer.account.id, userId: viewer.user.id });
    return sendPdf(reply, 'payment-card', await deps.print(card));
  });
}

/**
 * GET /p/:code, where a customer's link leads: on to the page, with the code behind the #, which no log and no
 * other site gets. It says nothing of whether there is such a code.
 */
export function registerPayLink(scope: FastifyInstance): void {
  scope.get<{ Params: { code: string } }>('/p/:code', async ({ params }, reply) =>
    reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .redirect(`/pay#code=${encodeURIComponent(params.code)}`, 303),
  );
}
