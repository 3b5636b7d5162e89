import { receiveInboundText as inboundEntry } from '@portal/contract/channels/sms-menu';
import type { FastifyInstance } from 'fastify';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { type ReceiveDependencies, receiveInboundText } from './receive-inbound-text.ts';

/** What customers text to the provider's number. `rawScope` parses no body: signatures are over bytes. */
export function registerSmsMenu(routes: Routes, deps: ReceiveDependencies & { readonly rawScope: FastifyInstance }) {
  routes.serve(
    inboundEntry,
    async ({ query, request }) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers['x-termii-signature'];
      await receiveInboundText(deps, { rawBody, signature, token: query.token });
      return { success: true as const };
    },
    { limit: null, scope: deps.rawScope },
  );
}
