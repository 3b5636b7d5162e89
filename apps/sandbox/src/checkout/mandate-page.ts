import type { Mandate } from '../mandate.ts';
import { documentOf, escapeHtml, icon, row } from './checkout-page.ts';

export interface MandateView {
  readonly mandate: Mandate;
  readonly merchantName: string;
  readonly style: string;
  readonly activationMs: number;
}

/** The page on which the customer approves a mandate. Works without script. */
export function mandatePage(view: MandateView): string {
  const { mandate, merchantName, style } = view;
  const facts = [
    ['Bank', mandate.bankName],
    ['Account', `ending ${mandate.accountNumber.slice(-4)}`],
    ['Email', mandate.email],
  ];
  const rows = facts
    .map(([name = '', value = '']) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`)
    .join('');
  const bill = `<section class="bill"><h1>Let ${escapeHtml(merchantName)} charge your account</h1>
<p class="via">Paystack test mandate</p><dl>${rows}</dl></section>`;
  const panel = `<section class="panel" aria-label="Mandate">${mandate.state === 'created' ? choices(view) : ending(view)}</section>`;
  return documentOf({ title: 'Test mandate', style, main: `${bill}${panel}` });
}

function choices({ merchantName, activationMs }: MandateView): string {
  const seconds = Math.max(1, Math.round(activationMs / 1000));
  return `<form method="post"><div class="part">
<button class="btn" name="outcome" value="approve" aria-describedby="about-approve">${icon('check')}Approve</button>
<p class="hint" id="about-approve">The bank activates the mandate after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.</p></div><div class="part">
${row('approve-without-money', 'clock', 'Approve, without money', 'Each charge is declined: there is nothing in the account.')}
${row('decline', 'cross', 'Decline', 'The bank gives no mandate.')}
${row('leave', 'leave', 'Leave', `Go back to ${merchantName} and decide later.`)}
</div></form>`;
}

const ENDINGS: Readonly<Record<Exclude<Mandate['state'], 'created'>, string>> = {
  declined: 'You declined this mandate',
  pending: 'You approved it, and the bank activates it',
  active: 'The mandate is active',
  revoked: 'The mandate has ended',
};

function ending({ mandate, merchantName }: MandateView): string {
  const back = mandate.callbackUrl
    ? `<a class="btn" href="${escapeHtml(mandate.callbackUrl)}">${icon('back')}Return to ${escapeHtml(merchantName)}</a>`
    : '';
  const words = mandate.state === 'created' ? '' : ENDINGS[mandate.state];
  return `<div class="part end"><h2>${escapeHtml(words)}</h2><p>The decision is final.</p>${back}</div>`;
}
