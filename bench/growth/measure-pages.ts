import { endpoints } from '@portal/contract';
import { withClient } from '../portal/seed-bench-data.ts';
import type { Customer, Installation } from './installation.ts';

/** Files are not rows: their cost does not depend on how many customers there are. */
const FILES = [
  '/api/user/invoices/:invoiceNumber/:document',
  '/api/user/account-statement/:document',
  '/api/user/account-proofs/:number/pdf',
  '/api/user/ticket-attachments/:id',
  '/api/user/privacy/exports/:id/:file',
];
/** Loads the code and the plans of a call. */
const WARM_UP = 5;

/** What a customer's addresses contain. */
type Own = Readonly<Record<'receipt' | 'invoice' | 'ticket' | 'chat' | 'dearerPlan' | 'plan' | 'bundle', string>>;

const OWN = `select
  (select receipt_number from receipts where user_id = $1 order by issued_at desc limit 1) as receipt,
  (select invoice_number from invoices where user_id = $1 order by issued_at desc limit 1) as invoice,
  (select id from support_tickets where user_id = $1 limit 1) as ticket,
  (select id from chat_sessions where user_id = $1 limit 1) as chat,
  (select p.id from service_plans p, user_subscriptions s where s.user_id = $1 and p.is_active and p.price > s.monthly_fee
    and p.region = (select region from service_plans own where own.id = s.plan_id) order by p.price desc limit 1) as "dearerPlan",
  (select plan_id from user_subscriptions where user_id = $1) as plan,
  (select id from data_bundles where is_active limit 1) as bundle`;

/** The address of a call for one customer. */
function addressOf(path: string, own: Own): string {
  const month = new Date().toISOString().slice(0, 7);
  const parts: Readonly<Record<string, string>> = {
    receiptNumber: own.receipt,
    invoiceNumber: own.invoice,
    month,
    id: own.ticket,
    sessionId: own.chat,
  };
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => parts[name] ?? name);
  if (path === '/api/user/account-statement') return `${address}?from=${month}-01&to=${month}-28`;
  if (path === '/api/user/payment-quote') return `${address}?plan=${own.plan}`;
  if (path === '/api/user/upgrade-quote') return `${address}?plan=${own.dearerPlan}`;
  if (path === '/api/user/bundle-quote') return `${address}?bundle=${own.bundle}`;
  return address;
}

/** Every call of the contract by which a signed-in customer's pages read. */
const paths = endpoints
  .filter(({ method, access, path }) => method === 'GET' && access === 'session' && !FILES.includes(path))
  .map(({ path }) => path);

type Visitor = Customer & { readonly own: Own };

async function findVisitors({ database, customers }: Installation): Promise<Visitor[]> {
  return withClient(database, async (client) => {
    const visitors: Visitor[] = [];
    for (const customer of customers) {
      const { rows } = await client.query<Own>(OWN, [customer.id]);
      if (rows[0]) visitors.push({ ...customer, own: rows[0] });
    }
    return visitors;
  });
}

async function time(origin: string, path: string, { cookie, own }: Visitor): Promise<number> {
  const address = addressOf(path, own);
  const since = performance.now();
  const answer = await fetch(origin + address, { headers: { cookie } });
  await answer.arrayBuffer();
  const ms = performance.now() - since;
  if (answer.status >= 500) throw new Error(`${address} answered ${answer.status}`);
  // A plan may be the dearest, a ticket too young to escalate: that is answered after the same reads.
  if (!answer.ok && !/-quote$|\/escalation$/.test(path)) throw new Error(`${address} answered ${answer.status}`);
  return ms;
}

const middleOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

/** A call's middle times in milliseconds in both installations. */
export type TimedCall = { readonly path: string; readonly fewMs: number; readonly manyMs: number };

/**
 * Times every call in both installations in turn, so that whatever else this machine does disturbs
 * both alike; each customer twice.
 */
export async function measurePages(few: Installation, many: Installation): Promise<TimedCall[]> {
  const [fewVisitors, manyVisitors] = await Promise.all([findVisitors(few), findVisitors(many)]);
  const calls: TimedCall[] = [];
  for (const path of paths) {
    const [fewTimes, manyTimes]: [number[], number[]] = [[], []];
    for (let round = -WARM_UP; round < 2 * manyVisitors.length; round++) {
      const place = (round + WARM_UP) % manyVisitors.length;
      const [one, other] = [fewVisitors[place], manyVisitors[place]];
      if (!one || !other) continue;
      const pair = [await time(few.portal.origin, path, one), await time(many.portal.origin, path, other)] as const;
      if (round < 0) continue;
      fewTimes.push(pair[0]);
      manyTimes.push(pair[1]);
    }
    calls.push({ path, fewMs: middleOf(fewTimes), manyMs: middleOf(manyTimes) });
  }
  return calls;
}
