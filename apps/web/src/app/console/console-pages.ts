import { type LazyPage, lazyPage } from '../lazy-page.tsx';

export type ConsolePage = {
  path: string;
  title: string;
  page: LazyPage;
};

/** The staff console's pages by address. The first that fits is shown. */
export const consolePages: readonly ConsolePage[] = [
  {
    path: '/admin/audit',
    title: 'Audit log',
    page: lazyPage(async () => (await import('../../pages/admin/audit-page.tsx')).AuditPage),
  },
];
