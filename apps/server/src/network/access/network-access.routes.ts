import { authorizeLine as authorizeEntry } from '@portal/contract/network/access';
import { readRadiusAttributes } from '@portal/kernel/radius-attributes';
import type { FastifyInstance } from 'fastify';
import { parseJson } from '../../platform/http/json-body.ts';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import { type AuthorizeDependencies, authorizeLine } from './authorize-line.ts';
import type { RadiusTokenGuard } from './radius-token-guard.ts';

export type NetworkAccessDeps = AuthorizeDependencies & {
  readonly guard: RadiusTokenGuard;
  /** Keeps bodies as the bytes that arrived. */
  readonly rawScope: FastifyInstance;
};

/** The login in small letters, as lines have it. */
function usernameIn(body: unknown): string {
  const attributes = Buffer.isBuffer(body) ? readRadiusAttributes(parseJson(body.toString('utf8'))) : null;
  return (attributes?.text('User-Name') ?? '').trim().toLowerCase();
}

/** What the RADIUS server asks when a line comes on. With PAP its call holds a password in clear: nothing of the body is logged or kept. */
export function registerNetworkAccess(routes: Routes, deps: NetworkAccessDeps): void {
  routes.serve(
    authorizeEntry,
    async ({ request, reply }) => {
      deps.guard(request);
      const answer = await authorizeLine(deps, usernameIn(request.body));
      if (answer.accepted) return answer.attributes;
      return reply
        .code(401)
        .type('application/json')
        .send(JSON.stringify({ 'reply:Reply-Message': answer.message }));
    },
    { limit: null, scope: deps.rawScope },
  );
}
