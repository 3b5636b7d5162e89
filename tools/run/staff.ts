import pg from 'pg';
import { emailKey } from '../../apps/server/src/identity/accounts/account.policy.ts';
import { recordAudit } from '../../apps/server/src/identity/audit/record-audit.ts';
import { deleteSessionsOf } from '../../apps/server/src/identity/sessions/session.repository.ts';
import { grantRole, ROLE_GRANTS } from '../../apps/server/src/identity/staff/grant-role.ts';
import { databaseOf } from '../../apps/server/src/platform/database/connection.ts';
import { runningDatabase } from './running-database.ts';

// Manages the staff of the portal on this machine: npm run staff -- add ada@example.com

const USAGE = `Usage: npm run staff -- list | ${ROLE_GRANTS.map((name) => `${name} EMAIL`).join(' | ')}`;

const DONE = {
  add: 'is staff now: the next sign-in sets up the second factor.',
  remove: 'is a customer now, and signed out everywhere.',
  'reset-second-factor': 'sets up the second factor anew at the next sign-in.',
} as const;

const [command, email] = process.argv.slice(2);
const grant = ROLE_GRANTS.find((name) => name === command);
const pool = new pg.Pool({ ...runningDatabase(), max: 1 });
const deps = {
  database: databaseOf(pool),
  recordAudit,
  endSessions: (tx: Parameters<typeof deleteSessionsOf>[0], userId: number) => deleteSessionsOf(tx, userId, null),
};
try {
  if (command === 'list') {
    const { rows } = await pool.query<{ email: string }>("select email from users where role = 'admin' order by email");
    console.log(rows.length === 0 ? 'There is no staff yet.' : rows.map((row) => row.email).join('\n'));
  } else if (!grant || !email) {
    console.error(USAGE);
    process.exitCode = 2;
  } else if (await grantRole(deps, { emailKey: emailKey(email), grant })) {
    console.log(`${email} ${DONE[grant]}`);
  } else {
    console.error(`There is no account for ${email}: register it first, at /register.`);
    process.exitCode = 1;
  }
} finally {
  await pool.end();
}
