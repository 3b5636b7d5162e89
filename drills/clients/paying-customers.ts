import { checkLedger } from '../../bench/crash/check-ledger.ts';
import type { Scenario } from '../../bench/crash/customer-scenario.ts';
import { createExpectedResults } from '../../bench/crash/expected-results.ts';
import { letPortalRepair } from '../../bench/crash/repair.ts';
import { createRetryingClient } from '../../bench/crash/retrying-client.ts';
import { startVirtualUsers, type VirtualUsers } from '../../bench/crash/virtual-users.ts';
import { type Client, originOf, type Site } from './client.ts';

const AT_ONCE = 3;
/** More than one run of the load can serve. */
const NUMBERS_PER_RUN = 100_000;

/**
 * Customers who register, choose a plan and pay at all three gateways, one after the other. Counted
 * are the payments that the portal has confirmed to the customer.
 */
export async function createPayingCustomers(site: Site): Promise<Client> {
  const fetchOfPayers = site.log.fetchOf('pay');
  const expected = createExpectedResults();
  const shared = { origin: originOf(site), sandbox: site.sandbox, expected, end: site.end, fetch: fetchOfPayers };
  const onDefect = (defect: string) => expected.defects.push(defect);
  const client = createRetryingClient({ ...shared, onDefect });
  const { body: plans } = await client.call('GET', '/api/plans');
  const [first, ...others] = (plans as { id: string }[]).map(({ id }) => id);
  if (first === undefined) throw new Error('the portal sells no plans');
  const form = {
    firstName: 'Ife',
    lastName: 'Bello',
    email: 'referrer@drill.example',
    password: 'wide road, early rain',
  };
  await client.call('POST', '/api/register', form);
  const { body: referrals } = await client.call('GET', '/api/user/referral');
  const { code: referralCode } = referrals as { code: string };
  const scenario: Scenario = { ...shared, planIds: [first, ...others], referralCode };
  let run = 0;
  let users: VirtualUsers | null = null;
  return {
    name: 'payments',
    start: () => {
      users = startVirtualUsers(scenario, AT_ONCE, site.seed, run++ * NUMBERS_PER_RUN);
    },
    settle: async () => {
      await users?.close();
    },
    acknowledged: () => expected.results.filter(({ kind }) => kind === 'paid').length,
    check: async (database) => {
      await letPortalRepair(database, site.sandbox);
      return checkLedger(database, site.sandbox, expected);
    },
  };
}
