import { canBeDecided, decidingAttempt, type Order, type OrderStatus, orderStatus } from '../order.ts';
import type { Gateway } from '../sandbox-options.ts';

const GATEWAY_NAME: Readonly<Record<Gateway, string>> = {
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  quickteller: 'Quickteller',
  monnify: 'Monnify',
};

const ICON = {
  flask:
    '<path d="M14 2v6a2 2 0 0 0 .24.96l5.51 10.08A2 2 0 0 1 18 22H6a2 2 0 0 1-1.75-2.96l5.51-10.08A2 2 0 0 0 10 8V2M6.5 15h11M8.5 2h7"/>',
  check: '<path d="M20 6 9 17l-5-5"/>',
  cross: '<circle cx="12" cy="12" r="10"/><path d="m15 9-6 6m0-6 6 6"/>',
  clock: '<circle cx="12" cy="12" r="10"/><path d="M12 6v6l4 2"/>',
  leave: '<path d="M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4m7 14 5-5-5-5m5 5H9"/>',
  go: '<path d="m9 18 6-6-6-6"/>',
  again: '<path d="M3 12a9 9 0 0 1 15-6.7L21 8m0-5v5h-5m5 4a9 9 0 0 1-15 6.7L3 16m0 5v-5h5"/>',
  back: '<path d="m12 19-7-7 7-7m7 7H5"/>',
} as const;

type Icon = keyof typeof ICON;

export interface CheckoutView {
  readonly order: Order;
  readonly merchantName: string;
  readonly style: string;
  readonly delayedTransferMs: number;
  /** The target of "Return"; null when the merchant gave no address. */
  readonly returnUrl: string | null;
}

/**
 * The hosted page: the four choices while the order is open, else its outcome. Works without
 * script.
 */
export function checkoutPage(view: CheckoutView): string {
  const { order } = view;
  const waiting = orderStatus(order) === 'pending';
  const panel = `<section class="panel${waiting ? ' glass' : ''}" aria-label="Payment">
<div class="due"><p>${orderStatus(order) === 'success' ? 'Amount paid' : 'Amount due'}</p><p class="sum">${money(order)}</p></div>
${waiting ? waitingPart(view) : canBeDecided(order) ? choices(view) : ending(view)}
</section>`;
  const title = `Test payment of ${money(order)}`;
  return documentOf({ title, style: view.style, main: `${bill(view)}${panel}` });
}

/** A page for an unknown address or choice. */
export function checkoutProblem(style: string, title: string, text: string): string {
  const main = `<section><h1>${escapeHtml(title)}</h1><p class="via">${escapeHtml(text)}</p></section>`;
  return documentOf({ title, style, main });
}

/** A page of the sandbox. */
export function documentOf(page: { title: string; style: string; main: string }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(page.title)}</title><meta name="robots" content="noindex"><link rel="icon" href="data:,">
<style>${page.style}</style></head>
<body><header class="strip"><div class="wrap">${icon('flask')}<p><strong>Test page.</strong> No money moves, and no card is asked for.</p></div></header>
<main class="wrap">${page.main}</main>
<footer><div class="adire"></div><div class="wrap"><p>This page stands in for a payment gateway. It exists only on test installations.</p></div></footer>
</body></html>`;
}

function bill({ order, merchantName }: CheckoutView): string {
  const gateway = GATEWAY_NAME[order.gateway];
  const facts = [
    ['Reference', order.reference],
    ['Email', order.email || 'Not given'],
  ];
  const rows = facts
    .map(([name = '', value = '']) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`)
    .join('');
  return `<section class="bill"><h1>Pay ${escapeHtml(merchantName)}</h1><p class="via">${gateway} test checkout</p>
<svg class="strands" viewBox="0 0 400 52" preserveAspectRatio="none" aria-hidden="true"><path d="M0 5.5h400M0 15.5h400M0 35.5h400M0 45.5h400"/><path class="lit" d="M0 26h400"/></svg>
<dl>${rows}</dl></section>`;
}

function choices(view: CheckoutView): string {
  const { order, merchantName } = view;
  const seconds = Math.max(1, Math.round(view.delayedTransferMs / 1000));
  const declined =
    orderStatus(order) === 'failed'
      ? `<div class="alert bad" role="alert">${icon('cross')}<p>The last try was declined. You can try again.</p></div>`
      : '';
  return `<form method="post"><div class="part">${declined}
<button class="btn" name="outcome" value="approve" aria-describedby="about-approve">${icon('check')}Approve</button>
<p class="hint" id="about-approve">The payment succeeds at once.</p></div><div class="part">
${row('decline', 'cross', 'Decline', 'The bank refuses the card.')}
${row('delay', 'clock', 'Delayed bank transfer', `The money arrives after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`)}
${row('abandon', 'leave', 'Abandon', `Go back to ${merchantName} without paying.`)}
</div></form>`;
}

/** A choice beside the main one. */
export function row(outcome: string, image: Icon, title: string, text: string): string {
  return `<button class="row" name="outcome" value="${outcome}">${icon(image)}
<b>${title}</b> <span>${escapeHtml(text)}</span>${icon('go', 'i go')}</button>`;
}

function waitingPart({ order }: CheckoutView): string {
  return `<svg class="beam" viewBox="0 0 400 64" preserveAspectRatio="none" aria-hidden="true"><path d="M0 11.5h400M0 21.5h400M0 31.5h400M0 41.5h400M0 51.5h400"/><path class="lit" d="M0 31.5h400"/></svg>
<div class="part end" role="status"><h2>Waiting for the bank transfer</h2><p>${escapeHtml(order.reference)} is confirmed when the money arrives.</p><a class="btn" href="">${icon('again')}Look again</a></div>`;
}

const ENDINGS: Readonly<Record<Exclude<OrderStatus, 'created' | 'pending'>, readonly [string, Icon, string, string]>> =
  {
    success: ['ok', 'check', 'Approved', 'The payment was approved'],
    failed: ['bad', 'cross', 'Declined', 'The bank declined the payment'],
    abandoned: ['mute', 'leave', 'Cancelled', 'The payment was cancelled'],
    reversed: ['mute', 'back', 'Reversed', 'The payment was paid back'],
  };

function ending(view: CheckoutView): string {
  const { order, merchantName, returnUrl } = view;
  const status = orderStatus(order);
  const withdrawn = ['mute', 'cross', 'Withdrawn', `${merchantName} withdrew this payment link`] as const;
  const [tone, image, word, sentence] = status === 'created' || status === 'pending' ? withdrawn : ENDINGS[status];
  const at = decidingAttempt(order)?.finishedAt ?? order.cancelledAt;
  const back = returnUrl
    ? `<a class="btn" href="${escapeHtml(returnUrl)}">${icon('back')}Return to ${escapeHtml(merchantName)}</a>`
    : '';
  return `<div class="part end"><span class="badge ${tone}">${icon(image)}${word}</span><h2>${escapeHtml(sentence)}</h2>
<p>${at ? `${lagosTime(at)}. ` : ''}The decision is final.</p>${back}</div>`;
}

/** A drawing without words. */
export function icon(name: Icon, className = 'i'): string {
  return `<svg class="${className}" viewBox="0 0 24 24" aria-hidden="true">${ICON[name]}</svg>`;
}

/** Naira without decimals, unless there are kobo to show. */
function money({ amountKobo, currency }: Order): string {
  const digits = amountKobo % 100 === 0 ? 0 : 2;
  const number = new Intl.NumberFormat('en-NG', { minimumFractionDigits: digits }).format(amountKobo / 100);
  return currency === 'NGN' ? `₦${number}` : `${number} ${escapeHtml(currency)}`;
}

function lagosTime(iso: string): string {
  const at = new Date(iso);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-NG', { timeZone: 'Africa/Lagos', ...options }).format(at);
  return `${part({ day: 'numeric', month: 'long' })}, ${part({ hour: '2-digit', minute: '2-digit' })}`;
}

/** For text and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
