import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { LineLookup } from './create-line-lookup.ts';
import { acceptance, apiErrorOf } from './line.policy.ts';
import { recordAnswer } from './line.repository.ts';

export type AuthorizeDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly lookup: Pick<LineLookup, 'find'>;
  readonly uploadPercent: number;
};

export type Authorization =
  | { readonly accepted: true; readonly attributes: ReturnType<typeof acceptance> }
  | { readonly accepted: false; readonly message: string };

/**
 * Whether the line with this login may connect, and at what speed. Answers from the copy while the
 * database is unavailable. Throws ApiError service.unavailable when the copy lacks the login too:
 * then the RADIUS server's own cache decides. (Threats U1; product decisions, Subscription.)
 */
export async function authorizeLine(deps: AuthorizeDependencies, username: string): Promise<Authorization> {
  const line = await deps.lookup.find(username).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a line could not be looked up');
    throw new ApiError('service.unavailable', { retryAfterSeconds: 5 });
  });
  const message = apiErrorOf(line);
  const accepted = message === null;
  // The answer does not wait for it: it is for the nightly reconciliation.
  recordAnswer(deps.database, { username, accepted, at: deps.clock() }).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'an authorize answer could not be recorded'),
  );
  if (line && accepted) return { accepted, attributes: acceptance(line, deps.uploadPercent) };
  return { accepted: false, message: message ?? '' };
}
