import type pg from 'pg';
import { withClient } from '../portal/seed-bench-data.ts';
import type { Scenario } from './customer-scenario.ts';
import { createRetryingClient } from './retrying-client.ts';

/** A referrer, and the plans on sale; the portal has to run. */
export async function createScenario(
  database: pg.ClientConfig,
  scenario: Omit<Scenario, 'planIds' | 'referralCode'>,
): Promise<Scenario> {
  const client = createRetryingClient({ ...scenario, onDefect: (defect) => scenario.expected.defects.push(defect) });
  const email = 'referrer@crash.example';
  await client.call('POST', '/api/register', {
    firstName: 'Ife',
    lastName: 'Bello',
    email,
    password: 'wide road, early rain',
  });
  const { body } = await client.call('GET', '/api/plans');
  const [first, ...others] = (body as { id: string }[]).map(({ id }) => id);
  if (first === undefined) throw new Error('the portal sells no plans');
  const referralCode = await withClient(database, async (queries) => {
    const { rows } = await queries.query('select referral_code from users where email = $1', [email]);
    return String(rows[0]?.referral_code);
  });
  return { ...scenario, planIds: [first, ...others], referralCode };
}
