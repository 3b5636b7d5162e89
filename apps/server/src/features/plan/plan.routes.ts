import { listPlans, listServicePlans, sendSalesRequest as sendSalesRequestEntry } from '@portal/contract/plan';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Routes } from '../../http/route-from-contract.ts';
import { createPlanPublisher, type Publication } from './create-plan-publisher.ts';
import { type SendSalesRequestDeps, sendSalesRequest } from './send-sales-request.ts';

export type PlanDeps = SendSalesRequestDeps & { readonly log: Pick<FastifyBaseLogger, 'warn'> };

function sendPublication(request: FastifyRequest, reply: FastifyReply, publication: Publication): FastifyReply {
  reply.header('cache-control', 'public, max-age=60').header('etag', publication.etag);
  if (request.headers['if-none-match']?.includes(publication.etag)) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(publication.body);
}

/** The catalogue, for everybody, and the way to sales. */
export function registerPlan(routes: Routes, deps: PlanDeps): void {
  const publications = createPlanPublisher({
    database: deps.database,
    clock: deps.clock,
    onStale: (error) => deps.log.warn({ err: error }, 'the plan catalogue could not be refreshed'),
  });

  routes.serve(listServicePlans, async ({ request, reply }) =>
    sendPublication(request, reply, (await publications()).servicePlans),
  );

  routes.serve(listPlans, async ({ request, reply }) => sendPublication(request, reply, (await publications()).plans));

  routes.serve(sendSalesRequestEntry, async ({ body }) => {
    const requestNumber = await sendSalesRequest(deps, body);
    return {
      success: true as const,
      message: `Thank you. Our sales team will get in touch about request ${requestNumber}.`,
      requestNumber,
    };
  });
}
