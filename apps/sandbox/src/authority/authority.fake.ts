import type { FastifyInstance } from 'fastify';
import type { FaultRequest } from '../faults.ts';
import { InterswitchToken } from '../gateways/interswitch-token.ts';
import {
  type RouteDependencies,
  textOf,
  type VendorAnswer,
  type VendorCall,
  type VendorRoute,
  vendorRoute,
} from '../gateways/vendor-route.ts';
import { SANDBOX_AUTHORITY, type SandboxKeys } from '../sandbox-options.ts';
import { findFault } from './authority-checks.ts';
import type { Registration } from './registration.ts';
import { codeTextOf, type Registrations } from './registrations.ts';

export interface AuthorityDependencies {
  readonly registrations: Registrations;
  readonly clock: () => Date;
  readonly newId: () => string;
}

type Deps = AuthorityDependencies;

/** A refusal in the authority's envelope. */
export function refusal(status: number, details: string, id = ''): VendorAnswer {
  const said = `validation failed: ${details}`;
  return {
    status,
    body: {
      code: status,
      data: null,
      message: 'error has occurred',
      error: { id, handler: 'invoice_actions', details, public_message: said },
    },
  };
}

const DUPLICATE = {
  details: 'unable to complete this operation at this time, kindly try again later',
  public_message:
    'validation failed: we are unable to process your request. also confirm this is not a duplicate request',
};

function duplicate({ newId }: Deps): VendorAnswer {
  const { status, body } = refusal(400, '', newId());
  return { status, body: { ...body, error: { id: newId(), handler: 'invoice_actions', ...DUPLICATE } } };
}

/** What a fault makes of a call that would be looked at; null where it changes nothing. */
function spoilt(fault: FaultRequest | null): VendorAnswer | null {
  if (fault?.mode === 'offline')
    return { status: 500, body: { code: '500', message: 'NRS system is currently offline. Please try again later' } };
  if (fault?.mode === 'limited') return { status: 429, body: { message: 'Too many requests' } };
  if (fault?.mode === 'decline') return refusal(400, fault.reason ?? 'invoicetypecode must be a valid invoice type');
  return null;
}

/** Takes a document once, or says why not. */
function register(deps: Deps, call: VendorCall, fault: FaultRequest | null): Registration | VendorAnswer {
  const spoiltAnswer = spoilt(fault);
  if (spoiltAnswer) return spoiltAnswer;
  const wrong = findFault(call.body, SANDBOX_AUTHORITY);
  if (wrong !== null)
    return refusal(400, wrong.includes(' must ') ? `invoicerequest.invoice.${wrong}` : wrong, deps.newId());
  const irn = textOf(call.body.irn);
  return deps.registrations.find(irn) ? duplicate(deps) : deps.registrations.add(irn, call.body);
}

const isRegistration = (answer: Registration | VendorAnswer): answer is Registration => 'irn' in answer;

const irnInBody = (call: VendorCall) => textOf(call.body.irn) || null;
const irnInPath = (call: VendorCall) => textOf(call.params.irn) || null;

/**
 * The tax authority behind two providers: Interswitch's calls with a token, and its own with a pair of keys.
 * Both have the same documents.
 */
export function registerAuthority(scope: FastifyInstance, routes: RouteDependencies, deps: Deps): void {
  for (const route of [...interswitchRoutes(deps), ...mbsRoutes(deps)]) vendorRoute(scope, routes, route);
}

function tokenOf({ clock }: Deps): InterswitchToken {
  const { apiKey: interswitchClientId, apiSecret: interswitchClientSecret } = SANDBOX_AUTHORITY;
  const keys = {
    interswitchClientId,
    interswitchClientSecret,
    interswitchMerchantCode: '',
    interswitchPayableCode: '',
  };
  return new InterswitchToken(keys as SandboxKeys, clock);
}

function interswitchRoutes(deps: Deps): VendorRoute[] {
  const token = tokenOf(deps);
  const invalid = { error: 'invalid_token', error_description: 'The access token is invalid or has expired.' };
  const refuse = (call: VendorCall) => (token.isValid(call.authorization) ? null : { status: 401, body: invalid });
  const base = { method: 'POST', refuse } as const;
  const tokenRoute: VendorRoute = {
    method: 'POST',
    url: '/Api/SwitchTax/Token',
    operation: 'token',
    referenceOf: () => null,
    refuse: () => null,
    act: ({ body }, fault) => {
      const isOurs = body.ClientId === SANDBOX_AUTHORITY.apiKey && body.ClientSecret === SANDBOX_AUTHORITY.apiSecret;
      if (!isOurs || fault?.mode === 'decline') return { status: 401, body: invalid };
      const { access_token: Token } = token.issue('') as { access_token: string };
      return { status: 200, body: { Token, token_type: 'bearer', expires_in: 3600 } };
    },
  };
  return [
    tokenRoute,
    {
      ...base,
      url: '/Api/SwitchTax/postInvoice',
      operation: 'register',
      referenceOf: irnInBody,
      act: (call, fault) => {
        const answer = register(deps, call, fault);
        if (!isRegistration(answer)) return answer;
        const PostingDateTime = answer.at.slice(0, 19).replace('T', ' ');
        const data = { IRN: answer.irn, PostingDateTime, QRCodeData: codeTextOf(answer.irn) };
        return { status: 201, body: { code: 201, message: 'Transmitted successfully', data } };
      },
    },
    {
      ...base,
      url: '/Api/SwitchTax/transmit/:irn',
      operation: 'find',
      referenceOf: irnInPath,
      act: (call, fault) =>
        spoilt(fault) ??
        (deps.registrations.find(irnInPath(call) ?? '')
          ? { status: 200, body: { code: 200, data: { ok: true } } }
          : refusal(404, 'invoice not found', deps.newId())),
    },
  ];
}

const OK = { status: 200, body: { code: 200, data: { ok: true } } };

function mbsRoutes(deps: Deps): VendorRoute[] {
  const { businessId, serviceId } = SANDBOX_AUTHORITY;
  // It answers 400 to a wrong key.
  const refuse = ({ headers }: VendorCall): VendorAnswer | null =>
    headers['x-api-key'] === SANDBOX_AUTHORITY.apiKey && headers['x-api-secret'] === SANDBOX_AUTHORITY.apiSecret
      ? null
      : {
          ...refusal(400, ''),
          body: {
            code: 400,
            data: null,
            message: 'error has occurred',
            error: { id: '', handler: 'handler', public_message: 'unable to validate api key' },
          },
        };
  return [
    {
      method: 'POST',
      refuse,
      url: '/api/v1/invoice/validate',
      operation: 'validate',
      referenceOf: irnInBody,
      act: (call, fault) => {
        const wrong = findFault(call.body, SANDBOX_AUTHORITY);
        if (wrong !== null) return refusal(400, wrong, deps.newId());
        return spoilt(fault) ?? (deps.registrations.find(textOf(call.body.irn)) ? duplicate(deps) : OK);
      },
    },
    {
      method: 'POST',
      refuse,
      url: '/api/v1/invoice/sign',
      operation: 'register',
      referenceOf: irnInBody,
      act: (call, fault) => {
        const answer = register(deps, call, fault);
        return isRegistration(answer) ? { ...OK, status: 201 } : answer;
      },
    },
    {
      method: 'POST',
      refuse,
      url: '/api/v1/invoice/transmit/:irn',
      operation: 'transmit',
      referenceOf: irnInPath,
      act: (_call, fault) => spoilt(fault) ?? OK,
    },
    {
      method: 'GET',
      refuse,
      url: `/api/v1/invoice/${businessId}`,
      operation: 'find',
      referenceOf: (call) => call.query.irn ?? null,
      act: (call, fault) => {
        const known = deps.registrations.find(call.query.irn ?? '');
        const items = known
          ? [{ irn: known.irn, entry_status: 'SIGNED', issue_date: textOf(known.body.issue_date) }]
          : [];
        const page = { page: 1, size: 1, hasNextPage: false, hasPreviousPage: false, totalCount: items.length };
        return spoilt(fault) ?? { status: 200, body: { code: 200, data: { items, page } } };
      },
    },
    {
      method: 'GET',
      refuse,
      url: `/api/v1/entity/${businessId}`,
      operation: 'token',
      referenceOf: () => null,
      act: (_call, fault) => {
        const template = `{{invoice_id(e.g:INV00XXX)}}-${serviceId}-{{YYYYMMDD(e.g:20250629)}}`;
        const businesses = [{ id: businessId, name: 'Sandbox', irn_template: template, is_active: true }];
        return spoilt(fault) ?? { status: 200, body: { code: 200, data: { id: businessId, businesses } } };
      },
    },
  ];
}
