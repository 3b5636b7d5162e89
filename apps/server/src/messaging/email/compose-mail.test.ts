import { brand } from '@portal/brand';
import type { MailPart } from '@portal/kernel/messaging/mail';
import { describe, expect, it } from 'vitest';
import { unpublishedSettings } from '../../testing/unpublished-settings.ts';
import { composeMail, mailSender } from './compose-mail.ts';

const SENDER = mailSender(unpublishedSettings);

const parts: MailPart[] = [
  'We have received your payment WF-1. Thank you.',
  {
    facts: [
      { label: 'Premium Fiber 100Mbps', value: '₦25,000.00' },
      { label: 'Paid', value: '₦25,000.00' },
    ],
  },
  { button: { label: 'Open the receipt', href: 'https://portal.test/receipts/1?a=1&b=2' } },
  'Paid until 4 July.\nEnjoy it.',
];
const receipt = { category: 'account', subject: 'Receipt 1', parts } as const;

describe('a mail', () => {
  it('reads well as plain text', () => {
    expect(composeMail(receipt, SENDER).text).toBe(
      [
        'We have received your payment WF-1. Thank you.',
        'Premium Fiber 100Mbps: ₦25,000.00\nPaid: ₦25,000.00',
        'Open the receipt:\nhttps://portal.test/receipts/1?a=1&b=2',
        'Paid until 4 July.\nEnjoy it.',
        `${brand.name}\n${brand.supportEmail}, ${brand.phone.label}`,
      ].join('\n\n'),
    );
  });

  it('has the same content as HTML, in the order in which it was written', () => {
    const { html } = composeMail(receipt, SENDER);
    const said = ['Receipt 1', 'WF-1', 'Premium Fiber', '25,000.00', 'Open the receipt', 'Paid until 4 July.<br>Enjoy'];
    const places = said.map((words) => html.indexOf(words, html.indexOf('<h1')));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(html).toContain('href="https://portal.test/receipts/1?a=1&amp;b=2"');
  });

  it('is in the brand’s colours, also in dark mode', () => {
    const { html } = composeMail(receipt, SENDER);
    expect(html).toContain(brand.colours.primary.light);
    expect(html).toMatch(/prefers-color-scheme:dark/);
    expect(html).toContain(brand.colours.primary.dark);
  });

  it('loads nothing from the network and runs no script', () => {
    const { html } = composeMail(receipt, SENDER);
    expect(html).not.toMatch(/<(img|link|script|iframe|object|form)\b|url\(|@import|@font-face|\ssrc=|\son\w+=/i);
  });

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' style='x",
    '&lt;b&gt;',
    '{{7*7}} <%= 7*7 %> $&',
  ])('shows %s as plain text, wherever it stands', (odd) => {
    const odds: MailPart[] = [
      odd,
      { facts: [{ label: odd, value: odd }] },
      { button: { label: odd, href: `https://x.test/${odd}` } },
    ];
    const { html, text } = composeMail({ category: 'account', subject: odd, parts: odds }, SENDER);
    const shown = odd.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const escaped = shown.replaceAll('"', '&quot;').replaceAll("'", '&#39;');
    // Title, preview, heading, paragraph, label, value, button, and its address three times.
    expect(html.split(escaped)).toHaveLength(1 + 10);
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('<img');
    expect(text.split(odd)).toHaveLength(1 + 5);
  });

  it('says where to unsubscribe, unless it is about the account itself', () => {
    const about = { subject: 'Planned work', parts: ['Tonight.'] };
    for (const category of ['service', 'bills', 'promotions'] as const) {
      const { html, text } = composeMail({ ...about, category }, SENDER);
      for (const form of [html, text]) expect(form).toContain('Account Settings, Notifications');
    }
    const { html, text } = composeMail({ ...about, category: 'account' }, SENDER);
    for (const form of [html, text]) expect(form).not.toContain('Notifications');
  });
});
