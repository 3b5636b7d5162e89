import type { Access, Endpoint } from '@portal/contract/platform/endpoint';
import { keyScopes } from '@portal/contract/platform/staff-permissions';
import { API_KEY_PREFIX } from '../authorisation/bearer-key.ts';

const scopeOf = ({ permission }: Endpoint) => keyScopes.find((one) => one === permission);

/** What a caller may show who they are with; empty where nothing of the kind is asked. */
export function securityOf(entry: Endpoint): object[] {
  const { access } = entry;
  // Its scope is x-permission: linters and generators take names behind a scheme for scopes of OAuth.
  if (scopeOf(entry) !== undefined) return [{ session: [] }, { apiKey: [] }];
  if (access === 'session' || access === 'admin' || access === 'staff-sign-in') return [{ session: [] }];
  if (access === 'network') return [{ networkToken: [] }];
  return access === 'operator' ? [{}, { metricsToken: [] }] : [];
}

const CALLERS: Readonly<Record<Exclude<Access, 'admin'>, string>> = {
  anyone: 'Anyone may call it.',
  session: 'For people who are signed in.',
  'staff-sign-in': 'For staff who have entered their password, and not yet a second factor.',
  gateway: 'For a payment gateway or SMS provider, which proves by a signature or token who it is.',
  network: 'For the provider’s RADIUS server.',
  operator: 'For the operator’s own programs.',
};

function staffOf(entry: Endpoint): string {
  const { permission } = entry;
  if (permission === 'any') return 'For everybody who works at the console.';
  const staff = `For staff with the permission \`${permission}\``;
  return scopeOf(entry) === undefined ? `${staff}.` : `${staff}, and for API keys with that scope.`;
}

/** Who may call, in sentences. */
export function callersOf(entry: Endpoint): string {
  const { access, accountRole, ofLine, freshProof } = entry;
  return [
    access === 'admin' ? staffOf(entry) : CALLERS[access],
    ...(accountRole === 'owner' ? ['They must be an owner of the account that they act for.'] : []),
    ...(accountRole === 'billing' || accountRole === 'technical'
      ? [`They must be an owner of the account that they act for, or have its role \`${accountRole}\`.`]
      : []),
    ...(ofLine ? ['It is about the line that is named, else about the first one that is not cancelled.'] : []),
    ...(freshProof ? ['A person must have proved in the last ten minutes who they are.'] : []),
  ].join(' ');
}

export function securitySchemes(sessionCookieName: string) {
  return {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookieName,
      description:
        'The session of a browser: a customer’s, or of staff, who need the permission x-permission. With x-fresh-proof the person must have signed in, or called POST /api/user/proof, in the last ten minutes; a call with an API key need not.',
    },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: `${API_KEY_PREFIX}…`,
      description: 'An API key that has the named scope: the permission in x-permission.',
    },
    networkToken: { type: 'http', scheme: 'bearer', description: 'NETWORK_TOKEN, for the RADIUS server.' },
    metricsToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'METRICS_TOKEN; none is asked on the machine itself.',
    },
  };
}
