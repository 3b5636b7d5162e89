import type { IntakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import { openNumbers } from '../../billing/virtual-accounts/open-numbers.ts';
import type { Customer } from '../billing/payment-testbed.ts';
import type { MonthTestbed } from './month-testbed.ts';
import type { Payer } from './payer.ts';

const BVN = '22212345678';
const OPENED_WITHIN = 50;
let phones = 1_000_000;

/** A Nigerian mobile number that nobody else has. */
export const newPhone = (): string => `+234807${phones++}`;

async function askForNumbers(bed: MonthTestbed, who: Customer): Promise<IntakeProvider | null> {
  const provider = bed.pick([null, 'paystack', 'monnify', 'flutterwave'] as const);
  if (provider === null) return null;
  const wish = provider === 'paystack' ? {} : { provider, bvn: BVN };
  await bed.accepted(who, 'POST', '/api/user/virtual-accounts', wish);
  return provider;
}

/** Paystack opens its numbers some time after it was asked. */
async function numbersOf(bed: MonthTestbed, who: Customer): Promise<Payer['numbers']> {
  const [paystack] = bed.deps.intakes ?? [];
  for (let tries = 0; tries < OPENED_WITHIN; tries++) {
    const { body } = await bed.send(who, 'GET', '/api/user/virtual-accounts');
    if (body.every(({ status }: { status: string }) => status === 'ready')) return body;
    await bed.quiet();
    await bed.rows('update virtual_account_requests set next_attempt_at = $1 where next_attempt_at is not null', [
      bed.deps.clock(),
    ]);
    if (paystack) await openNumbers(bed.deps, paystack);
  }
  throw new Error(`${who.email} has no account numbers`);
}

/** A new customer with a plan who has verified a telephone; some have account numbers and a link. */
export async function createPayer(bed: MonthTestbed): Promise<Payer> {
  const who = await bed.createCustomer();
  const phone = newPhone();
  await bed.rows('update users set phone = $2, phone_verified_at = now(), email_verified_at = now() where id = $1', [
    who.id,
    phone,
  ]);
  const planId = bed.pick(bed.plans);
  await bed.accepted(who, 'POST', '/api/user/subscription', { planId });
  const [account] = await bed.rows('select number from accounts where id = $1', [who.id]);
  const hasNumbers = (await askForNumbers(bed, who)) !== null;
  const made = bed.chance(0.5) ? await bed.accepted(who, 'POST', '/api/user/pay-code', {}) : null;
  return {
    who,
    planId,
    phone,
    accountNumber: String(account?.number),
    code: made ? (String(made.payCode.link.url).split('/p/')[1] ?? null) : null,
    numbers: hasNumbers ? await numbersOf(bed, who) : [],
  };
}
