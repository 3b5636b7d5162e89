import pg from 'pg';
import { type Right, rightsOn } from './portal-rights.policy.ts';

type Queries = Pick<pg.ClientBase, 'query'>;

const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'] as const;

/** Functions that change what the portal's account may not, each with the owner's rights. */
const OWNERS_FUNCTIONS = ['redact_audit_records(bigint[])'];

/** What the role may do now with each table. A partition is used through its table. */
async function readRights(owner: Queries, role: string): Promise<{ table: string; may: readonly string[] }[]> {
  const { rows } = await owner.query<{ table: string; may: string[] }>(
    `select c.relname as table, array(
       select privilege_type::text from aclexplode(c.relacl) where grantee = $1::regrole order by 1
     ) as may
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by 1`,
    [pg.escapeIdentifier(role)],
  );
  return rows;
}

function statementsFor(table: string, may: readonly string[], role: string): string[] {
  const wanted: readonly Right[] = rightsOn(table);
  const [name, grantee] = [`public.${pg.escapeIdentifier(table)}`, pg.escapeIdentifier(role)];
  const missing = wanted.filter((right) => !may.includes(right));
  const excess = ALL.filter((right) => may.includes(right) && !wanted.some((one) => one === right));
  return [
    ...(excess.length > 0 ? [`revoke ${excess.join(', ')} on ${name} from ${grantee}`] : []),
    ...(missing.length > 0 ? [`grant ${missing.join(', ')} on ${name} to ${grantee}`] : []),
  ];
}

/**
 * Gives the portal's account exactly its rights on the tables as they are now (portal-rights.policy.ts), and
 * none to define anything. The connection is the owner's. Changes nothing where that is so already, which
 * two instances may find at the same time. The caller holds the migration lock.
 */
export async function grantPortalRights(owner: Queries, role: string): Promise<void> {
  const grantee = pg.escapeIdentifier(role);
  const changes = (await readRights(owner, role)).flatMap(({ table, may }) => statementsFor(table, may, role));
  const { rows } = await owner.query<{ complete: boolean }>(
    `select has_schema_privilege($1::regrole, 'public', 'usage') and not has_schema_privilege($1::regrole, 'public', 'create')
       and has_schema_privilege($1::regrole, 'drizzle', 'usage')
       and (select bool_and(has_sequence_privilege($1::regrole, c.oid, 'usage') and has_sequence_privilege($1::regrole, c.oid, 'select'))
            from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S')
       and (select bool_and(has_function_privilege($1::regrole, f::regprocedure, 'execute')
              and not exists (select from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
                where p.oid = f::regprocedure and a.grantee = 0))
            from unnest($2::text[]) f) as complete`,
    [grantee, OWNERS_FUNCTIONS],
  );
  if (rows[0]?.complete !== true) {
    changes.push(
      'revoke create on schema public from public',
      `revoke create on schema public from ${grantee}`,
      `grant usage on schema public, drizzle to ${grantee}`,
      `grant select on drizzle.__drizzle_migrations to ${grantee}`,
      `grant usage, select on all sequences in schema public to ${grantee}`,
      ...OWNERS_FUNCTIONS.flatMap((name) => [
        `revoke execute on function ${name} from public`,
        `grant execute on function ${name} to ${grantee}`,
      ]),
    );
  }
  if (changes.length === 0) return;
  await owner.query('begin');
  try {
    for (const change of changes) await owner.query(change);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback').catch(() => undefined);
    throw error;
  }
}
