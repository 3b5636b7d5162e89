import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ROOT } from './run-step.ts';

// Many new simulated billing histories: npm run histories -- [--runs N] [--seed N]

const { values } = parseArgs({ options: { runs: { type: 'string', default: '150' }, seed: { type: 'string' } } });
const { runs, seed = String(Math.floor(Math.random() * 2 ** 31)) } = values;
console.log(
  `Simulated histories: ${runs} runs from seed ${seed} (repeat one with: npm run histories -- --runs 1 --seed N)`,
);
const { status } = spawnSync('vitest', ['run', 'apps/server/src/billing/renewals/billing-simulation.test.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, HISTORIES_RUNS: runs, HISTORIES_SEED: seed },
});
process.exitCode = status ?? 1;
