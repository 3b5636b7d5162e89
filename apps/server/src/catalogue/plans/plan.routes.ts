import {
  listPlans,
  listServicePlans,
  sendSalesRequest as sendSalesRequestEntry,
} from '@portal/contract/catalogue/plans';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call, Routes } from '../../platform/http/contract/route-from-contract.ts';
import { type SendSalesRequestDeps, sendSalesRequest } from '../sales-requests/send-sales-request.ts';
import type { Publication, Publications, PublishPlans } from './create-plan-publisher.ts';

export type PlanDeps = SendSalesRequestDeps & { readonly publishPlans: PublishPlans };

function sendPublication(request: FastifyRequest, reply: FastifyReply, publication: Publication): FastifyReply {
  // Pages refetch at once after a live update; the etag saves the others the bytes.
  reply.header('cache-control', 'public, no-cache').header('etag', publication.etag);
  if (request.headers['if-none-match']?.includes(publication.etag)) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(publication.body);
}

/** The catalogue, for everybody, and requests to sales. */
export function registerPlan(routes: Routes, deps: PlanDeps): void {
  const sendPlans = (which: keyof Publications, { request, reply }: Pick<Call<Endpoint>, 'request' | 'reply'>) => {
    const send = (published: Publications) => sendPublication(request, reply, published[which]);
    const published = deps.publishPlans();
    return published instanceof Promise ? published.then(send) : send(published);
  };
  routes.serve(listServicePlans, (call) => sendPlans('servicePlans', call));
  routes.serve(listPlans, (call) => sendPlans('plans', call));

  routes.serve(
    sendSalesRequestEntry,
    async ({ body }) => {
      const requestNumber = await sendSalesRequest(deps, body);
      return {
        success: true as const,
        message: `Thank you. Our sales team will get in touch about request ${requestNumber}.`,
        requestNumber,
      };
    },
    { limit: 'sales-request' },
  );
}
