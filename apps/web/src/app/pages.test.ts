import { expect, test } from 'vitest';
import { translator } from '../shared/i18n/translator.ts';
import yoruba from '../shared/i18n/yo.json' with { type: 'json' };
import { notFound, pageAt, pageTitle } from './pages.ts';

const everyone = [
  '/login',
  '/',
  '/plans',
  '/support',
  '/status',
  '/about',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/not-me',
  '/confirm-contact',
  '/account-invitation',
  '/line-offer',
  '/account-merge',
  '/pay',
  '/document',
  '/check-proof',
  '/privacy',
  '/terms',
  '/cookies',
];
const members = [
  '/dashboard',
  '/profile',
  '/payment',
  '/demo',
  '/receipts/R-1',
  '/support/tickets/7',
  '/support/tickets/7/escalation',
];

test.each(everyone)('%s is there for visitors and for signed-in people', (path) => {
  expect(pageAt(path, false)).not.toBe(notFound);
  expect(pageAt(path, true)).not.toBe(notFound);
});

test.each(members)('%s is there for signed-in people alone', (path) => {
  expect(pageAt(path, true)).not.toBe(notFound);
  expect(pageAt(path, false)).toBe(notFound);
});

test('the register page is there for visitors alone', () => {
  expect(pageAt('/register', false).title).toBe('Create Account');
  expect(pageAt('/register', true)).toBe(notFound);
});

test('the start page is the landing page for visitors and the dashboard for signed-in people', () => {
  expect(pageAt('/', false).title).toBe('Fibre internet {where}');
  expect(pageAt('/', true).title).toBe('Dashboard');
});

test('anything else is Page Not Found', () => {
  expect(pageAt('/nowhere', false).title).toBe('Page Not Found');
});

test('the landing page is titled after where the provider sells, in each language', () => {
  const { title } = pageAt('/', false);
  expect(pageTitle(translator({}), title)).toBe('Fibre internet in Abuja and Lagos');
  expect(pageTitle(translator(yoruba), title)).toBe('Íńtánẹ́ẹ̀tì fáíbà ní Abuja àti Lagos');
});
