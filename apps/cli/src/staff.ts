import { emailKey } from '@portal/server/identity/accounts/account.policy';
import { recordAudit } from '@portal/server/identity/audit/record-audit';
import { deleteSessionsOf } from '@portal/server/identity/sessions/session.repository';
import { grantRole, ROLE_GRANTS } from '@portal/server/identity/staff/grant-role';
import { databaseOf } from '@portal/server/platform/database/connection';
import pg from 'pg';
import { findRunningDatabase } from './find-running-database.ts';

const USAGE = `Usage: npm run staff -- list | ${ROLE_GRANTS.map((name) => `${name} EMAIL`).join(' | ')}`;

const DONE = {
  add: 'is staff now: the next sign-in sets up the second factor.',
  remove: 'is a customer now, and signed out everywhere.',
  'reset-second-factor': 'sets up the second factor anew at the next sign-in.',
} as const;

/** Manages the staff of the portal on this machine: npm run staff -- add ada@example.com */
export async function staff([command, email]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const grant = ROLE_GRANTS.find((name) => name === command);
  if (command !== 'list' && !(grant && email)) {
    console.error(USAGE);
    return 2;
  }
  const pool = new pg.Pool({ ...findRunningDatabase(env), max: 1 });
  const deps = {
    database: databaseOf(pool),
    recordAudit,
    endSessions: (tx: Parameters<typeof deleteSessionsOf>[0], userId: number) => deleteSessionsOf(tx, userId),
  };
  try {
    if (!(grant && email)) {
      const { rows } = await pool.query<{ email: string }>(
        "select email from users where role = 'admin' order by email",
      );
      console.log(rows.length === 0 ? 'There is no staff yet.' : rows.map((row) => row.email).join('\n'));
      return 0;
    }
    if (await grantRole(deps, { emailKey: emailKey(email), grant })) {
      console.log(`${email} ${DONE[grant]}`);
      return 0;
    }
    console.error(`There is no account for ${email}: register it first, at /register.`);
    return 1;
  } finally {
    await pool.end();
  }
}
