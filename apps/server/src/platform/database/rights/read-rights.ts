import type pg from 'pg';

/**
 * What the account of this connection may do that the portal never does: be a superuser, define tables,
 * or change audit records. Words for an operator; none for the portal's own account.
 */
export async function listExcessRights(connection: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await connection.query<{ superuser: boolean; owner: boolean; audit: boolean }>(
    `select (select rolsuper from pg_roles where rolname = current_user) as superuser,
       has_schema_privilege('public', 'create')
         or exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
           and pg_has_role(relowner, 'usage')) as owner,
       has_table_privilege('audit_records', 'update') or has_table_privilege('audit_records', 'delete')
         or has_table_privilege('audit_records', 'truncate') as audit`,
  );
  const { superuser = false, owner = false, audit = false } = rows[0] ?? {};
  return [
    ...(superuser ? ['is a superuser'] : []),
    ...(owner ? ['may define tables'] : []),
    ...(audit ? ['may change audit records'] : []),
  ];
}
