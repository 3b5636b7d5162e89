import { keyScopes, type Permission } from '@portal/contract/platform/staff-permissions';

/** What scopes are about, in the order of the console. */
const GROUPS = {
  Customers: [
    'customers',
    'sign-ins',
    'lines',
    'line-addresses',
    'notes',
    'referrals',
    'announcements',
    'filters',
    'bulk-actions',
    'grievances',
  ],
  Support: ['tickets', 'inbound-mail', 'chats', 'whatsapp', 'saved-replies'],
  Money: [
    'payments',
    'invoices',
    'e-invoices',
    'documents',
    'promises',
    'collections',
    'courtesy-days',
    'data-credits',
    'credit',
    'ledger',
    'bank',
    'counter',
    'tills',
    'vouchers',
    'agents',
    'plans',
  ],
  Network: ['network', 'sessions', 'access-servers', 'outage-credits'],
  'The portal': [
    'overview',
    'exports',
    'imports',
    'archives',
    'settings',
    'audit',
    'security-incidents',
    'operations',
    'staff',
    'api-keys',
    'webhook-endpoints',
  ],
} as const;

export type ScopeRow = { readonly noun: string; readonly scopes: readonly Permission[] };
export type ScopeGroup = { readonly name: string; readonly rows: readonly ScopeRow[] };

const words = (text: string) => text.replaceAll('-', ' ');
const nounOf = (scope: Permission) => scope.slice(0, scope.indexOf(':'));

/** 'payments:approve-refund' beside its noun: 'Approve refund'. */
export function actionOf(scope: Permission): string {
  const action = words(scope.slice(scope.indexOf(':') + 1));
  return action.charAt(0).toUpperCase() + action.slice(1);
}

/** The scopes that somebody may give, by what they are about; groups and nouns without one are left out. */
export function groupScopes(may: (scope: Permission) => boolean): ScopeGroup[] {
  const scopes = keyScopes.filter(may);
  return Object.entries(GROUPS)
    .map(([name, nouns]) => ({
      name,
      rows: nouns
        .map((noun) => ({ noun: words(noun), scopes: scopes.filter((scope) => nounOf(scope) === noun) }))
        .filter((row) => row.scopes.length > 0),
    }))
    .filter(({ rows }) => rows.length > 0);
}
