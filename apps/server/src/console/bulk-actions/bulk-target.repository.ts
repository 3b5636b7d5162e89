import type { BulkOrder } from '@portal/contract/console/bulk-actions';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { customerTags } from '../../platform/database/schema/console/customer-note.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { hasConsent } from '../../platform/database/schema/messaging/consent.ts';
import { notificationChoices } from '../../platform/database/schema/messaging/notification.ts';
import { fits } from '../customers/customer-filter.repository.ts';
import type { TargetFacts } from './bulk-row.policy.ts';

/** At most `most` customers of a target, by id; a named one may be staff, whom no filter of a target finds. */
export async function listTarget(
  queryable: Queryable,
  { ids, filter }: BulkOrder['target'],
  { now, most }: { readonly now: Date; readonly most: number },
): Promise<number[]> {
  const rows = await queryable
    .select({ id: users.id })
    .from(users)
    .where(
      ids === undefined
        ? and(eq(users.role, 'customer'), fits(queryable, filter ?? {}, now))
        : sql`${users.id} = any(${sql.param(ids)}::int[])`,
    )
    .orderBy(asc(users.id))
    .limit(most);
  return rows.map(({ id }) => id);
}

/** The facts about these customers, by id; those who are gone are left out. */
export async function listFacts(queryable: Queryable, ids: readonly number[], tag: string): Promise<TargetFacts[]> {
  return queryable
    .select({
      id: users.id,
      isStaff: sql<boolean>`${users.role} <> 'customer'`,
      disabled: users.disabled,
      wantsPromotions: sql<boolean>`(${hasConsent(users.id, 'marketing-email')} or ${hasConsent(users.id, 'marketing-push')})`,
      wantsOffersByText: hasConsent(users.id, 'marketing-sms'),
      // Who has not chosen wants them.
      wantsServiceUpdates: sql<boolean>`coalesce(${notificationChoices.serviceUpdates}, true)`,
      hasVerifiedPhone: sql<boolean>`(${users.phone} is not null and ${users.phoneVerifiedAt} is not null)`,
      hasTag: sql<boolean>`exists (select from ${customerTags} t where t.user_id = ${users.id} and t.tag = ${tag})`,
      tags: sql<number>`(select count(*) from ${customerTags} t where t.user_id = ${users.id})::int`,
    })
    .from(users)
    .leftJoin(notificationChoices, eq(notificationChoices.userId, users.id))
    .where(sql`${users.id} = any(${sql.param(ids)}::int[])`)
    .orderBy(asc(users.id));
}

/** Names and addresses of a few. */
export async function listSample(queryable: Queryable, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return queryable
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id));
}
