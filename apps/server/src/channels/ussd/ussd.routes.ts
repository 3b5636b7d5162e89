import { createHash, timingSafeEqual } from 'node:crypto';
import { answerUssdByAddress as getEntry, answerUssd as postEntry } from '@portal/contract/channels/ussd';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { createSay, screenOf } from '../menu/menu-screens.ts';
import { africasTalking } from './africas-talking.gateway.ts';
import { answerUssd, type UssdDependencies } from './answer-ussd.ts';
import { hollaTags } from './hollatags.gateway.ts';
import type { UssdAnswer, UssdGateway, UssdRequest } from './ussd-gateway.port.ts';

export const ussdGateways: readonly UssdGateway[] = [africasTalking, hollaTags];

/** Compares texts in constant time. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

/** The fields of the address and of a form; those of the form count where both have one. */
function fieldsOf(request: FastifyRequest): URLSearchParams {
  const fields = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
  const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
  for (const [name, value] of form) fields.set(name, value);
  return fields;
}

/**
 * The calls of USSD gateways. Nobody is let in without the key of the callback address. Whatever else
 * happens, the gateway gets a screen in its own form: anything else is shown to the caller as an error of
 * the operator.
 */
export function registerUssd(
  routes: Routes,
  deps: UssdDependencies & {
    /** Those whose key is accepted; none where there is no USSD. */
    readonly secrets: readonly string[];
    readonly log: Pick<FastifyBaseLogger, 'error'>;
    /** Parses no body: gateways send forms. */
    readonly rawScope: FastifyInstance;
  },
): void {
  const apology = (): UssdAnswer => ({ text: screenOf(createSay('en', deps.facts())('tryLater')), ends: true });

  const answerSafely = async (gateway: UssdGateway, request: UssdRequest): Promise<UssdAnswer | null> => {
    const startedAt = performance.now();
    try {
      return await answerUssd(deps, gateway, request);
    } catch (error) {
      deps.log.error({ err: error, gateway: gateway.name }, 'a USSD request could not be answered');
      return apology();
    } finally {
      deps.metrics.answered(gateway.name, (performance.now() - startedAt) / 1000);
    }
  };

  const serve = async (call: {
    readonly params: { readonly gateway: string };
    readonly query: { readonly key?: string | undefined };
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
  }): Promise<FastifyReply> => {
    const { params, query, request, reply } = call;
    const gateway = ussdGateways.find(({ name }) => name === params.gateway);
    if (!gateway || deps.secrets.length === 0) throw new ApiError('ussd.unknown-gateway');
    if (!deps.secrets.some((secret) => isSame(query.key ?? '', secret))) throw new ApiError('ussd.wrong-key');
    const asked = gateway.read(fieldsOf(request));
    const answer = asked ? await answerSafely(gateway, asked) : apology();
    if (answer === null) return reply.code(200).type('text/plain; charset=utf-8').send('');
    const { type, body } = gateway.write(asked, answer);
    return reply.code(200).type(type).send(body);
  };

  routes.serve(postEntry, serve, { limit: null, scope: deps.rawScope });
  routes.serve(getEntry, serve, { limit: null, scope: deps.rawScope });
}
