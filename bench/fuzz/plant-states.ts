import { Decrypter } from 'age-encryption';
import type pg from 'pg';
import type { Client } from './send.ts';

const PASSPHRASE = 'a long passphrase of the fuzz test';
const BVN = '22212345678';
/** Above the sum that one member of staff may make alone. */
const LARGE = { count: 12, amount: 10_000 };

type Headers = Readonly<Record<string, string>>;
type Call = (headers: Headers, path: string, body: object) => Promise<ReturnType<typeof JSON.parse>>;

type Setup = {
  /** Of the portal under test. */
  readonly origin: string;
  readonly database: pg.Client;
  readonly staff: Headers;
  readonly customer: Headers;
};

/** What others have to know to use what was planted. */
export type Planted = {
  /** Of vouchers on sale, used, stopped and expired. */
  readonly pins: readonly string[];
};

async function pinsOf(origin: string, staff: Headers, number: number): Promise<string[]> {
  const answer = await fetch(`${origin}/api/staff/voucher-batches/${number}/age`, {
    method: 'POST',
    headers: { ...staff, 'content-type': 'application/json' },
    body: JSON.stringify({ passphrase: PASSPHRASE }),
  });
  if (answer.status !== 200) throw new Error(`no PINs: ${answer.status} ${await answer.text()}`);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(PASSPHRASE);
  const csv = await decrypter.decrypt(new Uint8Array(await answer.arrayBuffer()), 'text');
  return csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',')[1] ?? '');
}

/** Batches of every state, and vouchers on sale, used, stopped and expired. */
async function plantVouchers(call: Call, { origin, staff, customer, database }: Setup): Promise<string[]> {
  const make = async (form: object): Promise<number> =>
    (await call(staff, '/api/staff/voucher-batches', form)).batch.number;
  const [onSale, old] = [await make({ count: 30, amount: 1000 }), await make({ count: 5, amount: 500 })];
  await make({ count: 3, amount: 100 });
  await make(LARGE);
  const pins = await pinsOf(origin, staff, onSale);
  const expired = await pinsOf(origin, staff, old);
  await database.query("update vouchers set expires_at = now() - interval '1 day' where batch = $1", [old]);
  await call(customer, '/api/user/vouchers', { pin: pins[0] });
  await call(staff, `/api/staff/voucher-batches/${onSale}/stop`, { index: 2, reason: 'Lost' });
  return [...pins, ...expired];
}

/**
 * What calls need and the demo data lack: vouchers, a code to be paid for by, account numbers, a transfer that
 * waits for staff, and a mandate that waits for its customer.
 */
export async function plantStates(client: Client, setup: Setup): Promise<Planted> {
  const { customer } = setup;
  const call: Call = async (headers, path, body) => {
    const answer = await client.send({
      method: 'POST',
      path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body.slice(0, 300)}`);
    return JSON.parse(answer.body);
  };
  await call(customer, '/api/user/pay-code', {});
  await call(customer, '/api/user/mandates', { agreed: true });
  await call(customer, '/api/user/virtual-accounts', { provider: 'monnify', bvn: BVN });
  const nobody = { accountNumber: '9900000001', amount: 1500, senderName: 'NOBODY KNOWN', provider: 'monnify' };
  await call({}, '/sandbox/bank/transfers', nobody);
  return { pins: await plantVouchers(call, setup) };
}
