import type { ImportKind } from './imports.ts';

/** What the cells of a field are, by its name; texts otherwise. `id`: a number that is none to count with. */
const TYPES: Readonly<Record<string, 'amount' | 'date' | 'id'>> = {
  amount: 'amount',
  vat: 'amount',
  since: 'date',
  paidUntil: 'date',
  date: 'date',
  dueDate: 'date',
  paidAt: 'date',
  createdAt: 'date',
  id: 'id',
  customer: 'id',
  phone: 'id',
  taxId: 'id',
  login: 'id',
  serial: 'id',
  mac: 'id',
  code: 'id',
  expires: 'date',
};

/** A field of an import: `names` are headers that mean it, in lower case without signs. */
export type ImportField = {
  readonly field: string;
  readonly label: string;
  readonly type: 'amount' | 'date' | 'id' | 'text';
  readonly isRequired: boolean;
  readonly names: readonly string[];
};

const required = (field: string, label: string, ...names: string[]): ImportField => {
  return { field, label, type: TYPES[field] ?? 'text', isRequired: true, names };
};
const optional = (field: string, label: string, ...names: string[]): ImportField => {
  return { ...required(field, label, ...names), isRequired: false };
};

const CUSTOMER_IDS = ['customer id', 'customer no', 'customer number', 'customer', 'client id', 'account number'];
const customer = required('customer', 'Customer', ...CUSTOMER_IDS, 'client', 'user id', 'username', 'id', 'email');

/** The fields of each kind of file (docs/import.md). */
export const importFields: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  customers: [
    required('id', 'Customer id', 'id', ...CUSTOMER_IDS, 'username', 'email'),
    required('email', 'Email', 'email', 'email address', 'e mail', 'mail'),
    optional('name', 'Full name', 'full name', 'fullname', 'name', 'customer name'),
    optional('firstName', 'First name', 'first name', 'firstname', 'given name'),
    optional('lastName', 'Last name', 'last name', 'lastname', 'surname', 'family name'),
    optional('phone', 'Mobile number', 'phone', 'phone number', 'phonenumber', 'mobile', 'mobile number', 'telephone'),
    optional('company', 'Company', 'company', 'company name', 'business name'),
    optional('address', 'Address', 'address', 'street', 'billing address'),
    optional('taxId', 'Tax number', 'tax id', 'tin', 'tax number', 'vat number'),
    optional('since', 'Customer since', 'customer since', 'created at', 'created', 'registered', 'joined'),
  ],
  lines: [
    customer,
    required('plan', 'Plan', 'plan', 'plan name', 'package', 'tariff', 'service', 'namebp'),
    required('paidUntil', 'Paid until', 'paid until', 'expiration', 'expiry', 'expiry date', 'expires', 'next renewal'),
    optional('login', 'Network login', 'network login', 'login', 'pppoe username', 'pppoe', 'radius username'),
    optional('label', 'Name of the line', 'line name', 'label', 'site'),
    optional('place', 'Where it is', 'place', 'location', 'installation address'),
    optional(
      'serial',
      'Serial number of the box',
      'serial',
      'serial number',
      'ont serial',
      'ont sn',
      'onu serial',
      'gpon sn',
    ),
    optional('mac', 'MAC address of the box', 'mac', 'mac address', 'ont mac', 'onu mac'),
    optional('id', 'Line id', 'line id', 'subscription id', 'service id', 'recharge id'),
    optional('since', 'Line since', 'started at', 'start date', 'activated', 'recharged on'),
  ],
  balances: [
    customer,
    required('amount', 'Balance', 'balance', 'credit', 'account credit', 'amount', 'wallet', 'deposit'),
    optional('id', 'Balance id', 'balance id', 'transaction id'),
  ],
  invoices: [
    required('id', 'Invoice number', 'invoice number', 'invoice no', 'invoice id', 'invoice', 'number', 'id'),
    required('customer', 'Customer', ...CUSTOMER_IDS, 'client', 'user id', 'username', 'email'),
    required('amount', 'Amount due, with VAT', 'amount due', 'open amount', 'balance due', 'total', 'amount', 'due'),
    optional('vat', 'VAT in it', 'vat', 'tax', 'vat amount', 'tax amount'),
    required('date', 'Invoice date', 'invoice date', 'date', 'issued at', 'issued', 'created at', 'date created'),
    optional('dueDate', 'Due date', 'due date', 'due at', 'date due', 'date till', 'pay until'),
    optional('description', 'Description', 'description', 'item', 'details', 'memo', 'note'),
    optional(
      'line',
      'Line',
      'line id',
      'line',
      'line name',
      'subscription id',
      'network login',
      'login',
      'pppoe username',
    ),
  ],
  payments: [
    required(
      'id',
      'Payment number',
      'payment id',
      'payment number',
      'receipt number',
      'transaction id',
      'receipt',
      'invoice',
      'id',
    ),
    required('customer', 'Customer', ...CUSTOMER_IDS, 'client', 'user id', 'username', 'email'),
    required('amount', 'Amount', 'amount', 'price', 'total', 'paid'),
    required('paidAt', 'Paid at', 'paid at', 'payment date', 'date', 'recharged on', 'created at'),
    optional('method', 'Method', 'method', 'payment type', 'gateway', 'channel'),
    optional('plan', 'Plan', 'plan', 'plan name', 'package', 'tariff'),
    optional('paidUntil', 'Paid until', 'paid until', 'expiration', 'expiry', 'expires'),
    optional('description', 'Description', 'description', 'note', 'memo', 'comment'),
  ],
  tickets: [
    required('id', 'Ticket id', 'ticket id', 'ticket number', 'ticket', 'number', 'id'),
    required('customer', 'Customer', ...CUSTOMER_IDS, 'client', 'user id', 'username', 'email'),
    required('subject', 'Subject', 'subject', 'title', 'summary'),
    optional('description', 'Description', 'description', 'message', 'body', 'text'),
    optional('category', 'Category', 'category', 'department', 'type'),
    optional('priority', 'Priority', 'priority', 'severity'),
    optional('status', 'Status', 'status', 'state'),
    optional('createdAt', 'Opened', 'created at', 'created', 'opened', 'date'),
  ],
  vouchers: [
    required('code', 'Code', 'code', 'voucher code', 'voucher', 'pin', 'voucher number'),
    required('amount', 'Value', 'value', 'amount', 'price', 'plan price', 'face value'),
    optional('expires', 'Last day', 'expires', 'expiry', 'expiration', 'expiry date', 'valid until'),
    optional('status', 'State', 'status', 'state', 'used'),
  ],
};

const normal = (header: string) =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The place of each field in the header; null where the file has none. A header in `chosen` is taken
 * for its field, an empty one leaves the field out; the others are matched by their names, the
 * earlier names of a field first. One column may serve two fields, as an email address that is also
 * the id.
 */
export function matchColumns(
  kind: ImportKind,
  headers: readonly string[],
  chosen: Readonly<Record<string, string>> = {},
): Record<string, number | null> {
  const known = headers.map(normal);
  const placeOf = ({ field, names }: ImportField): number | null => {
    const wanted = Object.hasOwn(chosen, field) ? chosen[field] : undefined;
    const places =
      wanted === undefined
        ? [normal(field), ...names].map((name) => known.indexOf(name))
        : [wanted === '' ? -1 : headers.indexOf(wanted)];
    return places.find((place) => place >= 0) ?? null;
  };
  return Object.fromEntries(importFields[kind].map((each) => [each.field, placeOf(each)]));
}
