import type { GatewayId } from '@portal/contract/billing/payments/payments';
import type { Way } from './expected-payments.ts';
import type { Act, MonthTestbed } from './month-testbed.ts';
import type { Payer } from './payer.ts';

const GATEWAYS: readonly GatewayId[] = ['paystack', 'flutterwave', 'quickteller'];
/** What becomes of a page of a gateway, as often as it stands here. */
const ENDS = [
  'paid',
  'paid',
  'paid',
  'paid and never seen again',
  'paid and its notice lost',
  'declined',
  'abandoned',
  'left',
  'paid late',
] as const;

type Opened = {
  readonly payer: Payer;
  readonly way: Way;
  readonly gateway: GatewayId;
  readonly reference: string;
  readonly naira: number;
  /** What the payer's page asks afterwards. */
  readonly look: () => Promise<unknown>;
};

const referenceIn = (body: { data: Record<string, string> }): string =>
  body.data.reference ?? body.data.tx_ref ?? body.data.transaction_id ?? '';

/** The payer approves; a page that two of them have opened is paid once. */
function approve(bed: MonthTestbed, { payer, way, gateway, reference, naira }: Opened): void {
  if (bed.expected.opened.has(reference)) return;
  const known = bed.sandbox.decide(reference, 'approve');
  if (known?.status === 'success') bed.expected.add({ payer, way, gateway, kobo: Math.round(naira * 100), reference });
}

async function end(bed: MonthTestbed, page: Opened): Promise<void> {
  const { gateway, reference, look } = page;
  switch (bed.pick(ENDS)) {
    case 'paid':
      approve(bed, page);
      await look();
      return;
    case 'paid and never seen again':
      return approve(bed, page);
    case 'paid and its notice lost':
      bed.sandbox.addFault({ gateway, operation: 'webhook', mode: 'lose', times: 1 });
      approve(bed, page);
      await bed.sandbox.webhooksSettled();
      return bed.sandbox.clearFaults();
    case 'declined':
      bed.sandbox.decide(reference, 'decline');
      await look();
      return;
    case 'abandoned':
      bed.sandbox.decide(reference, 'abandon');
      await look();
      return;
    case 'left':
      return;
    case 'paid late':
      bed.later(1 + bed.random() * 30, async () => approve(bed, page));
  }
}

async function openOwn(bed: MonthTestbed, payer: Payer, gateway: GatewayId, way: Way): Promise<Opened | null> {
  const { who, planId } = payer;
  const { status, body: quote } = await bed.send(who, 'GET', `/api/user/payment-quote?plan=${planId}`);
  if (status !== 200) return null;
  if (quote.total === 0) {
    await bed.send(who, 'POST', '/api/user/pay-with-credit', { plan: planId });
    return null;
  }
  const order = { amount: quote.total, email: who.email, plan: planId };
  const opened = await bed.send(who, 'POST', `/api/payment/${gateway}/initialize`, order);
  if (opened.status !== 200) return null;
  const reference = referenceIn(opened.body);
  const look = () => bed.send(who, 'POST', '/api/payment/verify', { gateway, reference });
  return { payer, way, gateway, reference, naira: quote.total, look };
}

export const payOwn: Act = async (bed, payer) => {
  const page = await openOwn(bed, payer, bed.pick(GATEWAYS), 'checkout');
  if (page) await end(bed, page);
};

/** The second of two payments for one month is credit. */
export const payAtTwoGateways: Act = async (bed, payer) => {
  const pages: Opened[] = [];
  for (const gateway of ['paystack', 'flutterwave'] as const) {
    const page = await openOwn(bed, payer, gateway, 'two gateways');
    if (page) pages.push(page);
  }
  for (const page of pages) approve(bed, page);
  await Promise.all(pages.map(({ look }) => look()));
};

/** What somebody types, scans or is given, to pay for another. */
const FOUND_BY = {
  'quick pay by account number': ({ accountNumber }: Payer) => ({ url: 'lookup', body: { customer: accountNumber } }),
  'quick pay by telephone': ({ phone }: Payer) => ({ url: 'lookup', body: { customer: `0${phone.slice(4)}` } }),
  'quick pay by link': ({ code }: Payer) => ({ url: 'code', body: { code } }),
} as const;

async function openQuick(bed: MonthTestbed, payer: Payer, way: Way, change = 0): Promise<Opened | null> {
  const by = way in FOUND_BY ? (way as keyof typeof FOUND_BY) : 'quick pay by account number';
  const { url, body } = FOUND_BY[by](payer);
  const found = await bed.accepted(null, 'POST', `/api/quick-pay/${url}`, body);
  const gateway = bed.pick(GATEWAYS);
  const naira = (found.due >= 100 && bed.chance(0.6) ? found.due : bed.naira(500, 20_000)) + change;
  const form = {
    token: found.token,
    amount: naira,
    email: `${bed.unused('payer')}@payer.example`,
    payerName: 'Ngozi Eze',
  };
  const opened = await bed.send(null, 'POST', `/api/quick-pay/${gateway}/initialize`, form);
  // A sum that happens to be what is due in kobo.
  if (opened.body.code === 'quick-pay.in-kobo') return null;
  if (opened.status !== 200) throw new Error(`not opened: ${opened.status} ${JSON.stringify(opened.body)}`);
  const reference = referenceIn(opened.body);
  const token = opened.body.receiptToken;
  const look = () => bed.accepted(null, 'POST', '/api/quick-pay/receipt', { reference, token });
  return { payer, way, gateway, reference, naira, look };
}

export const payForAnother: Act = async (bed, payer) => {
  const way = bed.pick(['quick pay by account number', 'quick pay by telephone', 'quick pay by link'] as const);
  const isGiven = way !== 'quick pay by link' || payer.code !== null;
  const page = await openQuick(bed, payer, isGiven ? way : 'quick pay by account number');
  if (page) await end(bed, page);
};

/** Two relatives pay at the same moment: both sums count. */
export const payInTwoTabs: Act = async (bed, payer) => {
  const pages = [
    await openQuick(bed, payer, 'quick pay in two tabs'),
    await openQuick(bed, payer, 'quick pay in two tabs', 1),
  ].filter((page) => page !== null);
  for (const page of pages) approve(bed, page);
  await Promise.all(pages.map(({ look }) => look()));
};

async function payLink(bed: MonthTestbed, payer: Payer, token: string): Promise<void> {
  const read = (check = false) => bed.accepted(null, 'POST', '/api/payment-links/read', { token, check });
  const { state, bill } = await read();
  if (state !== 'open') return;
  const gateway = bed.pick(GATEWAYS);
  const order = { token, gateway, amount: bill.amount };
  const { url } = await bed.accepted(null, 'POST', '/api/payment-links/pay', order);
  const reference = bed.sandbox.transactions().findLast(({ checkoutUrl }) => checkoutUrl === url)?.reference ?? '';
  const look = () => read(true);
  await end(bed, { payer, way: 'link by USSD', gateway, reference, naira: bill.amount, look });
}

/** A telephone without data asks for a link, which somebody with data pays some time later. */
export const payLinkOfUssd: Act = async (bed, payer) => {
  const screen = await bed.dial(payer.phone, '2', '2');
  if (!/^END A link to pay/.test(screen)) return;
  const token = (await bed.lastTextTo(payer.phone)).split('#')[1] ?? '';
  bed.later(bed.random() * 60, () => payLink(bed, payer, token));
};

const NOTICE_FAULTS = [null, null, 'lose', 'duplicate', 'forge', 'shuffle'] as const;

/** Any sum to one of the customer's account numbers; its notice may be lost, doubled, late or forged. */
export const sendToAccountNumber: Act = async (bed, payer) => {
  if (payer.numbers.length === 0) return payForAnother(bed, payer);
  const { provider, accountNumber } = bed.pick(payer.numbers);
  const mode = bed.pick(NOTICE_FAULTS);
  if (mode) {
    bed.sandbox.addFault({ gateway: provider, operation: 'webhook', mode, times: 1, delayMs: 20, copies: 3 });
  }
  const kobo = bed.naira(10_000, 3_000_000);
  const { reference } = bed.sandbox.transfer({ accountNumber, amountKobo: kobo, senderName: 'BISI ADE' });
  bed.expected.add({ payer, way: 'account number', gateway: provider, kobo, reference });
  await bed.sandbox.webhooksSettled();
  bed.sandbox.clearFaults();
};
