import { readConfig } from '../../platform/config/config.ts';
import { type MandateTestbed, startMandateTestbed } from '../billing/mandate-testbed.ts';
import type { Answer, Customer } from '../billing/payment-testbed.ts';
import { seeded } from '../billing/statement-files.ts';
import { createInRole } from '../billing/voucher-testbed.ts';
import { untilServed } from '../send-at-once.ts';
import { GOOD_PASSWORD } from '../test-browser.ts';
import { HIGH_LIMITS } from '../test-portal.ts';
import { createExpectedPayments } from './expected-payments.ts';
import type { Payer } from './payer.ts';

const USSD_KEY = 'the key of the callback';
const TEXT_TOKEN = 'the token of the address';
const FORM = 'application/x-www-form-urlencoded';
const PLANS = 3;

/** Who looks after the money, besides `accountant` and `cashier`. */
export type Seller = { readonly who: Customer; readonly agentId: number };

export type MonthTestbed = MandateTestbed & {
  readonly accountant: Customer;
  /** A second person, who approves. */
  readonly manager: Customer;
  readonly cashier: Customer;
  readonly sellers: readonly Seller[];
  readonly plans: readonly string[];
  /** The same numbers from 0 to 1 for the same seed. */
  readonly random: () => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(values: readonly T[]) => T;
  /** Whole naira between two sums. */
  readonly naira: (least: number, most: number) => number;
  /** A word that nothing else has: a form, a slip, a session. */
  readonly unused: (kind: string) => string;
  /** What was paid, by the acts themselves. */
  readonly expected: ReturnType<typeof createExpectedPayments>;
  /** A call; whoever is signed out by then signs in again. */
  readonly send: (
    who: Customer | null,
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
  ) => Promise<Answer>;
  /** The body of a call that must be accepted. */
  readonly accepted: (
    who: Customer | null,
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
  ) => Promise<Answer['body']>;
  /** Has something happen so many hours later. */
  readonly later: (hours: number, run: () => Promise<void>) => void;
  /** What was to happen by now. */
  readonly runLater: () => Promise<void>;
  /** The last screen of a USSD session in which somebody types one entry after the other. */
  readonly dial: (phone: string, ...typed: readonly string[]) => Promise<string>;
  /** The answer to a text. */
  readonly text: (phone: string, words: string) => Promise<string>;
  /** The newest text to a telephone. */
  readonly lastTextTo: (phone: string) => Promise<string>;
};

export type Act = (bed: MonthTestbed, payer: Payer) => Promise<void>;

type Signed = Pick<MonthTestbed, 'send' | 'accepted'>;

function createCalls(bed: MandateTestbed): Signed {
  const send: Signed['send'] = async (who, method, url, payload) => {
    const browser = who?.browser ?? bed.newBrowser();
    const once = async (): Promise<Answer> => {
      const body = method === 'GET' ? undefined : JSON.stringify(payload ?? {});
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      const { statusCode, payload: text } = await untilServed(() => browser.send(method, url, body, headers));
      return { status: statusCode, body: text === '' ? null : JSON.parse(text) };
    };
    const answer = await once();
    if (answer.status !== 401 || !who) return answer;
    await browser.post('/api/login', { email: who.email, password: GOOD_PASSWORD });
    return once();
  };
  return {
    send,
    accepted: async (who, method, url, payload) => {
      const { status, body } = await send(who, method, url, payload);
      if (status !== 200 && status !== 202) throw new Error(`${method} ${url}: ${status} ${JSON.stringify(body)}`);
      return body;
    },
  };
}

type Phones = Pick<MonthTestbed, 'dial' | 'text' | 'lastTextTo'>;

/** Telephones without data, through the webhooks of Africa's Talking. */
function createPhones(bed: MandateTestbed): Phones {
  let sent = 0;
  const post = async (url: string, fields: Readonly<Record<string, string>>): Promise<string> => {
    const payload = new URLSearchParams(fields).toString();
    const answer = await bed.app.inject({ method: 'POST', url, headers: { 'content-type': FORM }, payload });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
    return answer.body;
  };
  const lastTextTo: Phones['lastTextTo'] = async (phone) => {
    const [row] = await bed.rows(
      "select text from outbox_messages where channel = 'sms' and recipient = $1 order by id desc limit 1",
      [phone],
    );
    return String(row?.text ?? '');
  };
  return {
    lastTextTo,
    dial: async (phoneNumber, ...typed) => {
      const sessionId = `month-${sent++}`;
      const url = `/api/webhooks/ussd/africas-talking?key=${encodeURIComponent(USSD_KEY)}`;
      let screen = '';
      for (let count = 0; count <= typed.length; count++) {
        const text = typed.slice(0, count).join('*');
        screen = await post(url, { sessionId, serviceCode: '*347*100#', phoneNumber, networkCode: '62130', text });
      }
      return screen;
    },
    text: async (from, text) => {
      const url = `/api/webhooks/sms/inbound?token=${encodeURIComponent(TEXT_TOKEN)}`;
      const date = bed.deps.clock().toISOString().slice(0, 19).replace('T', ' ');
      await post(url, { from, to: '34567', text, date, id: `month-${sent++}`, linkId: '' });
      return lastTextTo(from);
    },
  };
}

function createChance(seed: number) {
  const random = seeded(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  let words = 0;
  return {
    random,
    pick,
    chance: (share: number) => random() < share,
    naira: (least: number, most: number) => least + Math.floor(random() * (most - least + 1)),
    unused: (kind: string) => `${kind}-${seed}-${100_000 + words++}`,
  };
}

function createLater(bed: MandateTestbed): Pick<MonthTestbed, 'later' | 'runLater'> {
  const HOUR_MS = 3_600_000;
  let waiting: { readonly atMs: number; readonly run: () => Promise<void> }[] = [];
  const nowMs = () => bed.deps.clock().getTime();
  return {
    later: (hours, run) => void waiting.push({ atMs: nowMs() + hours * HOUR_MS, run }),
    runLater: async () => {
      const due = waiting.filter(({ atMs }) => atMs <= nowMs());
      waiting = waiting.filter(({ atMs }) => atMs > nowMs());
      for (const { run } of due) await run();
    },
  };
}

/** Each looks up a few hundred customers within an hour at most; the first soon owes what they may. */
async function createSellers(
  bed: MandateTestbed,
  { accepted }: Signed,
  { by, count }: { readonly by: Customer; readonly count: number },
): Promise<Seller[]> {
  const sellers: Seller[] = [];
  for (let number = 0; number < count; number++) {
    const who = await createInRole(bed, 'agent');
    const form = { name: `Kiosk ${number}`, limit: number === 0 ? 60_000 : 2_000_000, commission: 3, email: who.email };
    const { agent } = await accepted(by, 'POST', '/api/staff/sales-agents', form);
    sellers.push({ who, agentId: agent.id });
  }
  return sellers;
}

/** A portal with every way to pay switched on, agents, a till that is open, and nobody who has paid yet. */
export async function startMonthTestbed(options: {
  readonly seed: number;
  readonly agents: number;
}): Promise<MonthTestbed> {
  const config = {
    ...readConfig({ TRUSTED_PROXIES: '127.0.0.1', USSD_CODE: '*347*100#', USSD_CALLBACK_SECRET: USSD_KEY }),
    limits: HIGH_LIMITS,
    smsReports: { termii: ['unused'], 'africas-talking': [TEXT_TOKEN] },
  };
  const bed = await startMandateTestbed({ portal: { config } });
  const calls = createCalls(bed);
  const [accountant, manager, cashier] = [await bed.createStaff(), await bed.createStaff(), await bed.createStaff()];
  const sellers = await createSellers(bed, calls, { by: accountant, count: options.agents });
  await calls.accepted(cashier, 'POST', '/api/staff/till/open');
  const plans = await bed.rows('select id from service_plans where is_active order by price limit $1', [PLANS]);
  return {
    ...bed,
    ...calls,
    ...createPhones(bed),
    ...createLater(bed),
    ...createChance(options.seed),
    accountant,
    manager,
    cashier,
    sellers,
    plans: plans.map(({ id }) => String(id)),
    expected: createExpectedPayments(() => bed.deps.clock()),
  };
}
