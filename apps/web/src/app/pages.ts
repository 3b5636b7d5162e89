import { brand } from '@portal/brand';
import { matchPath } from 'react-router';
import type * as linkPages from '../pages/link-pages.tsx';
import { phrase, type Translate } from '../shared/i18n/translate.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';

/**
 * `public` pages have the full footer, `account` pages one line; `bare` pages bring their own
 * frame.
 */
export type PageFrame = 'public' | 'account' | 'bare';

export type PageEntry = {
  path: string;
  /** `{where}` in it is where the provider sells (`pageTitle`). */
  title: string;
  frame: PageFrame;
  page: LazyPage;
};

/** A page that links in messages lead to. One `import()` for all: every visitor loads this list. */
const linkPage = (name: keyof typeof linkPages) =>
  lazyPage(async () => (await import('../pages/link-pages.tsx'))[name]);

const login: PageEntry = {
  path: '/login',
  title: phrase('Sign In'),
  frame: 'bare',
  page: lazyPage(async () => (await import('../pages/identity/login-page.tsx')).LoginPage),
};

const register: PageEntry = {
  path: '/register',
  title: phrase('Create Account'),
  frame: 'bare',
  page: lazyPage(async () => (await import('../pages/identity/register-page.tsx')).RegisterPage),
};

const forgotPassword: PageEntry = {
  path: '/forgot-password',
  title: phrase('Forgot password?'),
  frame: 'bare',
  page: lazyPage(async () => (await import('../pages/identity/forgot-password-page.tsx')).ForgotPasswordPage),
};

const resetPassword: PageEntry = {
  path: '/reset-password',
  title: phrase('Set a new password'),
  frame: 'bare',
  page: lazyPage(async () => (await import('../pages/identity/reset-password-page.tsx')).ResetPasswordPage),
};

const verifyEmail: PageEntry = {
  path: '/verify-email',
  title: phrase('Verify your email address'),
  frame: 'bare',
  page: linkPage('VerifyEmailPage'),
};

const notMe: PageEntry = {
  path: '/not-me',
  title: phrase('It was not me'),
  frame: 'bare',
  page: linkPage('NotMePage'),
};

const confirmContact: PageEntry = {
  path: '/confirm-contact',
  title: phrase('Is this yours?'),
  frame: 'bare',
  page: linkPage('ConfirmContactPage'),
};

const accountInvitation: PageEntry = {
  path: '/account-invitation',
  title: phrase('You are invited'),
  frame: 'bare',
  page: linkPage('AccountInvitationPage'),
};

const lineOffer: PageEntry = {
  path: '/line-offer',
  title: phrase('A line changes its owner'),
  frame: 'bare',
  page: linkPage('LineOfferPage'),
};

const accountMerge: PageEntry = {
  path: '/account-merge',
  title: phrase('Are both accounts yours?'),
  frame: 'bare',
  page: linkPage('AccountMergePage'),
};

const landing: PageEntry = {
  path: '/',
  title: phrase('Fibre internet {where}'),
  frame: 'public',
  page: lazyPage(async () => (await import('../pages/site/landing/landing-page.tsx')).LandingPage),
};

const plans: PageEntry = {
  path: '/plans',
  title: phrase('Plans'),
  frame: 'public',
  page: lazyPage(async () => (await import('../pages/catalogue/plans-page.tsx')).PlansPage),
};

const support: PageEntry = {
  path: '/support',
  title: phrase('Support'),
  frame: 'public',
  page: lazyPage(async () => (await import('../pages/support/support-page.tsx')).SupportPage),
};

const status: PageEntry = {
  path: '/status',
  title: phrase('Network Status'),
  frame: 'public',
  page: lazyPage(async () => (await import('../pages/network/status-page.tsx')).StatusPage),
};

const about: PageEntry = {
  path: '/about',
  title: phrase('About'),
  frame: 'public',
  page: lazyPage(async () => (await import('../pages/site/about/about-page.tsx')).AboutPage),
};

const privacy: PageEntry = {
  path: '/privacy',
  title: phrase('Privacy Policy'),
  frame: 'public',
  page: lazyPage(async () => (await import('../pages/site/legal/privacy-page.tsx')).privacyPage),
};

const terms: PageEntry = {
  path: '/terms',
  title: phrase('Terms of Service'),
  frame: 'public',
  page: lazyPage(async () => (await import('../pages/site/legal/terms-page.tsx')).termsPage),
};

const cookies: PageEntry = {
  path: '/cookies',
  title: phrase('Cookie Policy'),
  frame: 'public',
  page: lazyPage(async () => (await import('../pages/site/legal/cookies-page.tsx')).cookiesPage),
};

const dashboard: PageEntry = {
  path: '/dashboard',
  title: phrase('Dashboard'),
  frame: 'account',
  page: lazyPage(async () => (await import('../pages/dashboard/dashboard-page.tsx')).DashboardPage),
};

const profile: PageEntry = {
  path: '/profile',
  title: phrase('Account Settings'),
  frame: 'account',
  page: lazyPage(async () => (await import('../pages/identity/profile-page.tsx')).ProfilePage),
};

const payment: PageEntry = {
  path: '/payment',
  title: phrase('Payment'),
  frame: 'account',
  page: lazyPage(async () => (await import('../pages/billing/payment-page.tsx')).PaymentPage),
};

const receipt: PageEntry = {
  path: '/receipts/:receiptNumber',
  title: phrase('Receipt'),
  frame: 'account',
  page: lazyPage(async () => (await import('../pages/billing/receipt-page.tsx')).ReceiptPage),
};

const statement: PageEntry = {
  path: '/statements/:month',
  title: phrase('Statement'),
  frame: 'account',
  page: lazyPage(async () => (await import('../pages/billing/statement-page.tsx')).StatementPage),
};

const ticket: PageEntry = {
  path: '/support/tickets/:id',
  title: phrase('Support ticket'),
  frame: 'account',
  page: lazyPage(async () => (await import('../pages/support/ticket-page.tsx')).TicketPage),
};

const escalation: PageEntry = {
  path: '/support/tickets/:id/escalation',
  title: phrase('Take your complaint further'),
  frame: 'account',
  page: lazyPage(async () => (await import('../pages/support/escalation-page.tsx')).EscalationPage),
};

const demo: PageEntry = {
  path: '/demo',
  title: phrase('Demo'),
  frame: 'account',
  page: lazyPage(async () => (await import('../pages/site/demo/demo-page.tsx')).demoPage),
};

/** Shown for every address that the tables below do not name. */
export const notFound: PageEntry = {
  path: '*',
  title: phrase('Page Not Found'),
  frame: 'account',
  page: lazyPage(async () => (await import('../pages/site/not-found-page.tsx')).NotFoundPage),
};

/** Anybody pays here for an account, or with a link that staff made, signed in or not. */
const pay: PageEntry = {
  path: '/pay',
  title: phrase('Pay without signing in'),
  frame: 'public',
  page: lazyPage(async () => (await import('../pages/billing/pay-page.tsx')).PayPage),
};

/** Where a texted link leads: the documents that it opens. */
const document: PageEntry = {
  path: '/document',
  title: phrase('Your documents'),
  frame: 'bare',
  page: linkPage('DocumentPage'),
};

/** Where a third party checks a proof of account. */
const checkProof: PageEntry = {
  path: '/check-proof',
  title: phrase('Check a proof of account'),
  frame: 'bare',
  page: linkPage('CheckProofPage'),
};

/**
 * Specification section 2, routing by session state; receipts, statements, tickets, the pages that
 * links in messages lead to, and the legal pages are the portal's own addition.
 */
const pagesOfAll: readonly PageEntry[] = [
  login,
  forgotPassword,
  resetPassword,
  verifyEmail,
  notMe,
  confirmContact,
  accountInvitation,
  lineOffer,
  accountMerge,
  pay,
  document,
  checkProof,
  plans,
  support,
  status,
  about,
  privacy,
  terms,
  cookies,
];
export const signedOutPages: readonly PageEntry[] = [...pagesOfAll, register, landing];
export const signedInPages: readonly PageEntry[] = [
  ...pagesOfAll,
  { ...dashboard, path: '/' },
  dashboard,
  profile,
  payment,
  receipt,
  statement,
  ticket,
  escalation,
  demo,
];

/** The title of a page in the reader's language, without the provider's name. */
export function pageTitle(t: Translate, title: string): string {
  return t(title, { where: t(brand.claims.soldIn.where) });
}

/** The page of an address for visitors or for signed-in people; the 404 page when there is none. */
export function pageAt(pathname: string, signedIn: boolean): PageEntry {
  const pages = signedIn ? signedInPages : signedOutPages;
  return pages.find((entry) => matchPath(entry.path, pathname)) ?? notFound;
}
