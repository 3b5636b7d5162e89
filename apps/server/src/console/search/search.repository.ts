import { eq, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/database/connection.ts';
import { creditNotes, invoices, receipts } from '../../platform/database/schema/billing/invoice.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { lineAddresses } from '../../platform/database/schema/network/line-address.ts';
import { networkLines } from '../../platform/database/schema/network/network-access.ts';
import { supportTickets } from '../../platform/database/schema/support/ticket.ts';
import type { NumberSearch } from '../customers/search.policy.ts';

/** Only an address that many lines had one after the other is found more often. */
const MOST = 20;

const customer = { customerId: users.id, customerName: personName() };

/** By our reference or by the gateway's. */
export async function findPayments(
  database: Queryable,
  search: { readonly reference: string | null; readonly gatewayReference: string | null },
) {
  const { reference, description, status, amount, createdAt } = payments;
  return database
    .select({ reference, description, status, amount, createdAt, ...customer })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(
      or(
        search.reference === null ? undefined : eq(reference, search.reference),
        search.gatewayReference === null ? undefined : eq(payments.gatewayReference, search.gatewayReference),
      ),
    )
    .limit(MOST);
}

/** The invoice, credit note or receipt of this number. */
export async function findDocuments(database: Queryable, number: string) {
  const of = (
    kind: 'invoice' | 'credit-note' | 'receipt',
    table: typeof invoices | typeof creditNotes | typeof receipts,
    numberColumn: SQL,
    status: SQL,
  ) =>
    database
      .select({
        kind: sql<typeof kind>`${kind}::text`,
        number: sql<string>`${numberColumn}`,
        status: sql<string | null>`${status}`,
        amount: table.total,
        issuedAt: table.issuedAt,
        ...customer,
      })
      .from(table)
      .innerJoin(users, eq(users.id, table.userId))
      .where(sql`${numberColumn} = ${number}`);
  return unionAll(
    of('invoice', invoices, sql`${invoices.invoiceNumber}`, sql`${invoices.status}`),
    of('credit-note', creditNotes, sql`${creditNotes.creditNoteNumber}`, sql`null`),
    of('receipt', receipts, sql`${receipts.receiptNumber}`, sql`null`),
  );
}

export async function findTickets(database: Queryable, number: number) {
  const { id, subject, status, createdAt, senderEmail } = supportTickets;
  return database
    .select({
      id,
      number: supportTickets.number,
      subject,
      status,
      createdAt,
      senderEmail,
      customerId: supportTickets.userId,
      customerName: personName(),
    })
    .from(supportTickets)
    .leftJoin(users, eq(users.id, supportTickets.userId))
    .where(eq(supportTickets.number, number));
}

/**
 * By login, by the fibre box, or by the hardware or address with which the login was last online; the
 * latest first. The login is null before the first payment of a line.
 */
export async function findLines(database: Queryable, { login, mac, ip, serial }: NumberSearch) {
  const latest = (condition: SQL) =>
    sql`(select ${networkLines.lineId} from ${lineAddresses} join ${networkLines} on ${networkLines.username} = ${lineAddresses.username}
      where ${condition} order by ${lineAddresses.seenAt} desc limit ${MOST})`;
  const ways = [
    ...(login === null
      ? []
      : [sql`(select ${networkLines.lineId} from ${networkLines} where ${networkLines.username} = ${login})`]),
    ...(mac === null
      ? []
      : [
          latest(eq(lineAddresses.mac, mac)),
          sql`(select ${lines.id} from ${lines} where ${lines.ontMac} = ${mac} limit ${MOST})`,
        ]),
    ...(ip === null ? [] : [latest(eq(lineAddresses.ip, ip))]),
    ...(serial === null ? [] : [sql`(select ${lines.id} from ${lines} where ${lines.ontSerial} = ${serial})`]),
  ];
  const { username, access } = networkLines;
  return database
    .select({
      username,
      access,
      ontSerial: lines.ontSerial,
      ontMac: lines.ontMac,
      mac: lineAddresses.mac,
      ip: lineAddresses.ip,
      seenAt: lineAddresses.seenAt,
      ...customer,
    })
    .from(lines)
    .innerJoin(users, eq(users.id, lines.accountId))
    .leftJoin(networkLines, eq(networkLines.lineId, lines.id))
    .leftJoin(lineAddresses, eq(lineAddresses.username, networkLines.username))
    .where(sql`${lines.id} in (${sql.join(ways, sql` union all `)})`)
    .orderBy(sql`${lineAddresses.seenAt} desc nulls last`)
    .limit(MOST);
}
