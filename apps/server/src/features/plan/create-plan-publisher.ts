import { createHash } from 'node:crypto';
import type { PaymentPlan, ServicePlan } from '@portal/contract/plan';
import type { Clock } from '@portal/kernel/clock';
import { describeAllowance } from '@portal/kernel/data-size';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Database } from '../../database/connection.ts';
import type { ActivePlan } from './find-active-plan.ts';
import { listActivePlans } from './plan.repository.ts';

/** A finished answer: the same bytes for everybody. */
export type Publication = { readonly body: Buffer; readonly etag: string };

type Publications = { readonly servicePlans: Publication; readonly plans: Publication };

/** How old the published catalogue may be before it is read again. */
const FRESH_MS = 3000;

function presentPlan(plan: ActivePlan): ServicePlan {
  const { id, region, name, speed, downloadMbps, priceKobo, currency, type, features } = plan;
  return { id, region, name, speed, downloadMbps, price: nairaFromKobo(priceKobo), currency, type, features };
}

function presentPaymentPlan(plan: ActivePlan): PaymentPlan {
  return { ...presentPlan(plan), data: describeAllowance(plan.dataLimitGb) };
}

function publish(answer: readonly object[]): Publication {
  const body = Buffer.from(JSON.stringify(answer));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

/**
 * The catalogue as finished bytes in memory, read again from the database in the background when somebody asks and it is older than 3 s.
 * While the database is away the last good copy is served; before there is one, the failure is the caller's. (Threats U8.)
 */
export function createPlanPublisher(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly onStale: (error: unknown) => void;
}): () => Promise<Publications> {
  let current: Publications | null = null;
  let readAt = 0;
  let reading: Promise<Publications> | null = null;

  const read = async (): Promise<Publications> => {
    const plans = await listActivePlans(deps.database);
    return { servicePlans: publish(plans.map(presentPlan)), plans: publish(plans.map(presentPaymentPlan)) };
  };
  const refresh = (): Promise<Publications> => {
    reading ??= read()
      .then((publications) => {
        current = publications;
        return publications;
      })
      .finally(() => {
        reading = null;
        readAt = deps.clock().getTime();
      });
    return reading;
  };
  return async () => {
    if (current === null) return refresh();
    const age = deps.clock().getTime() - readAt;
    if (age < 0 || age >= FRESH_MS) refresh().catch(deps.onStale);
    return current;
  };
}
