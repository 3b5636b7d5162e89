/**
 * What a member of staff may do. A call that reads needs a permission that ends in `:read`, and a call
 * that changes something one that does not; the contract entry names it. `archives:make` is no `:read`
 * although one downloads by it: an archive has what nobody reads in the console.
 */
export const permissions = [
  'accounts:merge',
  'announcements:read',
  'announcements:write',
  'api-keys:read',
  'api-keys:write',
  'archives:make',
  'audit:read',
  'bulk-actions:read',
  'bulk-actions:write',
  'chats:read',
  'chats:write',
  'counter:read',
  'counter:write',
  'credit:approve',
  'credit:write',
  'customers:confirm',
  'customers:correct',
  'customers:read',
  'customers:register',
  'customers:write',
  'exports:read',
  'filters:share',
  'filters:write',
  'grievances:read',
  'grievances:write',
  'imports:read',
  'imports:write',
  'ledger:read',
  'lines:read',
  'lines:write',
  'network:read',
  'network:write',
  'notes:write',
  'operations:read',
  'operations:run',
  'outage-credits:read',
  'outage-credits:write',
  'overview:read',
  'payments:approve-refund',
  'payments:read',
  'payments:refund',
  'payments:write',
  'plans:read',
  'plans:write',
  'referrals:read',
  'referrals:write',
  'saved-replies:write',
  'security-incidents:read',
  'security-incidents:write',
  'settings:read',
  'settings:write',
  'staff:read',
  'staff:write',
  'tickets:read',
  'tickets:write',
  'tills:read',
  'webhook-endpoints:read',
  'webhook-endpoints:write',
] as const;
export type Permission = (typeof permissions)[number];

/** Nobody but an owner may have it: whoever adds staff could add themselves. */
export const ownerPermission: Permission = 'staff:write';

const managesAccess: ReadonlySet<Permission> = new Set([ownerPermission, 'api-keys:write']);

/** A program has seen nobody's card, and one person with a key would be two. */
const needsAPerson: ReadonlySet<Permission> = new Set(['accounts:merge', 'customers:confirm', 'customers:correct']);

/** What an API key may be allowed: everything but to manage staff, roles and keys, and to vouch for who somebody is. */
export const keyScopes = permissions.filter(
  (permission) => !managesAccess.has(permission) && !needsAPerson.has(permission),
);

export const staffRoles = [
  'owner',
  'manager',
  'support',
  'billing',
  'sales',
  'network',
  'technician',
  'auditor',
] as const;
export type StaffRole = (typeof staffRoles)[number];

export const isRead = (permission: Permission): boolean => permission.endsWith(':read');
const reads = permissions.filter(isRead);
const runsTheMachine: ReadonlySet<Permission> = new Set([
  ...managesAccess,
  'archives:make',
  'imports:write',
  'operations:run',
  'webhook-endpoints:write',
]);

/**
 * What each role may do until an owner changes it. An owner always may do everything, whatever a later
 * release adds.
 */
export const initialPermissions: Readonly<Record<StaffRole, readonly Permission[]>> = {
  owner: permissions,
  manager: permissions.filter((permission) => !runsTheMachine.has(permission)),
  support: [
    'announcements:read',
    'chats:read',
    'chats:write',
    'customers:confirm',
    'customers:correct',
    'customers:read',
    'customers:register',
    'filters:write',
    'lines:read',
    'lines:write',
    'network:read',
    'notes:write',
    'outage-credits:read',
    'payments:read',
    'plans:read',
    'referrals:read',
    'saved-replies:write',
    'tickets:read',
    'tickets:write',
  ],
  billing: [
    'accounts:merge',
    'bulk-actions:read',
    'bulk-actions:write',
    'counter:read',
    'counter:write',
    'credit:approve',
    'credit:write',
    'customers:confirm',
    'customers:correct',
    'customers:read',
    'customers:register',
    'customers:write',
    'filters:write',
    'ledger:read',
    'lines:read',
    'notes:write',
    'outage-credits:read',
    'outage-credits:write',
    'overview:read',
    'payments:approve-refund',
    'payments:read',
    'payments:refund',
    'payments:write',
    'plans:read',
    'referrals:read',
    'referrals:write',
    'tickets:read',
    'tickets:write',
    'tills:read',
  ],
  sales: [
    'announcements:read',
    'announcements:write',
    'bulk-actions:read',
    'bulk-actions:write',
    'counter:read',
    'counter:write',
    'customers:confirm',
    'customers:correct',
    'customers:read',
    'customers:register',
    'filters:write',
    'network:read',
    'notes:write',
    'overview:read',
    'plans:read',
    'referrals:read',
    'tickets:read',
    'tickets:write',
  ],
  network: [
    'announcements:read',
    'customers:read',
    'filters:write',
    'lines:read',
    'lines:write',
    'network:read',
    'network:write',
    'notes:write',
    'operations:read',
    'outage-credits:read',
    'tickets:read',
    'tickets:write',
  ],
  technician: [
    'customers:read',
    'filters:write',
    'lines:read',
    'lines:write',
    'network:read',
    'notes:write',
    'tickets:read',
    'tickets:write',
  ],
  auditor: reads,
};

/** Whether a role may be given a permission: an owner's cannot change, and an auditor changes nothing. */
export function mayBeGranted(role: StaffRole, permission: Permission): boolean {
  if (role === 'owner' || permission === ownerPermission) return false;
  return role !== 'auditor' || isRead(permission);
}
