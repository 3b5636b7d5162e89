import type { Permission } from '@portal/contract/platform/staff-permissions';
import { type LazyPage, lazyPage } from '../lazy-page.tsx';

export type ConsolePage = {
  path: string;
  title: string;
  /** Without it the page shows nothing; all staff may open it where none is named. */
  needs?: Permission;
  page: LazyPage;
};

/** The staff console's pages by address. The first that fits is shown. */
export const consolePages: readonly ConsolePage[] = [
  {
    path: '/admin',
    needs: 'overview:read',
    title: 'Home',
    page: lazyPage(async () => (await import('../../pages/admin/console/home-page.tsx')).HomePage),
  },
  {
    path: '/admin/inbox',
    needs: 'chats:read',
    title: 'Inbox',
    page: lazyPage(async () => (await import('../../pages/admin/support/inbox-page.tsx')).InboxPage),
  },
  {
    path: '/admin/tickets',
    needs: 'tickets:read',
    title: 'Tickets',
    page: lazyPage(async () => (await import('../../pages/admin/support/tickets-page.tsx')).TicketsPage),
  },
  {
    path: '/admin/tickets/:id',
    needs: 'tickets:read',
    title: 'Ticket',
    page: lazyPage(async () => (await import('../../pages/admin/support/ticket-page.tsx')).TicketPage),
  },
  {
    path: '/admin/inbound-mails',
    needs: 'inbound-mail:read',
    title: 'Inbound mail',
    page: lazyPage(async () => (await import('../../pages/admin/support/inbound-mails-page.tsx')).InboundMailsPage),
  },
  {
    path: '/admin/whatsapp',
    needs: 'whatsapp:read',
    title: 'WhatsApp',
    page: lazyPage(async () => (await import('../../pages/admin/channels/whatsapp-page.tsx')).WhatsAppPage),
  },
  {
    path: '/admin/customers',
    needs: 'customers:read',
    title: 'Customers',
    page: lazyPage(async () => (await import('../../pages/admin/console/customers-page.tsx')).CustomersPage),
  },
  {
    path: '/admin/bulk-actions',
    needs: 'bulk-actions:read',
    title: 'Bulk actions',
    page: lazyPage(async () => (await import('../../pages/admin/console/bulk-actions-page.tsx')).BulkActionsPage),
  },
  {
    path: '/admin/bulk-actions/:id',
    needs: 'bulk-actions:read',
    title: 'Bulk action',
    page: lazyPage(async () => (await import('../../pages/admin/console/bulk-action-page.tsx')).BulkActionPage),
  },
  {
    path: '/admin/customers/:id',
    needs: 'customers:read',
    title: 'Customer',
    page: lazyPage(async () => (await import('../../pages/admin/console/customer/customer-page.tsx')).CustomerPage),
  },
  {
    path: '/admin/account-views/:id',
    needs: 'customers:read',
    title: 'View as customer',
    page: lazyPage(async () => (await import('../../pages/admin/console/account-view-page.tsx')).AccountViewPage),
  },
  {
    path: '/admin/payments',
    needs: 'payments:read',
    title: 'Payments',
    page: lazyPage(async () => (await import('../../pages/admin/billing/payments-page.tsx')).PaymentsPage),
  },
  {
    path: '/admin/payments/:reference',
    needs: 'payments:read',
    title: 'Payment',
    page: lazyPage(async () => (await import('../../pages/admin/billing/payment-page.tsx')).PaymentPage),
  },
  {
    path: '/admin/accounting',
    needs: 'payments:read',
    title: 'Accounting',
    page: lazyPage(async () => (await import('../../pages/admin/billing/accounting-page.tsx')).AccountingPage),
  },
  {
    path: '/admin/accounting/periods',
    needs: 'ledger:read',
    title: 'Accounting period',
    page: lazyPage(
      async () => (await import('../../pages/admin/billing/accounting-month-page.tsx')).AccountingMonthPage,
    ),
  },
  {
    path: '/admin/accounting/settlements',
    needs: 'bank:read',
    title: 'Settlements',
    page: lazyPage(async () => (await import('../../pages/admin/billing/settlements-page.tsx')).SettlementsPage),
  },
  {
    path: '/admin/accounting/settlements/:id',
    needs: 'bank:read',
    title: 'Settlement',
    page: lazyPage(async () => (await import('../../pages/admin/billing/settlement-page.tsx')).SettlementPage),
  },
  {
    path: '/admin/accounting/settlement-report',
    needs: 'bank:write',
    title: 'Import a settlement report',
    page: lazyPage(
      async () => (await import('../../pages/admin/billing/settlement-report-page.tsx')).SettlementReportPage,
    ),
  },
  {
    path: '/admin/accounting/e-invoices',
    needs: 'e-invoices:read',
    title: 'E-invoices',
    page: lazyPage(async () => (await import('../../pages/admin/billing/e-invoices-page.tsx')).EInvoicesPage),
  },
  {
    path: '/admin/accounting/bank',
    needs: 'bank:read',
    title: 'Bank',
    page: lazyPage(async () => (await import('../../pages/admin/billing/bank-page.tsx')).BankPage),
  },
  {
    path: '/admin/accounting/month',
    needs: 'bank:read',
    title: 'The month of money',
    page: lazyPage(async () => (await import('../../pages/admin/billing/money-month-page.tsx')).MoneyMonthPage),
  },
  {
    path: '/admin/unmatched-money',
    needs: 'payments:read',
    title: 'Unmatched money',
    page: lazyPage(async () => (await import('../../pages/admin/billing/unmatched-money-page.tsx')).UnmatchedMoneyPage),
  },
  {
    path: '/admin/account-numbers',
    needs: 'payments:read',
    title: 'Account numbers',
    page: lazyPage(async () => (await import('../../pages/admin/billing/account-numbers-page.tsx')).AccountNumbersPage),
  },
  {
    path: '/admin/collections',
    needs: 'collections:read',
    title: 'Who owes',
    page: lazyPage(async () => (await import('../../pages/admin/console/collections-page.tsx')).CollectionsPage),
  },
  {
    path: '/admin/counter',
    needs: 'counter:read',
    title: 'Counter',
    page: lazyPage(async () => (await import('../../pages/admin/billing/counter-page.tsx')).CounterPage),
  },
  {
    path: '/admin/counter/:id',
    needs: 'counter:write',
    title: 'Take a payment',
    page: lazyPage(async () => (await import('../../pages/admin/billing/take-payment-page.tsx')).TakePaymentPage),
  },
  {
    path: '/admin/vouchers',
    needs: 'vouchers:read',
    title: 'Vouchers',
    page: lazyPage(async () => (await import('../../pages/admin/billing/vouchers-page.tsx')).VouchersPage),
  },
  {
    path: '/admin/vouchers/:number',
    needs: 'vouchers:read',
    title: 'Batch of vouchers',
    page: lazyPage(async () => (await import('../../pages/admin/billing/voucher-batch-page.tsx')).VoucherBatchPage),
  },
  {
    path: '/admin/agents',
    needs: 'agents:read',
    title: 'Agents',
    page: lazyPage(async () => (await import('../../pages/admin/billing/agents-page.tsx')).AgentsPage),
  },
  {
    path: '/admin/agents/:id',
    needs: 'agents:read',
    title: 'Agent',
    page: lazyPage(async () => (await import('../../pages/admin/billing/agent-page.tsx')).AgentPage),
  },
  {
    path: '/admin/agent-counter',
    needs: 'agent-counter:read',
    title: 'Agent counter',
    page: lazyPage(async () => (await import('../../pages/admin/billing/agent-counter-page.tsx')).AgentCounterPage),
  },
  {
    path: '/admin/till-shifts',
    needs: 'tills:read',
    title: 'Shifts',
    page: lazyPage(async () => (await import('../../pages/admin/billing/till-shifts-page.tsx')).TillShiftsPage),
  },
  {
    path: '/admin/receipts/:receiptNumber',
    needs: 'payments:read',
    title: 'Receipt',
    page: lazyPage(async () => (await import('../../pages/admin/billing/staff-receipt-page.tsx')).StaffReceiptPage),
  },
  {
    path: '/admin/plans',
    needs: 'plans:read',
    title: 'Plans',
    page: lazyPage(async () => (await import('../../pages/admin/catalogue/plans-page.tsx')).PlansPage),
  },
  {
    path: '/admin/network',
    needs: 'network:read',
    title: 'Network',
    page: lazyPage(async () => (await import('../../pages/admin/network/incidents-page.tsx')).IncidentsPage),
  },
  {
    path: '/admin/network/areas',
    needs: 'network:read',
    title: 'Network',
    page: lazyPage(async () => (await import('../../pages/admin/network/areas-page.tsx')).AreasPage),
  },
  {
    path: '/admin/network/servers',
    needs: 'access-servers:read',
    title: 'Network',
    page: lazyPage(async () => (await import('../../pages/admin/network/servers-page.tsx')).ServersPage),
  },
  {
    path: '/admin/network/profiles',
    needs: 'access-servers:read',
    title: 'Network',
    page: lazyPage(async () => (await import('../../pages/admin/network/profiles-page.tsx')).ProfilesPage),
  },
  {
    path: '/admin/network/addresses',
    needs: 'network:read',
    title: 'Network',
    page: lazyPage(async () => (await import('../../pages/admin/network/addresses-page.tsx')).AddressesPage),
  },
  {
    path: '/admin/network/lines',
    needs: 'network:read',
    title: 'Network',
    page: lazyPage(async () => (await import('../../pages/admin/network/radius-page.tsx')).RadiusPage),
  },
  {
    path: '/admin/network/sessions',
    needs: 'sessions:read',
    title: 'Network',
    page: lazyPage(async () => (await import('../../pages/admin/network/sessions-page.tsx')).SessionsPage),
  },
  {
    path: '/admin/network/shared-logins',
    needs: 'sessions:read',
    title: 'Network',
    page: lazyPage(async () => (await import('../../pages/admin/network/shared-logins-page.tsx')).SharedLoginsPage),
  },
  {
    path: '/admin/network/address-owner',
    needs: 'address-owner:read',
    title: 'Who had an address',
    page: lazyPage(async () => (await import('../../pages/admin/network/address-owner-page.tsx')).AddressOwnerPage),
  },
  {
    path: '/admin/network/outages/:id',
    needs: 'outage-credits:read',
    title: 'Outage',
    page: lazyPage(async () => (await import('../../pages/admin/network/outage-page.tsx')).OutagePage),
  },
  {
    path: '/admin/referrals',
    needs: 'referrals:read',
    title: 'Referrals',
    page: lazyPage(async () => (await import('../../pages/admin/billing/referrals-page.tsx')).ReferralsPage),
  },
  {
    path: '/admin/announcements',
    needs: 'announcements:read',
    title: 'Announcements',
    page: lazyPage(async () => (await import('../../pages/admin/console/announcements-page.tsx')).AnnouncementsPage),
  },
  {
    path: '/admin/operations',
    needs: 'operations:read',
    title: 'Operations',
    page: lazyPage(async () => (await import('../../pages/admin/console/operations-page.tsx')).OperationsPage),
  },
  {
    path: '/admin/exports',
    needs: 'exports:read',
    title: 'Exports',
    page: lazyPage(async () => (await import('../../pages/admin/console/exports-page.tsx')).ExportsPage),
  },
  {
    path: '/admin/imports',
    needs: 'imports:read',
    title: 'Imports',
    page: lazyPage(async () => (await import('../../pages/admin/console/imports-page.tsx')).ImportsPage),
  },
  {
    path: '/admin/imports/:id',
    needs: 'imports:read',
    title: 'Import',
    page: lazyPage(async () => (await import('../../pages/admin/console/import-page.tsx')).ImportPage),
  },
  {
    path: '/admin/settings',
    needs: 'settings:read',
    title: 'Settings',
    page: lazyPage(async () => (await import('../../pages/admin/console/settings-page.tsx')).SettingsPage),
  },
  {
    path: '/admin/settings/:subject',
    needs: 'settings:read',
    title: 'Settings',
    page: lazyPage(async () => (await import('../../pages/admin/console/setting-page.tsx')).SettingPage),
  },
  {
    path: '/admin/webhooks',
    needs: 'webhook-endpoints:read',
    title: 'Webhooks',
    page: lazyPage(async () => (await import('../../pages/admin/console/webhooks-page.tsx')).WebhooksPage),
  },
  {
    path: '/admin/webhooks/:id',
    needs: 'webhook-endpoints:read',
    title: 'Webhook endpoint',
    page: lazyPage(async () => (await import('../../pages/admin/console/webhook-page.tsx')).WebhookPage),
  },
  {
    path: '/admin/api-keys',
    needs: 'api-keys:read',
    title: 'API keys',
    page: lazyPage(async () => (await import('../../pages/admin/identity/api-keys-page.tsx')).ApiKeysPage),
  },
  {
    path: '/admin/audit',
    needs: 'audit:read',
    title: 'Audit log',
    page: lazyPage(async () => (await import('../../pages/admin/console/audit-page.tsx')).AuditPage),
  },
  {
    path: '/admin/security-incidents',
    needs: 'security-incidents:read',
    title: 'Security incidents',
    page: lazyPage(
      async () => (await import('../../pages/admin/console/security-incidents-page.tsx')).SecurityIncidentsPage,
    ),
  },
  {
    path: '/admin/security-incidents/:id',
    needs: 'security-incidents:read',
    title: 'Security incident',
    page: lazyPage(
      async () => (await import('../../pages/admin/console/security-incident-page.tsx')).SecurityIncidentPage,
    ),
  },
  {
    path: '/admin/grievances',
    needs: 'grievances:read',
    title: 'Grievances',
    page: lazyPage(async () => (await import('../../pages/admin/identity/grievances-page.tsx')).GrievancesPage),
  },
  {
    path: '/admin/saved-replies',
    needs: 'chats:read',
    title: 'Saved replies',
    page: lazyPage(async () => (await import('../../pages/admin/support/saved-replies-page.tsx')).SavedRepliesPage),
  },
  {
    path: '/admin/staff',
    needs: 'staff:read',
    title: 'Staff',
    page: lazyPage(async () => (await import('../../pages/admin/identity/staff-page.tsx')).StaffPage),
  },
  {
    path: '/admin/staff/roles',
    needs: 'staff:read',
    title: 'Roles',
    page: lazyPage(async () => (await import('../../pages/admin/identity/staff-roles-page.tsx')).StaffRolesPage),
  },
  {
    path: '/admin/security',
    title: 'Security',
    page: lazyPage(async () => (await import('../../pages/admin/identity/security-page.tsx')).SecurityPage),
  },
];

/** Whether staff with these permissions may open the page of an address. */
export function mayOpen(may: (entry: { permission: Permission | undefined }) => boolean, path: string): boolean {
  return may({ permission: consolePages.find((page) => page.path === path)?.needs });
}
