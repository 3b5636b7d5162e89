import { type LazyPage, lazyPage } from '../lazy-page.tsx';

export type ConsolePage = {
  path: string;
  title: string;
  page: LazyPage;
};

/** The staff console's pages by address. The first that fits is shown. */
export const consolePages: readonly ConsolePage[] = [
  {
    path: '/admin',
    title: 'Inbox',
    page: lazyPage(async () => (await import('../../pages/admin/support/inbox-page.tsx')).InboxPage),
  },
  {
    path: '/admin/tickets',
    title: 'Tickets',
    page: lazyPage(async () => (await import('../../pages/admin/support/tickets-page.tsx')).TicketsPage),
  },
  {
    path: '/admin/tickets/:id',
    title: 'Ticket',
    page: lazyPage(async () => (await import('../../pages/admin/support/ticket-page.tsx')).TicketPage),
  },
  {
    path: '/admin/customers',
    title: 'Customers',
    page: lazyPage(async () => (await import('../../pages/admin/console/customers-page.tsx')).CustomersPage),
  },
  {
    path: '/admin/customers/:id',
    title: 'Customer',
    page: lazyPage(async () => (await import('../../pages/admin/console/customer-page.tsx')).CustomerPage),
  },
  {
    path: '/admin/payments',
    title: 'Payments',
    page: lazyPage(async () => (await import('../../pages/admin/billing/payments-page.tsx')).PaymentsPage),
  },
  {
    path: '/admin/payments/:reference',
    title: 'Payment',
    page: lazyPage(async () => (await import('../../pages/admin/billing/payment-page.tsx')).PaymentPage),
  },
  {
    path: '/admin/accounting',
    title: 'Accounting',
    page: lazyPage(async () => (await import('../../pages/admin/billing/accounting-page.tsx')).AccountingPage),
  },
  {
    path: '/admin/plans',
    title: 'Plans',
    page: lazyPage(async () => (await import('../../pages/admin/catalogue/plans-page.tsx')).PlansPage),
  },
  {
    path: '/admin/network',
    title: 'Network',
    page: lazyPage(async () => (await import('../../pages/admin/network/incidents-page.tsx')).IncidentsPage),
  },
  {
    path: '/admin/network/lines',
    title: 'Network',
    page: lazyPage(async () => (await import('../../pages/admin/network/radius-page.tsx')).RadiusPage),
  },
  {
    path: '/admin/network/outages/:id',
    title: 'Outage',
    page: lazyPage(async () => (await import('../../pages/admin/network/outage-page.tsx')).OutagePage),
  },
  {
    path: '/admin/referrals',
    title: 'Referrals',
    page: lazyPage(async () => (await import('../../pages/admin/billing/referrals-page.tsx')).ReferralsPage),
  },
  {
    path: '/admin/announcements',
    title: 'Announcements',
    page: lazyPage(async () => (await import('../../pages/admin/console/announcements-page.tsx')).AnnouncementsPage),
  },
  {
    path: '/admin/operations',
    title: 'Operations',
    page: lazyPage(async () => (await import('../../pages/admin/console/operations-page.tsx')).OperationsPage),
  },
  {
    path: '/admin/exports',
    title: 'Exports',
    page: lazyPage(async () => (await import('../../pages/admin/console/exports-page.tsx')).ExportsPage),
  },
  {
    path: '/admin/imports',
    title: 'Imports',
    page: lazyPage(async () => (await import('../../pages/admin/console/imports-page.tsx')).ImportsPage),
  },
  {
    path: '/admin/imports/:id',
    title: 'Import',
    page: lazyPage(async () => (await import('../../pages/admin/console/import-page.tsx')).ImportPage),
  },
  {
    path: '/admin/webhooks',
    title: 'Webhooks',
    page: lazyPage(async () => (await import('../../pages/admin/console/webhooks-page.tsx')).WebhooksPage),
  },
  {
    path: '/admin/webhooks/:id',
    title: 'Webhook endpoint',
    page: lazyPage(async () => (await import('../../pages/admin/console/webhook-page.tsx')).WebhookPage),
  },
  {
    path: '/admin/audit',
    title: 'Audit log',
    page: lazyPage(async () => (await import('../../pages/admin/console/audit-page.tsx')).AuditPage),
  },
  {
    path: '/admin/saved-replies',
    title: 'Saved replies',
    page: lazyPage(async () => (await import('../../pages/admin/support/saved-replies-page.tsx')).SavedRepliesPage),
  },
  {
    path: '/admin/security',
    title: 'Security',
    page: lazyPage(async () => (await import('../../pages/admin/identity/security-page.tsx')).SecurityPage),
  },
];
