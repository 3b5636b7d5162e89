import type { IntakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { Intake } from '../incoming-transfers/intake.port.ts';
import { requireLine } from '../lines/require-line.ts';
import { openNumbersOf } from './open-numbers.ts';
import { insertRequest, listRequests, moveRequest, type RequestRow } from './virtual-account.repository.ts';

/** The job does not take it while the customer's own call is with the provider. */
const HELD_MS = 2 * 60_000;

type Order = {
  readonly accountId: number;
  /** Null where money to the numbers pays the bills of all lines. */
  readonly lineId: number | null;
  /** Null for all that ask for neither BVN nor NIN. */
  readonly provider: IntakeProvider | null;
  readonly bvn: string | null;
  readonly nin: string | null;
};

type Owner = Pick<Order, 'accountId' | 'lineId'>;

/** The requests for the same line, or for all lines. */
const listOwn = async ({ database }: BillingDependencies, { accountId, lineId }: Owner): Promise<RequestRow[]> =>
  (await listRequests(database, accountId)).filter((request) => request.lineId === lineId);

function valuesOf(deps: BillingDependencies, intake: Intake, owner: Owner, bank: string | null, heldMs: number) {
  const now = deps.clock();
  return {
    ...owner,
    provider: intake.id,
    reference: deps.newAccountReference(),
    bank,
    status: 'requested' as const,
    nextAttemptAt: new Date(now.getTime() + heldMs),
    createdAt: now,
  };
}

/** Asks a provider that wants nothing of the customer; its job does the rest. */
async function ask(deps: BillingDependencies, intake: Intake, owner: Owner): Promise<boolean> {
  let isNew = false;
  for (const bank of intake.banks ?? [null]) {
    isNew = (await insertRequest(deps.database, valuesOf(deps, intake, owner, bank, 0))) !== null || isNew;
  }
  return isNew;
}

/** The request of a provider that wants BVN or NIN: a new one, or one whose answer was lost. */
async function holdRequest(deps: BillingDependencies, intake: Intake, owner: Owner): Promise<RequestRow | null> {
  const inserted = await insertRequest(deps.database, valuesOf(deps, intake, owner, null, HELD_MS));
  if (inserted) return inserted;
  const requests = await listOwn(deps, owner);
  const waiting = requests.find(({ provider, status }) => provider === intake.id && status === 'needs-identity');
  if (!waiting) return null;
  const nextAttemptAt = new Date(deps.clock().getTime() + HELD_MS);
  const change = { status: 'requested', nextAttemptAt } as const;
  return (await moveRequest(deps.database, waiting.id, ['needs-identity'], change)) ? { ...waiting, ...change } : null;
}

/**
 * Asks for account numbers of an account's own, or of a line of it. Repeating is safe: nothing is asked for
 * twice. BVN or NIN goes to the provider and nowhere else. Throws line.not-found,
 * virtual-account.unknown-provider, virtual-account.identity-needed, virtual-account.refused,
 * virtual-account.no-answer.
 */
export async function requestNumbers(
  deps: BillingDependencies,
  order: Order,
  wake: (intake: Intake) => void,
): Promise<void> {
  const { intakes = [] } = deps;
  const { accountId, lineId, provider, bvn, nin } = order;
  const owner = { accountId, lineId };
  if (lineId !== null) await requireLine(deps.database, { accountId, lineId });
  if (provider === null) {
    for (const intake of intakes.filter(({ asksIdentity }) => !asksIdentity)) {
      if (await ask(deps, intake, owner)) wake(intake);
    }
    return;
  }
  const intake = intakes.find(({ id }) => id === provider);
  if (!intake) throw new ApiError('virtual-account.unknown-provider');
  if (!intake.asksIdentity) {
    if (await ask(deps, intake, owner)) wake(intake);
    return;
  }
  const number = bvn ?? nin;
  if (number === null) throw new ApiError('virtual-account.identity-needed');
  const request = await holdRequest(deps, intake, owner);
  if (!request) return;
  const outcome = await openNumbersOf(deps, intake, request, { kind: bvn === null ? 'nin' : 'bvn', number });
  if (outcome === 'refused') throw new ApiError('virtual-account.refused');
  if (outcome === 'unknown') throw new ApiError('virtual-account.no-answer');
}

/** Who can open numbers for an account, or a line of it, beside those that it has or waits for. Throws line.not-found. */
export async function listOffers(deps: BillingDependencies, owner: Owner) {
  const { database, intakes = [] } = deps;
  const { accountId, lineId } = owner;
  if (lineId !== null) await requireLine(database, { accountId, lineId });
  const requests = await listOwn(deps, owner);
  const has = new Set(
    requests.filter(({ status }) => status === 'active' || status === 'requested').map(({ provider }) => provider),
  );
  return intakes
    .filter(({ id }) => !has.has(id))
    .map(({ id: provider, name, asksIdentity }) => ({ provider, name, asksIdentity }));
}
