import { health, metrics, openApi, readiness } from '@portal/contract/platform/system';
import type { FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { ClockGuard } from '../clock/create-clock-guard.ts';
import { isBearer } from '../crypto/is-bearer.ts';
import type { Routes } from '../http/contract/route-from-contract.ts';
import { ApiError } from '../http/errors/api-error.ts';
import { sendApiError } from '../http/errors/error-handler.ts';
import { type Installation, openApiDocument } from '../http/openapi.ts';
import type { Drain } from './drain.ts';

type SystemDeps = {
  readonly clockGuard: ClockGuard;
  readonly drain: Drain;
  readonly metricsRegistry: Registry;
  /** The bearer tokens that may read the metrics; with none only loopback may. */
  readonly metricsTokens: readonly string[];
  readonly installation: () => Installation;
};

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

function mayReadMetrics(request: FastifyRequest, tokens: readonly string[]): boolean {
  // Behind a proxy on this machine every request comes from loopback; only the machine's own
  // programs have no forwarded address.
  if (tokens.length === 0) return LOOPBACK.test(request.ip) && request.headers['x-forwarded-for'] === undefined;
  return isBearer(request.headers.authorization, tokens);
}

/** Endpoints for operators and monitors: liveness, readiness, metrics, the API's description. */
export function registerSystem(routes: Routes, deps: SystemDeps): void {
  routes.serve(health, async () => ({ status: 'ok' as const }), { limit: null });

  routes.serve(
    readiness,
    async ({ request, reply, query }) => {
      // Not thrown: it is no fault that belongs in the log.
      if (deps.drain.isOn())
        return sendApiError(
          request,
          reply,
          new ApiError('service.unavailable', { message: 'This instance is about to end.' }),
        );
      if (query.exclude === 'database') return { status: 'ready' as const, clock: 'unknown' as const };
      const isRight = await deps.clockGuard.isRight().catch(() => {
        throw new ApiError('service.unavailable', { retryAfterSeconds: 2, message: 'The database does not answer.' });
      });
      // A wrong clock does not take the website down: pages and support still work.
      return { status: 'ready' as const, clock: isRight ? ('right' as const) : ('wrong' as const) };
    },
    { limit: null },
  );

  routes.serve(
    metrics,
    async ({ request, reply }) => {
      if (!mayReadMetrics(request, deps.metricsTokens)) throw new ApiError('request.not-found');
      return reply.type(deps.metricsRegistry.contentType).send(await deps.metricsRegistry.metrics());
    },
    { limit: null },
  );

  let described: { readonly supportEmail: string; readonly text: string } | null = null;
  routes.serve(openApi, async ({ reply }) => {
    const installation = deps.installation();
    const { supportEmail } = installation;
    // Staff may change it; the rest stays until the portal ends.
    if (described?.supportEmail !== supportEmail)
      described = { supportEmail, text: JSON.stringify(openApiDocument(installation)) };
    return reply.type('application/json').header('cache-control', 'public, max-age=300').send(described.text);
  });
}
