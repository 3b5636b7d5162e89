import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { AccessServerLookup } from '../access-servers/create-access-server-lookup.ts';
import { recordRefusal } from '../simultaneous-use/record-refusal.ts';
import { type Device, refusalOf } from '../simultaneous-use/simultaneous-use.policy.ts';
import { acceptAttributes, type ReplyAttributes } from '../vendor-profiles/render-profile.ts';
import type { LineLookup } from './create-line-lookup.ts';
import { apiErrorOf, DEVICE_REFUSALS, INTERIM_SECONDS, type SubscriptionState, valuesOf } from './line.policy.ts';
import { recordAnswer } from './line.repository.ts';

export type AuthorizeDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly lookup: Pick<LineLookup, 'find'>;
  readonly uploadPercent: number;
  readonly accessServers: Pick<AccessServerLookup, 'findTemplates'>;
};

export type Authorization =
  | { readonly accepted: true; readonly attributes: ReplyAttributes }
  /** `ofRouter`: the line itself is open, to another router. */
  | { readonly accepted: false; readonly message: string; readonly ofRouter: boolean };

/** The Access-Accept of a line in rlm_rest's names, as the vendor profile of the access server has it. */
async function acceptance(
  deps: AuthorizeDependencies,
  line: Pick<SubscriptionState, 'downloadMbps' | 'restriction'>,
  nas: string,
): Promise<ReplyAttributes> {
  const templates = await deps.accessServers.findTemplates(nas);
  const attributes = acceptAttributes(templates, valuesOf(line, deps.uploadPercent));
  return { ...attributes, 'reply:Acct-Interim-Interval': INTERIM_SECONDS };
}

/**
 * Whether the line with this login may connect with this router, and at what speed. Answers from the copy while the
 * database is unavailable, whichever router it is. Throws ApiError service.unavailable when the copy lacks the login too:
 * then the RADIUS server's own cache decides. (Threats U1; product decisions, Subscription.)
 */
export async function authorizeLine(
  deps: AuthorizeDependencies,
  username: string,
  device: Device,
): Promise<Authorization> {
  const line = await deps.lookup.find(username).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a line could not be looked up');
    throw new ApiError('service.unavailable', { retryAfterSeconds: 5 });
  });
  const message = apiErrorOf(line);
  const refusal = message === null && line?.admission ? refusalOf(line.admission, device) : null;
  if (refusal !== null) {
    // Not an answer for the reconciliation: the line itself is open.
    const refused = { username, device, why: refusal, online: line?.admission?.online ?? [], at: deps.clock() };
    recordRefusal(deps.database, refused).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'a refused router could not be recorded'),
    );
    return { accepted: false, message: DEVICE_REFUSALS[refusal], ofRouter: true };
  }
  const accepted = message === null;
  // The answer does not wait for it: it is for the nightly reconciliation.
  recordAnswer(deps.database, { username, accepted, at: deps.clock() }).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'an authorize answer could not be recorded'),
  );
  if (line && accepted) return { accepted, attributes: await acceptance(deps, line, device.nas) };
  return { accepted: false, message: message ?? '', ofRouter: false };
}
