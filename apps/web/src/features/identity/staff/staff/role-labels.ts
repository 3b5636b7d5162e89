import type { Permission, StaffRole } from '@portal/contract/platform/staff-permissions';

/** What each role is for. */
export const roleLabels: Readonly<Record<StaffRole, { readonly name: string; readonly text: string }>> = {
  owner: { name: 'Owner', text: 'Everything, and alone adds staff and changes roles.' },
  manager: { name: 'Manager', text: 'The whole business, but not staff, keys, jobs and webhooks.' },
  support: { name: 'Support', text: 'Chats and tickets, and what answers them.' },
  billing: { name: 'Billing', text: 'Payments, refunds, reconciliation and credits.' },
  sales: { name: 'Sales', text: 'Customers, plans and announcements.' },
  network: { name: 'Network', text: 'Incidents, lines and RADIUS.' },
  agent: { name: 'Agent', text: 'Takes money for customers at the counter of agents, and sees nothing else.' },
  technician: { name: 'Technician', text: 'Customers’ lines and tickets on the way.' },
  auditor: { name: 'Auditor', text: 'Reads everything, changes nothing.' },
};

/** 'webhook-endpoints:write' in words: 'Webhook endpoints: write'. */
export function permissionLabel(permission: Permission): string {
  const words = permission.replaceAll('-', ' ').replace(':', ': ').replace(/^api /, 'API ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
