import { matchPath } from 'react-router';
import { type LazyPage, lazyPage } from './lazy-page.tsx';

/** `public` pages have the full footer, `account` pages one line; `bare` pages bring their own frame. */
export type PageFrame = 'public' | 'account' | 'bare';

export type PageEntry = {
  path: string;
  title: string;
  frame: PageFrame;
  page: LazyPage;
};

const login: PageEntry = {
  path: '/login',
  title: 'Sign In',
  frame: 'bare',
  page: lazyPage(async () => (await import('../pages/login-page.tsx')).LoginPage),
};

const register: PageEntry = {
  path: '/register',
  title: 'Create Account',
  frame: 'bare',
  page: lazyPage(async () => (await import('../pages/register-page.tsx')).RegisterPage),
};

const landing: PageEntry = {
  path: '/',
  title: 'Fibre internet in Abuja and Lagos',
  frame: 'public',
  page: lazyPage(async () => (await import('../pages/landing-page.tsx')).LandingPage),
};

const plans: PageEntry = {
  path: '/plans',
  title: 'Plans',
  frame: 'public',
  page: lazyPage(async () => (await import('../pages/plans-page.tsx')).PlansPage),
};

const support: PageEntry = {
  path: '/support',
  title: 'Support',
  frame: 'public',
  page: lazyPage(async () => (await import('../pages/support-page.tsx')).SupportPage),
};

const about: PageEntry = {
  path: '/about',
  title: 'About',
  frame: 'public',
  page: lazyPage(async () => (await import('../pages/about-page.tsx')).AboutPage),
};

const dashboard: PageEntry = {
  path: '/dashboard',
  title: 'Dashboard',
  frame: 'account',
  page: lazyPage(async () => (await import('../pages/dashboard-page.tsx')).DashboardPage),
};

const profile: PageEntry = {
  path: '/profile',
  title: 'Account Settings',
  frame: 'account',
  page: lazyPage(async () => (await import('../pages/profile-page.tsx')).ProfilePage),
};

const payment: PageEntry = {
  path: '/payment',
  title: 'Payment',
  frame: 'account',
  page: lazyPage(async () => (await import('../pages/payment-page.tsx')).PaymentPage),
};

const receipt: PageEntry = {
  path: '/receipts/:receiptNumber',
  title: 'Receipt',
  frame: 'account',
  page: lazyPage(async () => (await import('../pages/receipt-page.tsx')).ReceiptPage),
};

const demo: PageEntry = {
  path: '/demo',
  title: 'Demo',
  frame: 'account',
  page: lazyPage(async () => (await import('../pages/demo-page.tsx')).DemoPage),
};

/** Shown for every address that the tables below do not name. */
export const notFound: PageEntry = {
  path: '*',
  title: 'Page Not Found',
  frame: 'account',
  page: lazyPage(async () => (await import('../pages/not-found-page.tsx')).NotFoundPage),
};

/** Specification section 2, routing by session state; receipts are the portal's own addition. */
export const signedOutPages: readonly PageEntry[] = [login, register, landing, plans, support, about];
export const signedInPages: readonly PageEntry[] = [
  login,
  { ...dashboard, path: '/' },
  dashboard,
  profile,
  payment,
  receipt,
  demo,
  plans,
  support,
  about,
];

/** The entry of an address for visitors or for signed-in people; the 404 page when there is none. */
export function pageAt(pathname: string, signedIn: boolean): PageEntry {
  const pages = signedIn ? signedInPages : signedOutPages;
  return pages.find((entry) => matchPath(entry.path, pathname)) ?? notFound;
}
