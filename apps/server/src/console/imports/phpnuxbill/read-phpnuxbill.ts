import type { Readable } from 'node:stream';
import type { ImportKind } from '@portal/contract/console/imports';
import { type FileRow, UnreadableFile } from '../../../platform/files/read-csv.ts';
import { type DumpedRow, readMysqlDump } from './read-mysql-dump.ts';

/** What a dump of PHPNuxBill has, in the order in which it is imported. */
export const phpNuxBillKinds = ['customers', 'lines', 'balances', 'payments'] as const satisfies readonly ImportKind[];
type Kind = (typeof phpNuxBillKinds)[number];

type OpenDump = () => Readable;
/** The names of plans here by their names there, where they differ. */
export type PlanNames = ReadonlyMap<string, string>;

const text = (row: DumpedRow, column: string): string => row[column]?.trim() ?? '';

const HEADERS: Readonly<Record<Kind, readonly string[]>> = {
  customers: ['id', 'email', 'name', 'phone', 'company', 'address', 'since'],
  lines: ['id', 'customer', 'plan', 'paidUntil', 'login', 'since'],
  balances: ['customer', 'amount'],
  payments: ['id', 'customer', 'plan', 'amount', 'paidAt', 'paidUntil', 'method', 'description'],
};

/** PHPNuxBill stores 1 where there is no address of a mailbox. Its own times are of the dump's UTC. */
function customerCells(row: DumpedRow): string[] {
  const address = ['address', 'city', 'district', 'state'].map((column) => text(row, column)).filter(Boolean);
  const created = text(row, 'created_at');
  return [
    text(row, 'id'),
    text(row, 'email') === '1' ? '' : text(row, 'email'),
    text(row, 'fullname') || text(row, 'username'),
    text(row, 'phonenumber'),
    text(row, 'account_type') === 'Business' ? text(row, 'fullname') : '',
    address.join(', '),
    created === '' || created.startsWith('0000') ? '' : `${created}Z`,
  ];
}

async function* customersOf(open: OpenDump): AsyncGenerator<string[]> {
  let isEmpty = true;
  for await (const row of readMysqlDump(open(), 'tbl_customers')) {
    isEmpty = false;
    yield customerCells(row);
  }
  if (isEmpty) throw new UnreadableFile('The file has no tbl_customers with rows: make it with mariadb-dump');
}

async function* balancesOf(open: OpenDump): AsyncGenerator<string[]> {
  for await (const row of readMysqlDump(open(), 'tbl_customers')) {
    yield [text(row, 'id'), text(row, 'balance') || '0'];
  }
}

/**
 * The recharge that ends last is a customer's line; it comes first, so that earlier ones find that
 * there is one. The login is that for PPPoE, else the user name.
 */
async function* linesOf(open: OpenDump, names: PlanNames): AsyncGenerator<string[]> {
  const plans = new Map<string, string>();
  for await (const row of readMysqlDump(open(), 'tbl_plans')) plans.set(text(row, 'id'), text(row, 'name_plan'));
  const logins = new Map<string, string>();
  for await (const row of readMysqlDump(open(), 'tbl_customers')) {
    logins.set(text(row, 'id'), text(row, 'pppoe_username') || text(row, 'username'));
  }
  const lines: { readonly paidUntil: string; readonly cells: string[] }[] = [];
  for await (const row of readMysqlDump(open(), 'tbl_user_recharges')) {
    const paidUntil = `${text(row, 'expiration')} ${text(row, 'time') || '23:59:59'}`;
    const customer = text(row, 'customer_id');
    const named = plans.get(text(row, 'plan_id')) ?? text(row, 'namebp');
    const plan = names.get(named) ?? named;
    const login = logins.get(customer) ?? text(row, 'username');
    lines.push({ paidUntil, cells: [text(row, 'id'), customer, plan, paidUntil, login, text(row, 'recharged_on')] });
  }
  lines.sort((a, b) => (a.paidUntil < b.paidUntil ? 1 : a.paidUntil > b.paidUntil ? -1 : 0));
  for (const { cells } of lines) yield cells;
}

/**
 * Every recharge and top-up, by the user name that the customer has now. Invoice numbers repeat where
 * rows were deleted, so the row's id is with them. Only newer releases have the time and the note.
 */
async function* paymentsOf(open: OpenDump): AsyncGenerator<string[]> {
  const customers = new Map<string, string>();
  for await (const row of readMysqlDump(open(), 'tbl_customers')) {
    customers.set(text(row, 'username').toLowerCase(), text(row, 'id'));
  }
  for await (const row of readMysqlDump(open(), 'tbl_transactions')) {
    const username = text(row, 'username');
    const router = text(row, 'routers');
    const notes = [text(row, 'type') === 'Balance' ? 'Top-up' : '', router && `Router ${router}`, text(row, 'note')];
    const ends = text(row, 'expiration');
    yield [
      `${text(row, 'invoice')} (${text(row, 'id')})`,
      customers.get(username.toLowerCase()) ?? username,
      text(row, 'plan_name'),
      text(row, 'price'),
      `${text(row, 'recharged_on')} ${text(row, 'recharged_time') || '00:00:00'}`,
      ends === '' || ends.startsWith('0000') ? '' : `${ends} ${text(row, 'time') || '23:59:59'}`,
      text(row, 'method'),
      notes.filter(Boolean).join(', ').slice(0, 300),
    ];
  }
}

const READERS: Readonly<Record<Kind, (open: OpenDump, names: PlanNames) => AsyncGenerator<string[]>>> = {
  customers: customersOf,
  lines: linesOf,
  balances: balancesOf,
  payments: paymentsOf,
};

/**
 * One kind of record of a dump of PHPNuxBill as the rows of a file; `open` opens the dump anew.
 * Passwords are not read. Throws UnreadableFile.
 */
export async function* readPhpNuxBill(
  kind: Kind,
  open: OpenDump,
  names: PlanNames = new Map(),
): AsyncGenerator<FileRow> {
  let row = 1;
  yield { row, cells: HEADERS[kind] };
  for await (const cells of READERS[kind](open, names)) yield { row: ++row, cells };
}
