import { parseArgs } from 'node:util';
import { staffRoles } from '@portal/contract/platform/staff-permissions';
import { emailKey } from '@portal/server/identity/accounts/account.policy';
import { recordAudit } from '@portal/server/identity/audit/record-audit';
import { deleteSessionsOf } from '@portal/server/identity/sessions/session.repository';
import { grantRole, ROLE_GRANTS } from '@portal/server/identity/staff/grant-role';
import { databaseOf } from '@portal/server/platform/database/connection';
import pg from 'pg';
import { findRunningDatabase } from './find-running-database.ts';

const USAGE = `Usage: npm run staff -- list | ${ROLE_GRANTS.map((name) => `${name} EMAIL`).join(' | ')}
add takes --role ROLE: ${staffRoles.join(', ')}; owner unless it is given.`;

const DONE = {
  add: 'is staff now: the next sign-in sets up the second factor.',
  remove: 'is a customer now, and signed out everywhere.',
  'reset-second-factor': 'sets up the second factor anew at the next sign-in.',
} as const;

/** Null where the arguments cannot be read. */
function readArguments(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { role: { type: 'string', default: 'owner' } },
      allowPositionals: true,
    });
    const [command, email] = positionals;
    const grant = ROLE_GRANTS.find((name) => name === command);
    const role = staffRoles.find((name) => name === values.role);
    return role && (command === 'list' || (grant && email)) ? { grant, email, role } : null;
  } catch {
    return null;
  }
}

/** Manages the staff of the portal on this machine: npm run staff -- add ada@example.com --role support */
export async function staff(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const order = readArguments(args);
  if (order === null) {
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
    const { grant, email, role } = order;
    if (!(grant && email)) {
      const { rows } = await pool.query<{ email: string; roles: string }>(
        `select email, coalesce(string_agg(r.role, ', ' order by r.role), 'no role') as roles
         from users left join staff_member_roles r on r.user_id = users.id
         where users.role = 'admin' group by email order by email`,
      );
      const lines = rows.map((row) => `${row.email} (${row.roles})`);
      console.log(lines.length === 0 ? 'There is no staff yet.' : lines.join('\n'));
      return 0;
    }
    if (await grantRole(deps, { emailKey: emailKey(email), grant, role })) {
      console.log(`${email} ${DONE[grant]}`);
      return 0;
    }
    console.error(`There is no account for ${email}: register it first, at /register.`);
    return 1;
  } finally {
    await pool.end();
  }
}
