import { expect, test } from 'vitest';
import { kindOfRequest } from './kind-of-request.ts';

const ORIGIN = 'https://portal.example';
const kind = (path: string, mode = 'navigate', method = 'GET') =>
  kindOfRequest({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN);

test('a page is requested from the network first, an asset from the cache first', () => {
  expect(['/', '/dashboard?x=1', '/payment', '/receipts/R-1', '/nowhere'].map((path) => kind(path))).toEqual(
    Array(5).fill('page'),
  );
  expect(kind('/assets/index-1.js', 'cors')).toBe('asset');
  expect(kind('/fonts/overpass-latin.woff2', 'cors')).toBe('asset');
});

test.each([
  '/admin/tickets/7',
  '/api/user',
  '/api',
  '/ws/chat/1',
  '/speedtest/garbage',
  '/sandbox/outbox',
  '/payment/return?x=1',
  '/metrics',
])('%s is never intercepted, neither opened nor fetched', (path) => {
  expect(kind(path)).toBeNull();
  expect(kind(path, 'cors')).toBeNull();
});

test('requests that change something, and requests to another site, are never intercepted', () => {
  expect(kind('/', 'navigate', 'POST')).toBeNull();
  expect(kind('https://gateway.example/pay')).toBeNull();
  expect(kind('https://portal.example.evil/assets/a.js', 'cors')).toBeNull();
  expect(kind('/favicon.svg', 'no-cors')).toBeNull();
});
