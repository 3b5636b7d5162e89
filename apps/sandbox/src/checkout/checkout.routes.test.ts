import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  choose,
  openFlutterwave,
  openPaystack,
  openQuickteller,
  startTestbed,
  type Testbed,
} from '../testing/sandbox-testbed.ts';

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed();
});
afterAll(() => bed[Symbol.asyncDispose]());

test('the page of each gateway states that it is a test and shows merchant, amount, reference, email and four choices', async () => {
  for (const open of [openPaystack, openFlutterwave, openQuickteller]) {
    const page = await bed.call('GET', await open(bed, 'PSHOWN'));
    expect(page.status).toBe(200);
    for (const shown of ['Test page', 'No money moves', 'Waya Fibre', '₦25,000', 'PSHOWN', 'amina@example.com']) {
      expect(page.text).toContain(shown);
    }
    expect(page.text).toContain('<form method="post">');
    const choices = [...page.text.matchAll(/name="outcome" value="(\w+)"/g)].map(([, outcome]) => outcome);
    expect(choices).toEqual(['approve', 'decline', 'delay', 'abandon']);
  }
});

test('kobo are shown when there are any', async () => {
  const page = await bed.call('GET', await openFlutterwave(bed, 'PKOBO', { amount: 18_600.5 }));
  expect(page.text).toContain('₦18,600.50');
});

test('the page runs no script, and its policy allows only its own style, by hash', async () => {
  const page = await bed.call('GET', await openPaystack(bed, 'PPOLICY'));
  expect(page.text).not.toContain('<script');
  const style = /<style>(.*)<\/style>/s.exec(page.text)?.[1] ?? '';
  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(policy).toContain("form-action 'self' https://portal.example");
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.text).not.toMatch(/ style="/);
});

test('what a merchant sends is shown as text, never executed', async () => {
  await using own = await startTestbed({ merchantName: '<img src=x onerror=alert(1)>' });
  const page = await own.call('GET', await openPaystack(own, 'PTEXT', { email: '"><script>@example.com' }));
  expect(page.text).not.toMatch(/<img|<script/);
});

test('a second decision shows the first one, with a way back, and sends no webhook', async () => {
  const url = await openPaystack(bed, 'PTWICE');
  await choose(bed, url, 'approve');
  await bed.handle.webhooksSettled();
  const before = bed.portal.received.length;
  const again = await choose(bed, url, 'decline');
  expect([again.status, again.text.includes('The payment was approved')]).toEqual([200, true]);
  expect(again.text).toContain('Return to Waya Fibre');
  await bed.handle.webhooksSettled();
  expect(bed.portal.received.length).toBe(before);
  expect(bed.handle.transactions().find(({ reference }) => reference === 'PTWICE')?.status).toBe('success');
});

test('after a decline at Flutterwave the page shows it and offers the choices again', async () => {
  const url = await openFlutterwave(bed, 'PRETRY');
  await choose(bed, url, 'decline');
  const page = await bed.call('GET', url);
  expect(page.text).toContain('The last try was declined');
  expect(page.text).toContain('value="approve"');
});

test('a pending transfer is shown as waiting, without choices', async () => {
  const url = await openQuickteller(bed, 'PWAIT');
  await choose(bed, url, 'delay');
  const page = await bed.call('GET', url);
  expect(page.text).toContain('Waiting for the bank transfer');
  expect(page.text).not.toContain('name="outcome"');
});

test('a merchant without a return address leaves the payer on the page', async () => {
  const page = await choose(bed, await openPaystack(bed, 'PSTAY', { callback_url: 'javascript:alert(1)' }), 'approve');
  expect([page.status, page.text.includes('The payment was approved')]).toEqual([200, true]);
  expect(page.text).not.toContain('javascript:');
});

test('an unknown page, another gateway page and an unknown choice are refused without effect', async () => {
  const url = await openPaystack(bed, 'PODD');
  expect((await bed.call('GET', '/paystack/checkout/nothing')).status).toBe(404);
  expect((await choose(bed, url.replace('/paystack/', '/flutterwave/'), 'approve')).status).toBe(404);
  expect((await choose(bed, url, 'refund')).status).toBe(400);
  expect((await bed.call('POST', url, { json: ['approve'] })).status).toBe(400);
  expect(bed.handle.transactions().find(({ reference }) => reference === 'PODD')?.status).toBe('created');
});

test('the fonts are used when their folder has them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-fonts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of ['overpass-latin.woff2', 'overpass-nigeria.woff2']) writeFileSync(join(folder, file), file);
  await using own = await startTestbed({ fontFolder: folder });
  const url = await openPaystack(own, 'PFONT');
  const address = /url\("([^"]*latin[^"]*)"\)/.exec((await own.call('GET', url)).text)?.[1] ?? '';
  const font = await own.call('GET', new URL(address, url).href);
  expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
  await using without = await startTestbed({ fontFolder: join(folder, 'missing') });
  expect((await without.call('GET', await openPaystack(without, 'PFONT'))).text).not.toContain('@font-face');
});
