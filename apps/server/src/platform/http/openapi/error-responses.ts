import { changedCustomer, type Endpoint } from '@portal/contract/platform/endpoint';
import { type ErrorCode, errorCodes } from '@portal/contract/platform/error-codes';

type Status = (typeof errorCodes)[ErrorCode]['status'] | '4XX';

/** The refusals of the API: one named response for each status. */
const RESPONSES: Readonly<Record<Status, { readonly name: string; readonly description: string }>> = {
  400: { name: 'BadRequest', description: 'The request could not be read.' },
  401: { name: 'Unauthorized', description: 'Who calls is not known, or is no longer signed in.' },
  403: { name: 'Forbidden', description: 'Who calls may not do this, or must prove first who they are.' },
  404: { name: 'NotFound', description: 'There is no such thing, or not for who calls.' },
  405: { name: 'MethodNotAllowed', description: 'The address does not take this method.' },
  409: { name: 'Conflict', description: 'It is not possible in the present state. A repeat is refused again.' },
  413: { name: 'ContentTooLarge', description: 'The body is larger than what is accepted.' },
  415: { name: 'UnsupportedMediaType', description: 'The body is of a type that is not accepted.' },
  422: { name: 'UnprocessableContent', description: 'Fields are missing or wrong; `errors` names them.' },
  429: { name: 'TooManyRequests', description: 'Too many calls for now. Wait as long as `Retry-After` says.' },
  503: { name: 'ServiceUnavailable', description: 'Not possible for now. Wait as long as `Retry-After` says.' },
  '4XX': { name: 'Refused', description: 'Any other refusal: `code` says why, `message` says it to a person.' },
};

const RETRY_AFTER = {
  description: 'Seconds to wait before the next attempt.',
  schema: { type: 'integer', minimum: 0 },
};

/** `components/responses`: those to which one of the calls refers. */
export function errorResponses(entries: readonly Endpoint[]) {
  const used = new Set(entries.flatMap((entry) => Object.keys(refusalsOf(entry))));
  return Object.fromEntries(
    Object.entries(RESPONSES)
      .filter(([status]) => used.has(status))
      .map(([status, { name, description }]) => [
        name,
        {
          description,
          ...(status === '429' || status === '503' ? { headers: { 'Retry-After': RETRY_AFTER } } : {}),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } },
        },
      ]),
  );
}

/** The codes by which a call is refused for reasons of its own. */
export function codesOf(entry: Endpoint): readonly ErrorCode[] {
  const { errors, ofLine, freshProof } = entry;
  return [
    ...errors,
    ...(changedCustomer(entry) !== null ? (['customer.merged'] as const) : []),
    ...(ofLine ? (['line.not-found'] as const) : []),
    ...(freshProof ? (['session.proof-required'] as const) : []),
  ];
}

/** Statuses that follow from what a call takes and from whom. */
function impliedStatuses({ access, accountRole, method, params, query, body, file, path }: Endpoint): Status[] {
  const isSession = access === 'session' || access === 'admin' || access === 'staff-sign-in';
  return [
    ...(isSession || access === 'network' ? ([401] as const) : []),
    // Another site's page may not change anything either.
    ...(access === 'admin' || access === 'staff-sign-in' || accountRole || method !== 'GET' ? ([403] as const) : []),
    ...(params || access === 'operator' ? ([404] as const) : []),
    ...(body ? ([400] as const) : []),
    ...(body || file ? ([413, 415] as const) : []),
    ...(body || query ? ([422] as const) : []),
    ...(path.startsWith('/api/') ? ([429] as const) : []),
    503,
    '4XX',
  ];
}

/** The refusals of a call by status, each a reference to its named response. */
export function refusalsOf(entry: Endpoint): Record<string, { readonly $ref: string }> {
  const statuses: Status[] = [...codesOf(entry).map((code) => errorCodes[code].status), ...impliedStatuses(entry)];
  return Object.fromEntries(
    [...new Set(statuses)].map((status) => [status, { $ref: `#/components/responses/${RESPONSES[status].name}` }]),
  );
}
