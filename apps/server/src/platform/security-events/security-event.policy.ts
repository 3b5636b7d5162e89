import type { ErrorCode } from '@portal/contract/platform/error-codes';

/** Names of the OWASP Logging Vocabulary (https://cheatsheetseries.owasp.org, Logging Vocabulary). */
export type SecurityEventName =
  | 'authn_login_success'
  | 'authn_login_fail'
  | 'authn_login_lock'
  | 'authn_password_change'
  | 'authn_password_change_fail'
  | 'authz_fail'
  | 'excess_rate_limit_exceeded'
  | 'malicious_cors'
  | 'user_updated';

type Answer = {
  readonly method: string;
  /** The pattern of the route; absent where none matched. */
  readonly route: string | undefined;
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** Whether the call named an API key. */
  readonly hasKey: boolean;
};

/** Calls by which somebody proves who they are. */
const SIGN_IN = /^\/api\/(login|staff\/second-factor)(\/|$)/;

const REFUSALS: Partial<Record<ErrorCode, SecurityEventName>> = {
  'account.bad-credentials': 'authn_login_fail',
  'account.wrong-password': 'authn_password_change_fail',
  'second-factor.wrong-code': 'authn_login_fail',
  'passkey.refused': 'authn_login_fail',
  'passkey.cloned': 'authn_login_fail',
  'phone.too-many-codes': 'excess_rate_limit_exceeded',
  'speed-test.too-often': 'excess_rate_limit_exceeded',
  'request.foreign-origin': 'malicious_cors',
  'payment.bad-signature': 'authn_login_fail',
  'sms.bad-signature': 'authn_login_fail',
  'network.bad-token': 'authn_login_fail',
  'session.forbidden': 'authz_fail',
  'account.role': 'authz_fail',
  'staff.permission': 'authz_fail',
  'staff.address': 'authz_fail',
};

const DONE: Readonly<Record<string, SecurityEventName>> = {
  'POST /api/login': 'authn_login_success',
  'GET /api/login/directory/callback': 'authn_login_success',
  'POST /api/user/change-password': 'authn_password_change',
  'POST /api/password-reset/confirm': 'authn_password_change',
  'PUT /api/user/profile': 'user_updated',
};

/** Which security event an answer is; null for most. */
export function eventOf({ method, route = '', status, code, hasKey }: Answer): SecurityEventName | null {
  if (code === undefined) return status < 400 ? (DONE[`${method} ${route}`] ?? null) : null;
  if (code === 'request.too-many') return SIGN_IN.test(route) ? 'authn_login_lock' : 'excess_rate_limit_exceeded';
  if (code === 'session.missing') return hasKey ? 'authn_login_fail' : null;
  return REFUSALS[code] ?? null;
}

/** The event of an audit record, for a SIEM that knows the vocabulary. */
export function eventOfAction(action: string): string {
  if (/^staff\.(appoint|roles|role-permissions)$|^account\.(change-role|join)$/.test(action))
    return 'privilege_permissions_changed';
  if (action === 'staff.refuse' || action === 'staff.directory-refuse') return 'authz_fail';
  if (action === 'api-key.create') return 'authn_token_created';
  if (action === 'api-key.revoke') return 'authn_token_revoked';
  if (/export|^archive\.make$|^customer\.view-as/.test(action)) return 'sensitive_read';
  return 'sensitive_update';
}
