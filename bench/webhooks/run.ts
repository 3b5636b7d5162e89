import { parseArgs } from 'node:util';
import { inFolder } from '../portal/in-folder.ts';
import { flood } from './flood.ts';
import { deliverEvents } from './gateway-events.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
});
const events = Number(values.events);
const seed = Number(values.seed);
if (!Number.isInteger(events) || events < 20 || !Number.isInteger(seed))
  throw new Error('usage: npm run bench -- --only webhooks [--events N] [--seed N]');

await inFolder('webhooks', async (folder) => {
  const isFast = await flood(folder);
  console.log(
    `\nEvents of ${events} payments, seed ${seed} (repeat with: --only webhooks --events ${events} --seed ${seed})`,
  );
  return (await deliverEvents(folder, { events, seed })) && isFast;
});
