import { randomBytes } from 'node:crypto';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { toKobo } from '@portal/kernel/money';
import type pg from 'pg';
import { createQuickPayTokens } from '../../apps/server/src/channels/quick-pay/quick-pay-token.ts';
import { DEMO_PASSWORD } from './demo-people.ts';
import { SECRET } from './fixture.ts';
import type { Planted } from './plant-states.ts';
import type { KnownValues } from './schema-values.ts';

const MOST = 20;

/** As the portal under test makes them, for somebody who pays without signing in. */
const tokens = createQuickPayTokens({ keys: [SECRET], clock: () => new Date(), randomBytes });

/** What a customer has, by the noun in the addresses of their calls; $1 is the customer. */
const OF_CUSTOMER: Readonly<Record<string, string>> = {
  invitations: 'select id from account_invitations where account_id = $1',
  people: 'select user_id as id from account_people where account_id = $1',
  accounts: 'select id from accounts where id = $1',
  lines: 'select id from lines where account_id = $1',
  'owner-changes': 'select id from owner_changes where $1 in (from_account_id, to_account_id)',
  sessions: "select 'others' as id where $1::int is not null",
  'payment-methods': 'select id from payment_methods where user_id = $1',
  mandates: 'select id from mandates where user_id = $1',
  notices: 'select id::float8 from notices where user_id = $1',
  tickets: 'select id from support_tickets where user_id = $1',
  'ticket-attachments': 'select id from ticket_attachments where uploader_id = $1',
  receipts: 'select receipt_number as id from receipts where user_id = $1',
  invoices: 'select invoice_number as id from invoices where user_id = $1',
  'account-proofs': 'select proof_number as id from account_proofs where user_id = $1',
  payments: 'select reference as id from payments where user_id = $1',
  chat: 'select id from chat_sessions where user_id = $1',
};

/** What staff call by an id, by the noun in the address. */
const OF_ALL: Readonly<Record<string, string>> = {
  customers: "select id from users where role = 'customer'",
  lines: 'select id from lines',
  'owner-changes': 'select id from owner_changes',
  tickets: 'select id from support_tickets',
  'ticket-attachments': 'select id from ticket_attachments',
  incidents: 'select id from network_incidents',
  outages: 'select incident_id as id from outage_credits',
  people: "select u.id from users u where u.role = 'admin' and u.id <> $1",
  'account-merges': 'select id from account_merges',
  'api-keys': 'select id from api_keys',
  payouts: 'select y.reference as id from payments y join refunds r on r.payment_id = y.id',
  payments: 'select reference as id from payments',
  'gateway-discrepancies': 'select id::float8 from gateway_discrepancies',
  settlements: 'select id from gateway_settlements',
  'settlement-findings': 'select id from gateway_settlement_findings',
  'withholding-taxes': 'select id from withholding_taxes',
  receipts: 'select receipt_number as id from receipts',
  'deposit-slips': 'select id from deposit_slips',
  'write-offs': 'select id from write_offs',
  adjustments: 'select id from billing_adjustments',
  'charge-products': 'select id from charge_products',
  'payment-links': 'select id from payment_links',
  invoices: 'select invoice_number as id from invoices',
  'document-sendings': 'select id::float8 from document_sendings',
  'account-proofs': 'select proof_number as id from account_proofs',
  plans: 'select id from service_plans',
  'data-bundles': 'select id from data_bundles',
  'flagged-referrals': 'select id from referrals',
  announcements: 'select id::float8 from announcements',
  archives: 'select id from archives',
  'saved-filters': 'select id::float8 from saved_filters',
  'bulk-actions': 'select id from bulk_actions',
  imports: 'select id from imports',
  'webhook-endpoints': 'select id from webhook_endpoints',
  'access-servers': 'select id from access_servers where retired_at is null',
  'vendor-profiles': 'select id from vendor_profiles',
  chats: 'select id from chat_sessions',
  'saved-replies': 'select id from saved_replies',
  macros: 'select id from ticket_macros',
  deliveries: 'select id::float8 from outbox_messages',
  'voucher-batches': 'select number as id from voucher_batches',
  vouchers: "select lpad(batch::text, 4, '0') || '-' || lpad(index::text, 5, '0') as id from vouchers",
  'sales-agents': 'select id from agents',
  'incoming-transfers': 'select id::float8 from incoming_transfers',
  jobs: 'select job as id from job_runs',
};

async function idsBy(client: pg.Client, statement: string, person: number): Promise<unknown[]> {
  const values = statement.includes('$1') ? [person] : [];
  const { rows } = await client.query(`${statement} order by 1 limit ${MOST}`, values);
  return rows.map(({ id }) => id);
}

/** The noun before the first parameter of an address. */
function nounOf(path: string): string {
  const words = path.split('/');
  return words[words.findIndex((word) => word.startsWith(':')) - 1] ?? '';
}

/** What a customer has of the noun in an address; empty when the noun is not one of a customer's. */
export async function idsOfCustomer(client: pg.Client, path: string, customer: number): Promise<unknown[]> {
  const statement = OF_CUSTOMER[nounOf(path)];
  return statement === undefined ? [] : idsBy(client, statement, customer);
}

const GATEWAYS = ['paystack', 'flutterwave', 'quickteller'];

/** Values that the portal has for the fields that calls name, as a customer or a member of staff sees them. */
export async function readKnownValues(
  client: pg.Client,
  { customer, staff }: { readonly customer: number; readonly staff: number },
  { pins }: Planted = { pins: [] },
): Promise<KnownValues> {
  const of = (statement: string, person = customer) => idsBy(client, statement, person);
  const plans = await of('select id from service_plans where is_active');
  const customers = await of("select id from users where role = 'customer'");
  const lines = await of('select id from lines where account_id = $1');
  const chats = await of('select id from chat_sessions where user_id = $1');
  const accountNumbers = await of('select number as id from accounts where contact_id = id');
  const seen = { accountId: customer, dueKobo: toKobo(0) };
  const today = new Date();
  const day = (offset: number): string => new Date(today.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
  const days = [day(-40), day(-3), day(0), day(3)];
  const months = [day(-40), day(0)].map((date) => date.slice(0, 7));
  return new Map<string, readonly unknown[]>([
    ['plan', plans],
    ['planId', plans],
    ['planName', await of('select name as id from service_plans where is_active')],
    ['amount', await of('select price::float8 as id from service_plans where is_active')],
    ['bundle', await of('select id from data_bundles')],
    ['charge', await of('select id from one_off_charges where user_id = $1')],
    ['product', await of('select id from charge_products')],
    ['card', await of('select id from payment_methods where user_id = $1')],
    ['attachments', await of('select id from ticket_attachments where uploader_id = $1')],
    ['replyId', await of('select id from saved_replies')],
    ['savedReplyId', await of('select id from saved_replies')],
    ['macroId', await of('select id from ticket_macros')],
    // Of merges: of tickets, and of accounts.
    ['into', [...(await of('select id from support_tickets where user_id = $1')), ...customers]],
    ['lineId', lines],
    ['line', lines],
    // By id, or to pay without signing in by account number.
    ['customer', [...customers, ...accountNumbers]],
    ['customerId', customers],
    ['userId', customers],
    ['assigneeId', await of("select id from users where role = 'admin'")],
    ['agentId', await of("select id from users where role = 'admin'")],
    ['actor', [staff]],
    ['sessionId', chats],
    ['reference', await of('select reference as id from payments where user_id = $1')],
    ['invoiceNumber', await of('select invoice_number as id from invoices where user_id = $1')],
    ['area', await of('select name as id from service_areas')],
    ['gateway', GATEWAYS],
    ['month', months],
    ['period', months],
    ['from', days],
    ['to', days],
    ['joinedFrom', days],
    ['joinedTo', days],
    ['paidFrom', days],
    ['paidTo', days],
    ['documentDate', days],
    // Few at a time, so that what comes from a printer is not what is measured.
    ['count', [1, 3, 20]],
    ['agent', await of("select id from agents where kind = 'agent'")],
    ['payCode', await of('select code as id from pay_codes where account_id = $1')],
    // Of vouchers, and of a telephone.
    ['pin', [...pins, '2580', '9174']],
    ['phone', ['08031234567', '+2348031234567', '+2348031234568']],
    ['email', ['fuzz@mail.example', 'customer@example.com']],
    ['currentPassword', [DEMO_PASSWORD]],
    ['password', [DEMO_PASSWORD, 'wide road, early rain']],
    ['newPassword', ['wide road, early rain']],
    ['url', ['https://hooks.example/portal']],
    ['website', ['']],
    ['speed', ['100 Mbps', '20 Mbps']],
    ['version', [1, 2]],
    ['basedOn', [0, 1]],
    ['token', ['A'.repeat(43), tokens.sealAccount(seen), tokens.sealAccount(seen)]],
    ['payerName', ['Ngozi Eze']],
    ['next', ['/dashboard', '//evil.example', '/\\evil.example']],
  ]);
}

/** The same, with those ids that the address of this call takes. */
export async function knownForCall(
  client: pg.Client,
  { path, access }: Endpoint,
  known: KnownValues,
  people: { readonly customer: number; readonly staff: number },
): Promise<KnownValues> {
  const ids =
    access === 'admin'
      ? await idsBy(client, OF_ALL[nounOf(path)] ?? 'select null as id where false', people.staff)
      : await idsOfCustomer(client, path, people.customer);
  const [parameter] = path.match(/(?<=:)\w+/) ?? [];
  // The code of a link to pay by, and not one of an authenticator.
  if (path === '/api/quick-pay/code') return new Map([...known, ['code', known.get('payCode') ?? []]]);
  if (parameter === undefined || ids.length === 0) return known;
  const deliveries = path.includes(':delivery')
    ? await idsBy(client, 'select id::float8 from webhook_deliveries', 0)
    : [];
  return new Map([...known, [parameter, ids], ['delivery', deliveries]]);
}
