import { readConfig } from '../../platform/config/config.ts';
import { connectPool, databaseOf } from '../../platform/database/connection.ts';
import { buildTestApp, HIGH_LIMITS } from '../build-test-app.ts';

// A portal as a process of its own that does nothing but read its mailbox, again and again, until it is
// killed. Its environment has the configuration; the argument says how to connect to the database.
const [connection = '{}'] = process.argv.slice(2);
const { owner, portal } = JSON.parse(connection);
const database = databaseOf(connectPool(portal, () => {}));
const { startJobs, wakeJobs } = await buildTestApp(
  { database, owner },
  { config: { ...readConfig(process.env), limits: HIGH_LIMITS } },
);
startJobs();
setInterval(() => wakeJobs('inbound mail'), 100);
