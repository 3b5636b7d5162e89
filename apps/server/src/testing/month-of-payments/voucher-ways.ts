import { voucherPinOf } from '@portal/kernel/billing/voucher-pin';
import { newPhone } from './create-payer.ts';
import type { Way } from './expected-payments.ts';
import type { MonthTestbed } from './month-testbed.ts';
import type { Payer } from './payer.ts';
import type { Voucher, VoucherStock } from './voucher-stock.ts';

type VoucherWay = Extract<Way, `voucher ${string}`>;
/** Whether the answer says that it has paid. */
type Redeem = (bed: MonthTestbed, payer: Payer, pin: string) => Promise<boolean>;

const isPaid = (answer: { readonly status: number }): boolean => answer.status === 200;
const saysPaid = (words: string): boolean => /Thank you/.test(words);

const REDEEM: Readonly<Record<VoucherWay, Redeem>> = {
  'voucher on the web': async (bed, { who }, pin) => isPaid(await bed.send(who, 'POST', '/api/user/vouchers', { pin })),
  'voucher by USSD': async (bed, { phone }, pin) => saysPaid(await bed.dial(phone, '2', '1', pin)),
  'voucher by USSD for another': async (bed, { accountNumber }, pin) =>
    saysPaid(await bed.dial(newPhone(), '2', accountNumber, pin)),
  'voucher by text': async (bed, { accountNumber }, pin) =>
    saysPaid(await bed.text(newPhone(), `PAY ${pin.slice(0, 4)}-${pin.slice(4)} ${accountNumber}`)),
  'voucher at the counter': async (bed, { who }, pin) =>
    isPaid(await bed.send(bed.cashier, 'POST', `/api/staff/customers/${who.id}/vouchers`, { pin })),
  'voucher at an agent': async (bed, { accountNumber: customer }, pin) => {
    const { who } = bed.pick(bed.sellers);
    return isPaid(await bed.send(who, 'POST', '/api/staff/agent-counter/vouchers', { customer, pin }));
  },
};
const VOUCHER_WAYS = Object.keys(REDEEM) as VoucherWay[];

/** What happens with a voucher, as often as it stands here. */
const TRIES = [
  'once',
  'once',
  'once',
  'once',
  'twice at once',
  'by two at once',
  'used before',
  'not on sale',
  'mistyped',
  'invented',
] as const;

function must(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}

/** Somebody pays with a voucher, rightly or wrongly. */
export async function payByVoucher(bed: MonthTestbed, stock: VoucherStock, payer: Payer, other: Payer): Promise<void> {
  const way = bed.pick(VOUCHER_WAYS);
  const redeem = (pin: string, by = payer) => REDEEM[way](bed, by, pin);
  const used = (voucher: Voucher, by: Payer) => {
    voucher.state = 'used';
    bed.expected.add({ payer: by, way, gateway: 'voucher', kobo: voucher.kobo });
  };
  const refused = async (pin: string, what: string) => must(!(await redeem(pin)), `${way}: ${what} has paid`);
  switch (bed.pick(TRIES)) {
    case 'once': {
      const voucher = await stock.take();
      must(await redeem(voucher.pin), `${way}: a voucher of batch ${voucher.batch} has not paid`);
      return used(voucher, payer);
    }
    case 'twice at once': {
      const voucher = await stock.take();
      const answers = await Promise.all([redeem(voucher.pin), redeem(voucher.pin)]);
      must(answers.every(Boolean), `${way}: the same voucher for the same account, twice: ${answers.join(', ')}`);
      return used(voucher, payer);
    }
    case 'by two at once': {
      const voucher = await stock.take();
      const answers = await Promise.all([redeem(voucher.pin), redeem(voucher.pin, other)]);
      const winner = await stock.accountOf(voucher);
      const expected = [winner === payer.who.id, winner === other.who.id];
      must(String(answers) === String(expected), `${way}: of two at once ${answers.join(', ')}, and ${winner} has it`);
      return used(voucher, winner === payer.who.id ? payer : other);
    }
    case 'used before': {
      const gone = stock.inState('used');
      if (gone.length === 0) return;
      const voucher = bed.pick(gone);
      if ((await stock.accountOf(voucher)) === payer.who.id) return;
      return refused(voucher.pin, 'a voucher of somebody else');
    }
    case 'not on sale': {
      const gone = (['stopped', 'returned', 'expired'] as const).flatMap((state) => stock.inState(state));
      if (gone.length > 0) await refused(bed.pick(gone).pin, 'a voucher that is stopped, expired or taken back');
      return;
    }
    case 'mistyped': {
      const { pin } = await stock.take();
      return refused(`${pin.slice(0, -1)}${(Number(pin.at(-1)) + 1) % 10}`, 'a PIN with a wrong digit');
    }
    case 'invented': {
      // Of staff who guess, the next right PIN would wait.
      if (way === 'voucher at the counter' || way === 'voucher at an agent') return;
      return refused(voucherPinOf(String(bed.naira(0, 9_999_999_999)).padStart(10, '0')), 'an invented PIN');
    }
  }
}
