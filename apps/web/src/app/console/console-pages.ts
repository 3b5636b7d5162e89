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
    page: lazyPage(async () => (await import('../../pages/admin/inbox-page.tsx')).InboxPage),
  },
  {
    path: '/admin/tickets',
    title: 'Tickets',
    page: lazyPage(async () => (await import('../../pages/admin/tickets-page.tsx')).TicketsPage),
  },
  {
    path: '/admin/tickets/:id',
    title: 'Ticket',
    page: lazyPage(async () => (await import('../../pages/admin/ticket-page.tsx')).TicketPage),
  },
  {
    path: '/admin/customers',
    title: 'Customers',
    page: lazyPage(async () => (await import('../../pages/admin/customers-page.tsx')).CustomersPage),
  },
  {
    path: '/admin/customers/:id',
    title: 'Customer',
    page: lazyPage(async () => (await import('../../pages/admin/customer-page.tsx')).CustomerPage),
  },
  {
    path: '/admin/payments',
    title: 'Payments',
    page: lazyPage(async () => (await import('../../pages/admin/payments-page.tsx')).PaymentsPage),
  },
  {
    path: '/admin/payments/:reference',
    title: 'Payment',
    page: lazyPage(async () => (await import('../../pages/admin/payment-page.tsx')).PaymentPage),
  },
  {
    path: '/admin/books',
    title: 'Books',
    page: lazyPage(async () => (await import('../../pages/admin/books-page.tsx')).BooksPage),
  },
  {
    path: '/admin/plans',
    title: 'Plans',
    page: lazyPage(async () => (await import('../../pages/admin/plans-page.tsx')).PlansPage),
  },
  {
    path: '/admin/network',
    title: 'Network',
    page: lazyPage(async () => (await import('../../pages/admin/network-page.tsx')).NetworkPage),
  },
  {
    path: '/admin/network/lines',
    title: 'Network',
    page: lazyPage(async () => (await import('../../pages/admin/network-lines-page.tsx')).NetworkLinesPage),
  },
  {
    path: '/admin/network/outages/:id',
    title: 'Outage',
    page: lazyPage(async () => (await import('../../pages/admin/outage-page.tsx')).OutagePage),
  },
  {
    path: '/admin/referrals',
    title: 'Referrals',
    page: lazyPage(async () => (await import('../../pages/admin/referrals-page.tsx')).ReferralsPage),
  },
  {
    path: '/admin/announcements',
    title: 'Announcements',
    page: lazyPage(async () => (await import('../../pages/admin/announcements-page.tsx')).AnnouncementsPage),
  },
  {
    path: '/admin/audit',
    title: 'Audit log',
    page: lazyPage(async () => (await import('../../pages/admin/audit-page.tsx')).AuditPage),
  },
  {
    path: '/admin/saved-replies',
    title: 'Saved replies',
    page: lazyPage(async () => (await import('../../pages/admin/saved-replies-page.tsx')).SavedRepliesPage),
  },
  {
    path: '/admin/security',
    title: 'Security',
    page: lazyPage(async () => (await import('../../pages/admin/security-page.tsx')).SecurityPage),
  },
];
