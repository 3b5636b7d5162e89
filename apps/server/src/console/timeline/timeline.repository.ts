import type { TimelineEvent, TimelineKind } from '@portal/contract/console/customer-notes';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { courtesyDays } from '../../platform/database/schema/billing/courtesy-day.ts';
import { payments, refunds } from '../../platform/database/schema/billing/payment.ts';
import { paymentPromises } from '../../platform/database/schema/billing/payment-promise.ts';
import {
  planUpgrades,
  subscriptionPauses,
  userSubscriptions,
} from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { collectionCalls } from '../../platform/database/schema/console/collection.ts';
import { customerNotes } from '../../platform/database/schema/console/customer-note.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { auditRecords } from '../../platform/database/schema/identity/audit.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { radiusActions } from '../../platform/database/schema/network/network-access.ts';
import { chatSessions } from '../../platform/database/schema/support/chat.ts';
import { chatContactSessions, chatContacts } from '../../platform/database/schema/support/chat-contact.ts';
import { supportTickets, ticketMerges } from '../../platform/database/schema/support/ticket.ts';

type Source = {
  readonly kind: TimelineKind;
  /** Tells apart several events of one row. */
  readonly key: string;
  readonly id: SQL;
  readonly at: SQL;
  readonly what: SQL;
  readonly text?: SQL;
  readonly amount?: SQL;
  readonly reference?: SQL;
  readonly actor?: SQL;
  /** Finds the actor's API key: by the audit entry (which has `note`), or in the row itself. */
  readonly audited?: { readonly action: string; readonly subject: SQL; readonly note?: SQL };
  readonly apiKey?: SQL;
  /** Table, joins and condition. */
  readonly from: SQL;
};

/** The API key of an audit entry, null where none was used. */
const keyOf = (entry: SQL) => sql`(case when ${entry}.actor_kind = 'api-key'
  then jsonb_build_object('id', ${entry}.actor_key_id, 'name', ${entry}.actor_program) end)`;

/** Who somebody is, which every member of staff who sees the customer may know the history of. */
const isCorrection = sql`(${auditRecords.action} like 'identity-approval.%' or ${auditRecords.action} in ('customer.correct',
  'customer.billing-details', 'customer.contact-change', 'customer.contact-changed', 'customer.contact-change-withdrawn',
  'customer.contact-change-expired', 'customer.password-link', 'customer.sign-in-throttle-lifted'))`;

/** The fields that an audit entry has before or after. */
const touched = sql`(coalesce(${auditRecords.before}, '{}') || coalesce(${auditRecords.after}, '{}'))`;

/** Everything is found by an index of the customer's rows. */
function sourcesOf(userId: number): Source[] {
  const linesOf = sql`(select ${lines.id} from ${lines} where ${lines.accountId} = ${userId})`;
  const line = (key: string, what: string, at: SQL, text: SQL = sql`${servicePlans.name}`): Source => ({
    kind: 'line',
    key,
    id: sql`${userSubscriptions.id}`,
    at,
    what: sql`${what}`,
    text,
    from: sql`${userSubscriptions} join ${servicePlans} on ${servicePlans.id} = ${userSubscriptions.planId}
      where ${userSubscriptions.lineId} in ${linesOf} and ${at} is not null
        and not (${userSubscriptions.status} = 'cancelled' and ${userSubscriptions.cancelledAt} is null)`,
  });
  const ticket = (key: string, what: string, at: SQL) => ({
    kind: 'ticket' as const,
    key,
    id: sql`${supportTickets.id}`,
    at,
    what: sql`${what}`,
    text: sql`${supportTickets.subject}`,
    reference: sql`${supportTickets.id}::text`,
    from: sql`${supportTickets} where ${supportTickets.userId} = ${userId} and ${at} is not null`,
  });
  const promise = (key: string, what: SQL, at: SQL): Source => ({
    kind: 'promise',
    key,
    id: sql`${paymentPromises.id}`,
    at,
    what,
    text: sql`coalesce(${paymentPromises.reason}, to_char((${paymentPromises.endsAt} - interval '1 second') at time zone 'Africa/Lagos', '"for "FMDD FMMonth YYYY'))`,
    amount: sql`${paymentPromises.amount}`,
    actor: sql`${paymentPromises.staffId}`,
    from: sql`${paymentPromises} where ${paymentPromises.userId} = ${userId} and ${at} is not null`,
  });
  const ofLines = (table: SQL) => sql`${table} join ${userSubscriptions} on ${userSubscriptions.lineId} in ${linesOf}`;
  return [
    {
      kind: 'registered',
      key: 'registered',
      id: sql`${users.id}`,
      at: sql`${users.createdAt}`,
      what: sql`'registered'`,
      from: sql`${users} where ${users.id} = ${userId}`,
    },
    line('chosen', 'chosen', sql`${userSubscriptions.createdAt}`),
    line('started', 'started', sql`${userSubscriptions.startDate}`),
    line('leaving', 'leaving', sql`${userSubscriptions.cancelRequestedAt}`, sql`${userSubscriptions.cancelReason}`),
    line('cancelled', 'cancelled', sql`${userSubscriptions.cancelledAt}`, sql`${userSubscriptions.cancelReason}`),
    promise('promise', sql`'made'`, sql`${paymentPromises.madeAt}`),
    promise('promise-ended', sql`${paymentPromises.state}`, sql`${paymentPromises.decidedAt}`),
    {
      kind: 'line',
      key: 'courtesy',
      id: sql`${courtesyDays.id}`,
      at: sql`${courtesyDays.decidedAt}`,
      what: sql`'courtesy'`,
      text: sql`${courtesyDays.days} || case ${courtesyDays.days} when 1 then ' day: ' else ' days: ' end || ${courtesyDays.reason}`,
      actor: sql`${courtesyDays.requestedBy}`,
      from: sql`${courtesyDays} where ${courtesyDays.userId} = ${userId} and ${courtesyDays.status} = 'booked'`,
    },
    {
      kind: 'upgrade',
      key: 'upgrade',
      id: sql`${planUpgrades.paymentId}`,
      at: sql`${planUpgrades.upgradedAt}`,
      what: sql`'upgraded'`,
      text: sql`${servicePlans.name}`,
      from: sql`${ofLines(sql`${planUpgrades}`)} and ${userSubscriptions.id} = ${planUpgrades.subscriptionId}
        join ${servicePlans} on ${servicePlans.id} = ${planUpgrades.toPlanId}`,
    },
    {
      kind: 'pause',
      key: 'pause',
      id: sql`${subscriptionPauses.id}`,
      at: sql`${subscriptionPauses.startsAt}`,
      what: sql`'paused'`,
      from: sql`${ofLines(sql`${subscriptionPauses}`)} and ${userSubscriptions.id} = ${subscriptionPauses.subscriptionId}`,
    },
    {
      kind: 'payment',
      key: 'payment',
      id: sql`${payments.id}`,
      at: sql`coalesce(${payments.paidAt}, ${payments.createdAt})`,
      what: sql`${payments.status}`,
      text: sql`${payments.description} || case when ${payments.gateway} = 'credit' then ', from account credit' else '' end`,
      amount: sql`case when ${payments.gateway} = 'credit' then ${payments.amount} + ${payments.creditUsed} else ${payments.amount} end`,
      reference: sql`${payments.reference}`,
      from: sql`${payments} where ${payments.userId} = ${userId}`,
    },
    {
      kind: 'refund',
      key: 'refund',
      id: sql`${refunds.id}`,
      at: sql`${refunds.createdAt}`,
      what: sql`${refunds.status}`,
      text: sql`${refunds.reason}`,
      amount: sql`${refunds.amount}`,
      reference: sql`${payments.reference}`,
      actor: sql`${refunds.requestedBy}`,
      audited: { action: 'payment.refund', subject: sql`'payment:' || ${payments.reference}` },
      from: sql`${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId} where ${payments.userId} = ${userId}`,
    },
    {
      ...ticket('ticket', 'opened', sql`${supportTickets.createdAt}`),
      audited: { action: 'ticket.open', subject: sql`'ticket:' || ${supportTickets.id}` },
    },
    ticket('ticket-resolved', 'resolved', sql`${supportTickets.resolvedAt}`),
    {
      kind: 'ticket',
      key: 'ticket-merged',
      id: sql`${supportTickets.id}`,
      at: sql`${ticketMerges.mergedAt}`,
      what: sql`'merged'`,
      text: sql`${supportTickets.subject}`,
      reference: sql`${ticketMerges.intoId}::text`,
      actor: sql`${ticketMerges.staffId}`,
      audited: { action: 'ticket.merge', subject: sql`'ticket:' || ${supportTickets.id}` },
      from: sql`${supportTickets} join ${ticketMerges} on ${ticketMerges.ticketId} = ${supportTickets.id}
        where ${supportTickets.userId} = ${userId}`,
    },
    {
      kind: 'chat',
      key: 'chat',
      id: sql`${chatSessions.id}`,
      at: sql`${chatSessions.createdAt}`,
      what: sql`coalesce(${chatSessions.closeReason}, ${chatSessions.status})`,
      reference: sql`${chatSessions.id}::text`,
      actor: sql`${chatSessions.agentId}`,
      audited: { action: 'chat.accept', subject: sql`'chat:' || ${chatSessions.id}` },
      from: sql`${chatSessions} where ${chatSessions.id} = any(array(
        select own.id from ${chatSessions} own where own.user_id = ${userId}
        union all select o.session_id from ${chatContactSessions} o
          join ${chatContacts} c on c.id = o.contact_id where c.user_id = ${userId}))`,
    },
    {
      kind: 'network',
      key: 'network',
      id: sql`${radiusActions.id}`,
      at: sql`${radiusActions.createdAt}`,
      what: sql`${radiusActions.kind}`,
      text: sql`${radiusActions.reason}`,
      from: sql`${radiusActions} where ${radiusActions.lineId} in ${linesOf}`,
    },
    {
      kind: 'note',
      key: 'note',
      id: sql`${customerNotes.id}`,
      at: sql`${customerNotes.createdAt}`,
      what: sql`'noted'`,
      text: sql`${customerNotes.text}`,
      actor: sql`${customerNotes.authorId}`,
      audited: {
        action: 'customer.note',
        subject: sql`${`customer:${userId}`}`,
        note: sql`${customerNotes.id}`,
      },
      from: sql`${customerNotes} where ${customerNotes.userId} = ${userId}`,
    },
    {
      kind: 'call',
      key: 'call',
      id: sql`${collectionCalls.id}`,
      at: sql`${collectionCalls.calledAt}`,
      what: sql`${collectionCalls.outcome}`,
      text: sql`concat_ws('. ', to_char(${collectionCalls.promisedDay}, '"Pays on "FMDD FMMonth YYYY'), ${collectionCalls.note})`,
      amount: sql`nullif(${collectionCalls.owed}, 0)`,
      actor: sql`${collectionCalls.staffId}`,
      from: sql`${collectionCalls} where ${collectionCalls.userId} = ${userId}`,
    },
    {
      kind: 'correction',
      key: 'correction',
      id: sql`${auditRecords.id}`,
      at: sql`${auditRecords.createdAt}`,
      what: sql`${auditRecords.action}`,
      // "Mailbox, Identity card seen, lost the old one", without the mailbox itself.
      text: sql`concat_ws(', ', case when ${touched} ? 'email' then 'Mailbox' when ${touched} ? 'phone' then 'Telephone' end,
        case ${auditRecords.after} ->> 'by' when 'email' then 'By mail' when 'text' then 'By text' end,
        ${auditRecords.after} ->> 'identifiedBy', ${auditRecords.after} ->> 'reason')`,
      actor: sql`${auditRecords.actorId}`,
      from: sql`${auditRecords} where ${auditRecords.subject} = ${`customer:${userId}`} and ${isCorrection}`,
    },
    {
      kind: 'change',
      key: 'change',
      id: sql`${auditRecords.id}`,
      at: sql`${auditRecords.createdAt}`,
      what: sql`${auditRecords.action}`,
      text: sql`coalesce(${auditRecords.after} ->> 'reason', ${auditRecords.after} ->> 'tags',
        case when ${auditRecords.action} like 'line-address.%' then ${auditRecords.after} ->> 'address' end)`,
      actor: sql`${auditRecords.actorId}`,
      apiKey: keyOf(sql`${auditRecords}`),
      // The note itself is an event, as a call is, as a correction is, and who has looked is in the audit log; that somebody
      // saw the portal as the customer is one, when it began.
      from: sql`${auditRecords} where ${auditRecords.subject} = ${`customer:${userId}`} and ${auditRecords.action} not in ('customer.note', 'customer.view', 'document.view', 'customer.view-as-end',
        'collection.call', 'collection.take', 'collection.give-back') and not ${isCorrection}`,
    },
  ];
}

export type TimelineRow = {
  /** Microseconds since 1970. */
  readonly micros: string;
  readonly at: string;
  readonly key: string;
  readonly kind: TimelineKind;
  readonly what: string;
  readonly text: string | null;
  readonly amount: number | null;
  readonly reference: string | null;
  readonly by: string | null;
  readonly apiKey: TimelineEvent['apiKey'];
};

/** What happened to a customer, newest first, those before the event `before` when it is given. */
export async function listEvents(
  queryable: Queryable,
  wanted: {
    readonly userId: number;
    readonly kinds: ReadonlySet<TimelineKind>;
    readonly before: { readonly micros: string; readonly key: string } | null;
    readonly limit: number;
  },
): Promise<TimelineRow[]> {
  const { userId, kinds, before, limit } = wanted;
  const sources = sourcesOf(userId).filter((source) => kinds.has(source.kind));
  const parts = sources.map(
    ({
      key,
      id,
      at,
      what,
      text = sql`null`,
      amount = sql`null`,
      reference = sql`null`,
      actor = sql`null`,
      audited,
      apiKey = sql`null`,
      ...source
    }) =>
      sql`select ${at} as at, ${`${key}:`} || ${id} as key, ${source.kind}::text as kind, ${what}::text as what, ${text}::text as text,
        ${amount}::numeric as amount, ${reference}::text as reference, ${actor}::int as actor,
        ${audited?.action ?? null}::text as action, ${audited?.subject ?? null}::text as subject, ${audited?.note ?? null}::text as note, ${apiKey}::jsonb as api_key from ${source.from}`,
  );
  const beyond =
    before === null
      ? sql`true`
      : sql`(at, key) < (timestamptz 'epoch' + ${before.micros}::bigint * interval '1 microsecond', ${before.key})`;
  const { rows } = await queryable.execute<TimelineRow>(
    sql`select (extract(epoch from at) * 1000000)::bigint::text as micros,
        to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, key, kind, what, text, amount::float8 as amount, reference,
        (select ${personName()} from ${users} where ${users.id} = actor) as by,
        coalesce(api_key, (select ${keyOf(sql`entry`)} from ${auditRecords} entry where entry.subject = events.subject
          and entry.action = events.action and (note is null or entry.after ->> 'note' = note)
          order by entry.id limit 1)) as "apiKey"
      from (${sql.join(parts, sql` union all `)}) events where ${beyond} order by events.at desc, events.key desc limit ${limit}`,
  );
  return rows;
}
