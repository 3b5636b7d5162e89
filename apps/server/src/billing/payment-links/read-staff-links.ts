import type { StaffPaymentLink } from '@portal/contract/billing/payments/staff-payment-links';
import { nairaFromKobo } from '@portal/kernel/money';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { requireLine } from '../lines/require-line.ts';
import { stateOf } from './payment-link.policy.ts';
import { listLinks } from './payment-link.repository.ts';

const MOST = 50;

type Reading = Pick<BillingDependencies, 'database' | 'clock'>;
type Found = Awaited<ReturnType<typeof listLinks>>[number];

function present({ link, createdByName, reference }: Found, now: Date): StaffPaymentLink {
  const { id, label, sentBy, createdBy } = link;
  return {
    id,
    label,
    amount: nairaFromKobo(link.amount),
    state: stateOf(link, now),
    sentBy,
    createdBy: { id: createdBy, name: createdByName },
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    reference,
  };
}

/** The links of a customer, newest first, fifty at most. Throws customer.not-found. */
export async function readStaffLinks({ database, clock }: Reading, userId: number): Promise<StaffPaymentLink[]> {
  await requireLine(database, { accountId: userId });
  const now = clock();
  return (await listLinks(database, { userId, limit: MOST })).map((each) => present(each, now));
}

/** One that is there. */
export async function readStaffLink({ database, clock }: Reading, id: string): Promise<StaffPaymentLink> {
  const [found] = await listLinks(database, { id, limit: 1 });
  if (!found) throw new Error(`payment link ${id} is gone`);
  return present(found, clock());
}
