import type { Found, FoundGroup, FoundKind } from '@portal/contract/console/search';
import { UNCONFIRMED } from '@portal/contract/support/staff-tickets';
import { mailboxOf } from '@portal/kernel/messaging/mail';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Database } from '../../platform/database/connection.ts';
import { ticketNumber } from '../../support/index.ts';
import { type CustomerRow, searchCustomers, searchMisspelledCustomers } from '../customers/customer.repository.ts';
import { CONSIDERED, nameOf } from '../customers/read-customers.ts';
import { readMisspelled, readNumbers, readSearch } from '../customers/search.policy.ts';
import { findDocuments, findLines, findPayments, findTickets } from './search.repository.ts';

type SearchPage = {
  readonly search: string;
  readonly kind?: FoundKind | undefined;
  /** Whether who searches may see results of this kind. */
  readonly maySee: (kind: FoundKind) => boolean;
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
};

const PAGE_SIZE = 10;

type Owner = { readonly customerId: number; readonly customerName: string };
const ownerOf = ({ customerId, customerName }: Owner) => ({ id: customerId, name: customerName });

/**
 * Everything that the search finds, by kind; a kind without a result is left out. Only customers
 * have pages, and only they are found with typing errors, where nothing else is.
 */
export async function searchEverything(database: Database, page: SearchPage): Promise<FoundGroup[]> {
  const { kind, maySee } = page;
  const numbers = readNumbers(page.search);
  const { documentNumber, login, mac, ip, serial } = numbers;
  const search = readSearch(page.search);
  const wanted = (...kinds: FoundKind[]) => kinds.some((one) => maySee(one) && (!kind || kind === one));
  const [customers, lines, payments, documents, tickets] = await Promise.all([
    search && wanted('customer') ? findCustomers(database, page) : null,
    (login ?? mac ?? ip ?? serial) !== null && wanted('line') ? findLines(database, numbers) : [],
    numbers.gatewayReference !== null && wanted('payment')
      ? findPayments(database, { reference: search?.paymentReference ?? null, ...numbers })
      : [],
    documentNumber !== null && wanted('invoice', 'credit-note', 'receipt')
      ? findDocuments(database, documentNumber)
      : [],
    search && search.ticketNumber !== null && wanted('ticket') ? findTickets(database, search.ticketNumber) : [],
  ]);
  const whole = (kindOf: FoundKind, results: Found[]): FoundGroup => ({
    kind: kindOf,
    similar: false,
    results,
    next: null,
  });
  const groups = [
    ...(customers ? [customers] : []),
    whole('line', lines.map(presentLine)),
    whole('payment', payments.map(presentPayment)),
    ...(['invoice', 'credit-note', 'receipt'] as const).map((of) =>
      whole(of, documents.filter((document) => document.kind === of).map(presentDocument)),
    ),
    whole('ticket', tickets.map(presentTicket)),
  ];
  const found = groups.filter((group) => group.results.length > 0 && wanted(group.kind));
  const isElsewhere = found.some((group) => group.kind !== 'customer');
  return isElsewhere ? found.filter((group) => !group.similar) : found;
}

async function findCustomers(
  database: Database,
  { search: typed, before, limit = PAGE_SIZE }: SearchPage,
): Promise<FoundGroup | null> {
  const read = readSearch(typed);
  if (!read) return null;
  const search = { ...read, ticketNumber: null, paymentReference: null };
  const page = { before: before ?? null, limit: limit + 1, considered: CONSIDERED };
  const rows = await searchCustomers(database, search, page);
  if (rows.length === 0 && before === undefined) return findMisspelled(database, typed, limit);
  const results = rows.slice(0, limit);
  return {
    kind: 'customer',
    similar: false,
    results: results.map(presentCustomer),
    next: rows.length > limit ? (results.at(-1)?.id ?? null) : null,
  };
}

async function findMisspelled(database: Database, typed: string, limit: number): Promise<FoundGroup | null> {
  const words = readMisspelled(typed);
  if (words.length === 0) return null;
  const rows = await searchMisspelledCustomers(database, words, limit);
  return { kind: 'customer', similar: true, results: rows.map(presentCustomer), next: null };
}

function presentCustomer(row: CustomerRow): Found {
  const name = nameOf(row);
  return {
    id: String(row.id),
    title: name,
    notes: [row.company, mailboxOf(row.email) || null, row.phone].filter((note) => note !== null),
    status: row.mergedInto !== null ? 'merged' : row.disabled ? 'disabled' : row.subscriptionStatus,
    amount: null,
    at: row.createdAt.toISOString(),
    customer: { id: row.id, name },
  };
}

function presentLine(row: Awaited<ReturnType<typeof findLines>>[number]): Found {
  const colons = (mac: string | null) => mac?.replace(/(..)(?=.)/g, '$1:') ?? null;
  const macs = new Set([colons(row.mac), colons(row.ontMac)]);
  return {
    id: String(row.customerId),
    title: row.username ?? row.ontSerial ?? 'Line',
    notes: [row.username === null ? null : row.ontSerial, ...macs, row.ip].filter((note) => note !== null),
    status: row.access,
    amount: null,
    at: row.seenAt?.toISOString() ?? null,
    customer: ownerOf(row),
  };
}

function presentPayment(row: Awaited<ReturnType<typeof findPayments>>[number]): Found {
  return {
    id: row.reference,
    title: row.reference,
    notes: [row.description],
    status: row.status,
    amount: nairaFromKobo(row.amount),
    at: row.createdAt.toISOString(),
    customer: ownerOf(row),
  };
}

function presentDocument(row: Awaited<ReturnType<typeof findDocuments>>[number]): Found {
  return {
    id: row.number,
    title: row.number,
    notes: [],
    status: row.status,
    amount: nairaFromKobo(row.amount),
    at: row.issuedAt.toISOString(),
    customer: ownerOf(row),
  };
}

function presentTicket(row: Awaited<ReturnType<typeof findTickets>>[number]): Found {
  return {
    id: row.id,
    title: ticketNumber(row.number),
    notes: [row.subject],
    status: row.status,
    amount: null,
    at: row.createdAt.toISOString(),
    customer: {
      id: row.customerId ?? UNCONFIRMED,
      name: row.customerId === null ? (row.senderEmail ?? '') : row.customerName,
    },
  };
}
