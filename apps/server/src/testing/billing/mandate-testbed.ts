import { expect } from 'vitest';
import { runDueCharges } from '../../billing/auto-pay/run-due-charges.ts';
import { checkDueMandates } from '../../billing/mandates/check-due-mandates.ts';
import { warnOfIdleMandates } from '../../billing/mandates/warn-of-idle-mandates.ts';
import { runRenewals } from '../../billing/renewals/run-renewals.ts';
import { type AutoPayTestbed, startAutoPayTestbed } from './auto-pay-testbed.ts';
import type { Customer, TestbedOptions } from './payment-testbed.ts';

const HOUR_MS = 3_600_000;

export const ZENITH = { bankCode: '057', number: '0123456789' };

export type MandateTestbed = AutoPayTestbed & {
  /** Asks for a mandate, and returns the vendor's reference of it. */
  readonly ask: (who: Customer, account?: typeof ZENITH | null) => Promise<string>;
  /** A mandate that may be charged. */
  readonly giveMandate: (who: Customer, account?: typeof ZENITH) => Promise<string>;
  /** The newest of a customer's mandates. */
  readonly mandateOf: (who: Customer) => Promise<ReturnType<typeof JSON.parse>>;
  /** Runs what the jobs of mandates and charges do now, until the gateway has decided its charges. */
  readonly work: () => Promise<void>;
  /** Lets hours pass, three at a time, with `work` after each. */
  readonly live: (hours: number) => Promise<void>;
  /** The same until so many hours after the paid time has ended. */
  readonly liveUntil: (who: Customer, hoursAfter: number) => Promise<void>;
  /** What was charged, in the order of the attempts: each with its kind, day and outcome. */
  readonly attempts: (who: Customer) => Promise<{ kind: string; day: string; status: string }[]>;
};

/** A testbed of renewals in which saved cards and bank accounts are charged. */
export async function startMandateTestbed(options: TestbedOptions = {}): Promise<MandateTestbed> {
  const bed = await startAutoPayTestbed(options);
  const ask: MandateTestbed['ask'] = async (who, account = ZENITH) => {
    const wish = { agreed: true, ...(account && { account }) };
    const { status, body } = await bed.call(who, 'POST', '/api/user/mandates', wish);
    if (status !== 200) throw new Error(`no mandate: ${status} ${JSON.stringify(body)}`);
    const mandate = bed.sandbox.mandates().find(({ url }) => url === body.approvalUrl);
    if (!mandate) throw new Error('the gateway has no such mandate');
    return mandate.reference;
  };
  const decided = async () => {
    await expect
      .poll(() => bed.sandbox.transactions().some(({ status }) => status === 'pending') && !isStalled(bed), {
        timeout: 10_000,
        interval: 5,
      })
      .toBe(false);
    await bed.quiet();
  };
  const work = async () => {
    await checkDueMandates(bed.renewals);
    await warnOfIdleMandates(bed.renewals);
    await runRenewals(bed.renewals);
    await runDueCharges(bed.renewals);
    await decided();
    await bed.jobs.pollPendingPayments();
    await runRenewals(bed.renewals);
  };
  const live = async (hours: number) => {
    for (let lived = 0; lived < hours; lived += 3) {
      bed.wait(Math.min(3, hours - lived) * HOUR_MS);
      await work();
    }
  };
  return {
    ...bed,
    ask,
    work,
    live,
    giveMandate: async (who, account = ZENITH) => {
      const reference = await ask(who, account);
      bed.sandbox.decideMandate(reference, 'approve');
      bed.sandbox.activateMandate(reference);
      await bed.sandbox.webhooksSettled();
      await checkDueMandates(bed.renewals);
      return reference;
    },
    mandateOf: async (who) => (await bed.call(who, 'GET', '/api/user/mandates')).body.mandates[0],
    liveUntil: async (who, hoursAfter) => {
      const renewal = new Date((await bed.subscription(who)).nextBillingDate).getTime();
      const end = renewal + hoursAfter * HOUR_MS;
      const now = bed.deps.clock().getTime();
      const idle = Math.max(Math.min(renewal - 30 * HOUR_MS, end) - now, 0);
      bed.wait(idle);
      await work();
      await live((end - now - idle) / HOUR_MS);
    },
    attempts: async (who) =>
      (
        await bed.rows(
          `select m.kind, p.charge_day::text as day, p.status from payments p join payment_methods m on m.id = p.payment_method_id
           where p.user_id = $1 and p.charge_attempt is not null and p.charge_due_at is null order by p.charge_attempt, p.created_at`,
          [who.id],
        )
      ).map(({ kind, day, status }) => ({ kind: String(kind), day: String(day), status: String(status) })),
  };
}

/** A test holds charges back and decides them itself. */
function isStalled(bed: AutoPayTestbed): boolean {
  return bed.sandbox.faults().some(({ mode }) => mode === 'stall');
}
