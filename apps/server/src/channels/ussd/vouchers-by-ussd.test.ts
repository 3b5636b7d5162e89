import { voucherSerial } from '@portal/kernel/billing/voucher-pin';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { issueVouchers } from '../../testing/billing/voucher-testbed.ts';
import { HIGH_LIMITS } from '../../testing/test-portal.ts';
import { createImportTestbed, csvFile } from '../../testing/testbeds/import-testbed.ts';
import { english } from '../menu/texts/menu-texts.en.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const KEY = 'the key of the callback';
let bed: PaymentTestbed;
beforeAll(async () => {
  const config = readConfig({ USSD_CODE: '*347*100#', USSD_CALLBACK_SECRET: KEY });
  bed = await startPaymentTestbed({ portal: { config: { ...config, limits: HIGH_LIMITS } } });
});
afterAll(() => bed.close());

let dials = 0;
/** The last screen of a session in which somebody types one entry after the other. */
async function dial(phoneNumber: string, ...typed: string[]): Promise<string> {
  const sessionId = `vouchers-${dials++}`;
  let answer = '';
  for (let count = 0; count <= typed.length; count++) {
    const { body } = await bed.app.inject({
      method: 'POST',
      url: `/api/webhooks/ussd/africas-talking?key=${encodeURIComponent(KEY)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        sessionId,
        serviceCode: '*347*100#',
        phoneNumber,
        networkCode: '62130',
        text: typed.slice(0, count).join('*'),
      }).toString(),
    });
    answer = body;
  }
  return answer;
}

it('a stranger pays for an account with a voucher, once, and a used one pays for nobody else', async () => {
  const [staff, customer, other] = [await bed.createStaff(), await bed.createCustomer(), await bed.createCustomer()];
  const numberOf = async (id: number) => {
    const [row] = await bed.rows('select number from accounts where id = $1', [id]);
    return String(row?.number);
  };
  const { number, pins } = await issueVouchers(bed, staff, { count: 1, amount: 5000 });
  const [pin = ''] = pins;
  const [account, another] = [await numberOf(customer.id), await numberOf(other.id)];

  const [owner] = await bed.rows('select first_name, last_name from users where id = $1', [customer.id]);
  const asked = await dial('+2348031299001', '2', account);
  expect(asked).toMatch(/^CON For \S\*+/);
  for (const name of [owner?.first_name, owner?.last_name]) expect(asked).not.toContain(String(name));
  const paid = await dial('+2348031299001', '2', account, pin);
  expect(paid).toMatch(new RegExp(`^END Thank you. N5,000 is paid for account ${account}. Receipt \\S+`));
  const creditOf = async (who: typeof customer) => (await bed.call(who, 'GET', '/api/user/credit')).body.balance;
  expect(await creditOf(customer)).toBe(5000);
  const found = (await bed.call(staff, 'GET', `/api/staff/vouchers/${voucherSerial(number, 1)}`)).body;
  expect(found).toMatchObject({ status: 'used', via: 'ussd', payment: { customer: { id: customer.id } } });

  // The answer may have been lost: the same account gets it again, and another account gets nothing.
  expect(await dial('+2348031299001', '2', account, pin)).toBe(paid);
  expect(await dial('+2348031299002', '2', another, pin)).toBe(`END ${english.voucherUsed}`);
  expect([await creditOf(customer), await creditOf(other)]).toEqual([5000, 0]);

  const wrong = `${pin.slice(0, -1)}${(Number(pin.at(-1)) + 1) % 10}`;
  expect(await dial('+2348031299003', '2', another, wrong)).toContain(english.voucherDigits);
  expect(await bed.violations()).toEqual([]);
});

it('a voucher of an earlier system pays with its letters, once there are such ones', async () => {
  const [staff, customer] = [await bed.createStaff(), await bed.createCustomer()];
  const [row] = await bed.rows('select number from accounts where id = $1', [customer.id]);
  const account = String(row?.number);
  expect(await dial('+2348031299004', '2', account, 'NUX-7QK2')).toContain(english.voucherDigits);
  const file = csvFile(['Code', 'Price', 'Status'], [['NUX-7QK2', '1500', '0']]);
  await createImportTestbed(bed.database).run('vouchers', file, { source: 'nux', startedBy: staff.id });
  expect(await dial('+2348031299004', '2', account, 'nux7qk2')).toMatch(/^END Thank you\. N1,500 is paid/);
  expect(await dial('+2348031299005', '2', account, 'NUX-7QK3')).toContain(english.voucherUnknown);
});
