import { authorizeLine as authorizeEntry } from '@portal/contract/network/access';
import { readRadiusAttributes } from '@portal/kernel/radius-attributes';
import type { FastifyInstance } from 'fastify';
import { parseJson } from '../../platform/http/bodies/json-body.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { deviceOf } from '../accounting/accounting-packet.policy.ts';
import type { Device } from '../simultaneous-use/simultaneous-use.policy.ts';
import { type AuthorizeDependencies, authorizeLine } from './authorize-line.ts';
import type { RadiusTokenGuard } from './radius-token-guard.ts';

export type NetworkAccessDeps = AuthorizeDependencies & {
  readonly guard: RadiusTokenGuard;
  /** A scope that leaves bodies as bytes. */
  readonly rawScope: FastifyInstance;
};

/** The login in lower case, as lines store it, and the router that asks. */
function readRequest(body: unknown): { readonly username: string; readonly device: Device } {
  const attributes = Buffer.isBuffer(body) ? readRadiusAttributes(parseJson(body.toString('utf8'))) : null;
  const username = (attributes?.text('User-Name') ?? '').trim().toLowerCase();
  const device = attributes === null ? { nas: '', callingStation: null, nasPort: null } : deviceOf(attributes);
  return { username, device };
}

/**
 * The authorisation requests of the RADIUS server. With PAP its call contains a password in clear
 * text: nothing of the body is logged or stored.
 */
export function registerNetworkAccess(routes: Routes, deps: NetworkAccessDeps): void {
  routes.serve(
    authorizeEntry,
    async ({ request, reply }) => {
      deps.guard(request);
      const { username, device } = readRequest(request.body);
      const answer = await authorizeLine(deps, username, device);
      if (answer.accepted) return answer.attributes;
      // What FreeRADIUS remembers of the line stays where only this router is refused.
      const remembered = answer.ofRouter ? { 'control:Cache-Read-Only': 'yes' } : {};
      return reply
        .code(401)
        .type('application/json')
        .send(JSON.stringify({ 'reply:Reply-Message': answer.message, ...remembered }));
    },
    { limit: null, scope: deps.rawScope },
  );
}
