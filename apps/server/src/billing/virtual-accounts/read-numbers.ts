import type { IntakeProvider, VirtualAccount } from '@portal/contract/billing/payments/virtual-accounts';
import type { Queryable } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { listLines } from '../lines/list-lines.ts';
import {
  findNumberOfAccount,
  listNumbers,
  listRequests,
  type NumberRow,
  type RequestRow,
} from './virtual-account.repository.ts';

type Reading = Pick<BillingDependencies, 'database' | 'intakes'>;

const WAITING = {
  requested: 'being-prepared',
  'needs-identity': 'needs-identity',
  refused: 'refused',
} as const;

const presentNumber = (
  { bank, accountNumber, accountName, provider }: NumberRow,
  line: VirtualAccount['line'],
): VirtualAccount => ({
  bank,
  accountNumber,
  accountName,
  status: 'ready',
  provider: provider as IntakeProvider,
  line,
});

/** "wema-bank" as people read it. */
const bankName = (slug: string) =>
  slug
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

function presentRequest(
  { intakes = [] }: Reading,
  request: RequestRow,
  line: VirtualAccount['line'],
): VirtualAccount[] {
  if (!(request.status in WAITING)) return [];
  const name = intakes.find(({ id }) => id === request.provider)?.name ?? request.provider;
  return [
    {
      bank: request.bank === null ? name : bankName(request.bank),
      accountNumber: null,
      accountName: null,
      status: WAITING[request.status as keyof typeof WAITING],
      provider: request.provider as IntakeProvider,
      line,
    },
  ];
}

type Held = {
  readonly numbers: readonly NumberRow[];
  readonly requests: readonly RequestRow[];
  /** The line that a request is for; null where it is for all. */
  readonly lineOf: (requestId: string) => VirtualAccount['line'];
};

async function readHeld(queryable: Queryable, accountId: number): Promise<Held> {
  const [numbers, requests] = await Promise.all([
    listNumbers(queryable, accountId),
    listRequests(queryable, accountId),
  ]);
  const hasLine = requests.some(({ lineId }) => lineId !== null);
  const lines = hasLine ? await listLines(queryable, accountId) : [];
  const ofRequests = new Map(
    requests.map(({ id, lineId }) => {
      const line = lines.find((each) => each.id === lineId);
      return [id, line ? { id: line.id, label: line.label } : null];
    }),
  );
  return { numbers, requests, lineOf: (requestId) => ofRequests.get(requestId) ?? null };
}

function presentHeld(deps: Reading, { numbers, requests, lineOf }: Held): VirtualAccount[] {
  const ready = numbers.filter(({ status }) => status === 'active');
  // One whose numbers were replaced was not refused.
  const hadNumbers = new Set(numbers.map(({ requestId }) => requestId));
  const waiting = requests.filter(({ id }) => !hadNumbers.has(id));
  return [
    ...ready.map((row) => presentNumber(row, lineOf(row.requestId))),
    ...waiting.flatMap((request) => presentRequest(deps, request, lineOf(request.id))),
  ];
}

/** An account's numbers that are in use, the oldest first, then those that are being prepared. */
export async function readNumbers(deps: Reading, accountId: number): Promise<VirtualAccount[]> {
  return presentHeld(deps, await readHeld(deps.database, accountId));
}

/** The number that takes transfers for all bills of an account; null without one. */
export async function findNumberForBills({ database, intakes = [] }: Reading, accountId: number) {
  return intakes.length === 0 ? null : findNumberOfAccount(database, accountId);
}

/** The same for staff, with what was replaced or closed. */
export async function readNumbersForStaff(deps: Reading, accountId: number) {
  const held = await readHeld(deps.database, accountId);
  const former = held.numbers.flatMap((row) =>
    row.status === 'active' ? [] : [{ ...presentNumber(row, held.lineOf(row.requestId)), was: row.status }],
  );
  return [...presentHeld(deps, held).map((each) => ({ ...each, was: null })), ...former];
}
