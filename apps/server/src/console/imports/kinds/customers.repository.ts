import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { ImportedCustomer } from './read-customer.policy.ts';

/** Those of these mailboxes that have an account. */
export async function findTakenKeys(tx: Transaction, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ email_key: string }>(
    sql`select email_key from users where email_key = any(${sql.param(keys)}::text[])`,
  );
  return new Set(rows.map((row) => row.email_key));
}

/** Leaves out those whose address or referral code is taken meanwhile. */
export async function insertCustomers(
  tx: Transaction,
  { passwordHash, now }: { readonly passwordHash: string; readonly now: Date },
  customers: readonly (ImportedCustomer & { readonly referralCode: string })[],
): Promise<{ id: number; emailKey: string }[]> {
  const { rows } = await tx.execute<{ id: number; emailKey: string }>(
    sql`insert into users
      (email, email_key, password_hash, first_name, last_name, phone, referral_code, created_at, updated_at)
      select r.email, r."emailKey", ${passwordHash}, r."firstName", r."lastName", r.phone, r."referralCode",
        coalesce(r.since, ${now}), ${now}
      from jsonb_to_recordset(${JSON.stringify(customers)}::jsonb) as r(email text, "emailKey" text, "firstName" text,
        "lastName" text, phone text, "referralCode" text, since timestamptz)
      on conflict do nothing
      returning id, email_key as "emailKey"`,
  );
  return rows;
}

/** What is printed on the invoices of these customers. */
export async function insertBillingDetails(
  tx: Transaction,
  now: Date,
  details: readonly (Pick<ImportedCustomer, 'company' | 'address' | 'taxId'> & { readonly userId: number })[],
): Promise<void> {
  if (details.length === 0) return;
  await tx.execute(
    sql`insert into billing_details (user_id, company_name, address, tax_id, updated_at)
      select r."userId", r.company, r.address, r."taxId", ${now}
      from jsonb_to_recordset(${JSON.stringify(details)}::jsonb)
        as r("userId" integer, company text, address text, "taxId" text)`,
  );
}

/**
 * False when one of the customers has signed in, was changed, or belongs to another account. What
 * else refers to them violates a foreign key.
 */
export async function removeCustomers(
  tx: Transaction,
  run: { readonly id: string; readonly startedAt: Date },
): Promise<boolean> {
  const { rows } = await tx.execute<{ used: boolean }>(
    sql`select exists (
      select 1 from imported_records r join users u on u.id = r.user_id
      where r.import_id = ${run.id} and (u.updated_at <> ${run.startedAt} or u.role <> 'customer' or u.disabled
        or exists (select 1 from sessions s where s.user_id = u.id)
        or exists (select 1 from account_people p where (p.account_id = u.id) <> (p.user_id = u.id)
          and (p.account_id = u.id or p.user_id = u.id)))
    ) as used`,
  );
  if (rows[0]?.used !== false) return false;
  await tx.execute(
    sql`delete from users u using imported_records r where r.import_id = ${run.id} and u.id = r.user_id`,
  );
  return true;
}
