import type { IntakeProvider, VirtualAccount } from '@portal/contract/billing/payments/virtual-accounts';
import type { BillingDependencies } from '../billing-dependencies.ts';
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

const presentNumber = ({ bank, accountNumber, accountName, provider }: NumberRow): VirtualAccount => ({
  bank,
  accountNumber,
  accountName,
  status: 'ready',
  provider: provider as IntakeProvider,
});

/** "wema-bank" as people read it. */
const bankName = (slug: string) =>
  slug
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

function presentRequest({ intakes = [] }: Reading, request: RequestRow): VirtualAccount[] {
  if (!(request.status in WAITING)) return [];
  const name = intakes.find(({ id }) => id === request.provider)?.name ?? request.provider;
  return [
    {
      bank: request.bank === null ? name : bankName(request.bank),
      accountNumber: null,
      accountName: null,
      status: WAITING[request.status as keyof typeof WAITING],
      provider: request.provider as IntakeProvider,
    },
  ];
}

/** An account's numbers that are in use, the oldest first, then those that are being prepared. */
export async function readNumbers(deps: Reading, accountId: number): Promise<VirtualAccount[]> {
  const [numbers, requests] = await Promise.all([
    listNumbers(deps.database, accountId),
    listRequests(deps.database, accountId),
  ]);
  const ready = numbers.filter(({ status }) => status === 'active').map(presentNumber);
  // One whose numbers were replaced was not refused.
  const hadNumbers = new Set(numbers.map(({ requestId }) => requestId));
  const waiting = requests.filter(({ id }) => !hadNumbers.has(id));
  return [...ready, ...waiting.flatMap((request) => presentRequest(deps, request))];
}

/** The number that takes transfers for all bills of an account; null without one. */
export async function findNumberForBills({ database, intakes = [] }: Reading, accountId: number) {
  return intakes.length === 0 ? null : findNumberOfAccount(database, accountId);
}

/** The same for staff, with what was replaced or closed. */
export async function readNumbersForStaff(deps: Reading, accountId: number) {
  const numbers = await listNumbers(deps.database, accountId);
  const former = numbers.flatMap((row) =>
    row.status === 'active' ? [] : [{ ...presentNumber(row), was: row.status }],
  );
  return [...(await readNumbers(deps, accountId)).map((each) => ({ ...each, was: null })), ...former];
}
