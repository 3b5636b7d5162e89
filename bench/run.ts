import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findLoadGenerator } from './load/run-load.ts';
import { CONNECTIONS, measure, SESSIONS } from './measure.ts';
import { inFolder } from './portal/in-folder.ts';
import { findPortalDatabase, startPortalByNpm } from './portal/portal-process.ts';
import { findFreePort, residentBytes } from './portal/program-process.ts';
import { startServers } from './portal/servers.ts';
import { countErrors, describeMeasurements, judge } from './report.ts';

const ROUNDS = 5;
const KEPT_ROUNDS = 3;
const SECONDS = 2;
const STARTS = 3;
/** After the last request: the memory that remains when the work is over. */
const REST_MS = 10_000;

const say = (message: string): void => console.error(message);

/**
 * Times `npm start` on the portal's own folder; the first one, which may have something to build,
 * is not counted.
 */
async function measureStarts(folder: string): Promise<number[]> {
  const dataDir = join(folder, 'data');
  const times: number[] = [];
  for (let start = 0; start <= STARTS; start++) {
    const portal = await startPortalByNpm({ port: await findFreePort(), dataDir, logFile: join(folder, 'npm.log') });
    if (start > 0) times.push(portal.readyAfterMs);
    await portal.stop();
    // npm may end before the process it started.
    while (findPortalDatabase(dataDir) !== null) await sleep(20);
  }
  return times;
}

async function bench(folder: string): Promise<boolean> {
  const generator = findLoadGenerator(join(folder, 'requests.lua'));
  say('Starting the portal and the yardsticks, with 1,000 customers …');
  const servers = await startServers(folder);
  try {
    const portalBytesBefore = residentBytes(servers.portal.pid);
    const rounds = await measure(servers, generator, {
      rounds: ROUNDS,
      kept: KEPT_ROUNDS,
      seconds: SECONDS,
      onRound: (number) => say(`Round ${number} of ${ROUNDS} …`),
    });
    const portalBytesAfter = residentBytes(servers.portal.pid);
    await sleep(REST_MS);
    const portalBytesAtRest = residentBytes(servers.portal.pid);
    await servers.stop();
    say('Timing npm start …');
    const startsMs = await measureStarts(folder);
    const loads = `the quietest ${KEPT_ROUNDS} of ${ROUNDS} rounds; ${generator.name}, ${CONNECTIONS} connections, ${SESSIONS} sessions in turn, ${SECONDS} s a load, sign-ins three times as long`;
    const measured = { generator: loads, rounds, portalBytesBefore, portalBytesAfter, portalBytesAtRest, startsMs };
    const goals = judge(measured);
    console.log(describeMeasurements(measured, goals));
    const errors = countErrors(rounds);
    if (errors > 0) say(`${errors} requests failed.`);
    return errors === 0 && goals.every(({ reached }) => reached);
  } finally {
    await servers.stop();
  }
}

await inFolder('bench', bench);
