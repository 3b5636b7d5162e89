import { parseArgs } from 'node:util';
import { gatewayId } from '@portal/contract/billing/payments/payments';
import { PAYMENT_REFERENCE } from '@portal/kernel/billing/payment-reference';
import { parseAmount } from '@portal/kernel/parse-amount';
import { findPayeeByEmail } from '@portal/server/billing/reconciliation/lost-payment.repository';
import { reopenLostPayment } from '@portal/server/billing/reconciliation/recover-payment';
import { emailKey } from '@portal/server/identity/accounts/account.policy';
import { databaseOf } from '@portal/server/platform/database/connection';
import { runTransaction } from '@portal/server/platform/database/run-transaction';
import pg from 'pg';
import { findRunningDatabase } from './find-running-database.ts';

const USAGE = 'Usage: npm run recover-payment -- REFERENCE --gateway GATEWAY --naira SUM --customer EMAIL';

function readOrder(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { gateway: { type: 'string' }, naira: { type: 'string' }, customer: { type: 'string' } },
  });
  const [reference = ''] = positionals;
  const gateway = gatewayId.safeParse(values.gateway).data;
  const amountKobo = parseAmount(values.naira ?? '');
  const isUsable = PAYMENT_REFERENCE.test(reference) && amountKobo !== null && amountKobo > 0;
  return isUsable && gateway && values.customer ? { reference, gateway, amountKobo, customer: values.customer } : null;
}

/**
 * Writes a payment anew that a restored database lacks and whose customer only people know, from the
 * gateway's dashboard. It books nothing: the running portal asks the gateway about it as about any
 * pending payment, and makes what it confirms the customer's credit. Returns 1 with a sentence when
 * there is no such customer, or such a payment already.
 */
export async function recoverPayment(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const order = readOrder(args);
  if (!order) {
    console.error(USAGE);
    return 2;
  }
  const { customer, ...payment } = order;
  const pool = new pg.Pool({ ...findRunningDatabase(env), max: 1 });
  const database = databaseOf(pool);
  try {
    const payee = await findPayeeByEmail(database, emailKey(customer));
    if (!payee) {
      console.error(`${customer} has no account, or has chosen no plan yet: without one nothing can be booked.`);
      return 1;
    }
    const lost = { ...payment, payee, source: 'staff', now: new Date() } as const;
    if (await runTransaction(database, (tx) => reopenLostPayment(tx, lost))) {
      console.log(`The portal asks the gateway about ${payment.reference} within minutes; see it at the console.`);
      return 0;
    }
    console.error(`There is a payment ${payment.reference} already: see it at the console.`);
    return 1;
  } finally {
    await pool.end();
  }
}
