import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ROOT } from './run-step.ts';

// Many new simulated billing histories: npm run histories -- [--runs N] [--seed N]
// One month of customers who pay by all ways: npm run histories -- --month [--customers N] [--seed N]

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '150' },
    seed: { type: 'string' },
    month: { type: 'boolean', default: false },
    customers: { type: 'string', default: '1000' },
  },
});
const { runs, customers, seed = String(Math.floor(Math.random() * 2 ** 31)) } = values;

const histories = {
  says: `Simulated histories: ${runs} runs from seed ${seed} (repeat one with: npm run histories -- --runs 1 --seed N)`,
  file: 'apps/server/src/billing/renewals/billing-simulation.test.ts',
  env: { HISTORIES_RUNS: runs },
};
const month = {
  says: `A month of ${customers} customers (repeat it with: npm run histories -- --month --customers ${customers} --seed ${seed})`,
  file: 'apps/server/src/testing/month-of-payments/month-of-payments.test.ts',
  env: { MONTH_CUSTOMERS: customers },
};
const { says, file, env } = values.month ? month : histories;

console.log(says);
const { status } = spawnSync('vitest', ['run', file], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, ...env, HISTORIES_SEED: seed },
});
process.exitCode = status ?? 1;
