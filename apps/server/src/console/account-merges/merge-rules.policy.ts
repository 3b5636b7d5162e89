/**
 * What a merge does with the rows of one column, in SQL with `{from}` and `{into}`: those that fit
 * `where` get the value `to`, and get `back` when the two are taken apart. `what`: what staff call them.
 */
export type MergeRule = {
  readonly name: string;
  readonly table: string;
  readonly column: string;
  /** Identifies a row. */
  readonly key: string;
  readonly where: string;
  readonly to: string;
  readonly back: string;
  readonly what: string | null;
};

/** Rows that stay with the account that goes, or end with it, and why. */
export type KeptRule = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly why: string;
  /** Which of them staff are told of, in SQL, and what they call them. */
  readonly shown?: { readonly what: string; readonly where: string; readonly ends?: true };
};

type Narrowed = { readonly unless?: string; readonly only?: string; readonly key?: string };

function goes(what: string | null, table: string, column = 'user_id', narrowed: Narrowed = {}): MergeRule {
  const { unless, only, key = 'id' } = narrowed;
  const conditions = [`${column} = {from}`, only && `(${only})`, unless && `not (${unless})`];
  const where = conditions.filter(Boolean).join(' and ');
  return { name: `${table}.${column}`, table, column, key, where, to: '{into}', back: '{from}', what };
}

/** The saved card of `user` that is the same as the card `as`. */
const copyOf = (as: string, user: string) => `select copy.id from payment_methods copy where copy.user_id = ${user}
  and copy.removed_at is null and copy.provider = ${as}.provider and copy.card_signature = ${as}.card_signature`;
const copyOfCharged = (user: string) => `(select copy.id from payment_methods charged
  join payment_methods copy on copy.provider = charged.provider and copy.card_signature = charged.card_signature
  where charged.id = auto_pay_consents.payment_method_id and copy.user_id = ${user} and copy.removed_at is null)`;

/**
 * What changes, in this order. Documents keep what they say and to whom they were issued; the account
 * that shows them is another one. A column that refers to people or accounts is here or in `KEPT`, which
 * a test compares with the database.
 */
export const MERGE_RULES: readonly MergeRule[] = [
  // Whatever was merged into the account that goes belongs to the same person.
  { ...goes(null, 'accounts', 'merged_into'), name: 'accounts.merged before' },
  {
    name: 'accounts.merged_into',
    table: 'accounts',
    column: 'merged_into',
    key: 'id',
    where: 'id = {from} and merged_into is null',
    to: '{into}',
    back: 'null',
    what: null,
  },
  {
    name: 'users.disabled',
    table: 'users',
    column: 'disabled',
    key: 'id',
    where: 'id = {from} and not disabled',
    to: 'true',
    back: 'false',
    what: null,
  },
  // A line that never had a plan is nothing but the beginning of an account.
  goes('Lines, with their plan, paid time, usage, login and extra data', 'lines', 'account_id', {
    only: 'exists (select from user_subscriptions s where s.user_id = lines.id)',
  }),
  goes('Accounts of others that the person belongs to', 'account_people', 'user_id', {
    key: 'account_id',
    only: 'account_id <> {from}',
    unless: 'account_id in (select p.account_id from account_people p where p.user_id = {into})',
  }),
  goes('Payments', 'payments'),
  goes('Receipts', 'receipts'),
  goes(null, 'e_invoices'),
  goes('Invoices', 'invoices'),
  goes('One-off charges', 'one_off_charges'),
  goes('Write-offs', 'write_offs'),
  goes('Promises to pay', 'payment_promises'),
  goes('Courtesy days', 'courtesy_days'),
  goes('Proofs of account', 'account_proofs'),
  goes('Documents that staff sent', 'document_sendings'),
  goes('Lines that are offered to somebody', 'owner_changes', 'from_account_id', { only: "status = 'waiting'" }),
  goes('Lines that somebody offers', 'owner_changes', 'to_account_id', { only: "status = 'waiting'" }),
  goes('Links for payment', 'payment_links'),
  goes('Account numbers at banks', 'virtual_accounts', 'account_id'),
  // One that is left behind is still the other's: money follows the merge.
  goes(null, 'virtual_account_requests', 'account_id', {
    unless: `exists (select from virtual_account_requests other where other.account_id = {into}
      and other.provider = virtual_account_requests.provider and coalesce(other.bank, '') = coalesce(virtual_account_requests.bank, '')
      and coalesce(other.line_id, 0) = coalesce(virtual_account_requests.line_id, 0)
      and other.status in ('requested', 'needs-identity', 'active'))`,
  }),
  goes(null, 'incoming_transfers', 'suggested_account_id'),
  goes('Payments in an earlier system', 'earlier_payments'),
  goes('Billing details', 'billing_details', 'user_id', {
    key: 'updated_at',
    unless: 'exists (select from billing_details own where own.user_id = {into})',
  }),
  {
    name: 'payment_methods.is_default',
    table: 'payment_methods',
    column: 'is_default',
    key: 'id',
    where: `user_id = {from} and is_default and exists (
      select from payment_methods own where own.user_id = {into} and own.is_default and own.removed_at is null)`,
    to: 'false',
    back: 'true',
    what: null,
  },
  // Of two copies of a card the account that stays keeps its own, and renewals are charged with that.
  {
    name: 'auto_pay_consents.payment_method_id',
    table: 'auto_pay_consents',
    column: 'payment_method_id',
    key: 'id',
    where: `user_id = {from} and ended_at is null and ${copyOfCharged('{into}')} is not null`,
    to: copyOfCharged('{into}'),
    back: copyOfCharged('{from}'),
    what: null,
  },
  goes('Saved cards', 'payment_methods', 'user_id', {
    unless: `removed_at is null and exists (${copyOf('payment_methods', '{into}')})`,
  }),
  goes('Bank mandates', 'mandates'),
  goes('Consents to Auto-Pay', 'auto_pay_consents'),
  {
    name: 'referrals.status',
    table: 'referrals',
    column: 'status',
    key: 'id',
    where: `status = 'pending' and (referrer_id = {from} and referee_id = {into} or referrer_id = {into} and referee_id = {from})`,
    to: "'refused'",
    back: "'pending'",
    what: null,
  },
  goes('Friends who have not paid yet', 'referrals', 'referrer_id', {
    only: "status = 'pending'",
    unless: 'referee_id is not distinct from {into}',
  }),
  goes('Who recommended us, while nothing was paid', 'referrals', 'referee_id', {
    only: "status = 'pending'",
    unless: 'referrer_id = {into} or exists (select from referrals own where own.referee_id = {into})',
  }),
  goes('Tickets', 'support_tickets'),
  goes('Chats', 'chat_sessions', 'user_id', { only: "status = 'closed'" }),
  goes('Conversations on WhatsApp', 'chat_contacts'),
  goes('Notices', 'notices'),
  goes('Grievances about data', 'grievances', 'user_id', {
    unless: `exists (select from grievances own
      where own.user_id = {into} and own.client_grievance_id = grievances.client_grievance_id)`,
  }),
  goes('Notes of staff', 'customer_notes', 'user_id', {
    unless: `exists (select from customer_notes own where own.user_id = {into}
      and own.author_id = customer_notes.author_id and own.client_note_id = customer_notes.client_note_id)`,
  }),
  goes('Calls about what is owed', 'collection_calls'),
  goes('Call-backs', 'call_backs', 'user_id', {
    unless: `ended_at is null and reason = 'owes' and exists (select from call_backs own
      where own.user_id = {into} and own.ended_at is null and own.reason = 'owes')`,
  }),
  goes('Tags', 'customer_tags', 'user_id', {
    key: 'tag',
    unless: 'exists (select from customer_tags own where own.user_id = {into} and own.tag = customer_tags.tag)',
  }),
];

const ACTED = 'Who did something stays who did it.';
const COMPANIES = 'Only companies have it, and they are not merged.';
const SIGN_IN = 'The person still signs in with it, and then acts for the account that stays.';

/** Every other column that refers to a person or an account. */
export const KEPT: readonly KeptRule[] = [
  {
    table: 'ledger_entries',
    columns: ['user_id'],
    why: 'The ledger is never rewritten. Credit goes along by a transaction of its own.',
  },
  { table: 'credit_balances', columns: ['user_id'], why: 'Credit goes along by a transaction of the ledger.' },
  {
    table: 'billing_adjustments',
    columns: ['user_id', 'requested_by', 'decided_by'],
    why: 'They are booked for the account that they were given to.',
    shown: { what: 'Credit that staff gave', where: 'user_id = {from}' },
  },
  {
    table: 'credit_notes',
    columns: ['user_id'],
    why: 'Nobody may change one. They are shown with their invoice, which goes along.',
  },
  {
    table: 'referrals',
    columns: ['referrer_id', 'referee_id'],
    why: 'A reward is booked for the account that it was given to, and counts there.',
    shown: { what: 'Friends who have paid', where: "referrer_id = {from} and status <> 'pending'" },
  },
  {
    table: 'payment_methods',
    columns: [],
    why: 'The account that stays has the same card saved.',
    shown: {
      what: 'Saved cards',
      where: `user_id = {from} and removed_at is null and exists (${copyOf('payment_methods', '{into}')})`,
    },
  },
  {
    table: 'users',
    columns: ['id'],
    why: SIGN_IN,
    shown: { what: 'Mailbox, number and password', where: 'id = {from}' },
  },
  {
    table: 'passkeys',
    columns: ['user_id'],
    why: SIGN_IN,
    shown: { what: 'Passkeys', where: 'user_id = {from} and disabled_at is null' },
  },
  {
    table: 'staff_second_factors',
    columns: ['user_id'],
    why: 'The authenticator app of the account that stays is asked for.',
    shown: { what: 'Authenticator app', where: 'user_id = {from} and confirmed_at is not null' },
  },
  { table: 'staff_recovery_codes', columns: ['user_id'], why: 'As the authenticator app.' },
  { table: 'collection_accounts', columns: ['user_id'], why: 'The account that stays has its own last call.' },
  { table: 'notification_choices', columns: ['user_id'], why: 'Those of the account that stays apply.' },
  {
    table: 'consent_records',
    columns: ['user_id', 'actor_id'],
    why: 'The log of consents is only added to. What the account that stays has consented to applies.',
  },
  {
    table: 'sessions',
    columns: ['user_id', 'account_id'],
    why: 'They sign in again, and then act for the account that stays.',
    shown: { what: 'Sessions', where: 'user_id = {from} and expire > now()', ends: true },
  },
  { table: 'push_subscriptions', columns: ['user_id'], why: 'They end with their session.' },
  {
    table: 'account_invitations',
    columns: ['account_id', 'invited_by'],
    why: 'Nobody is let in by a merge.',
    shown: { what: 'Open invitations', where: 'account_id = {from} and closed_at is null', ends: true },
  },
  {
    table: 'accounts',
    columns: ['id', 'contact_id', 'merged_into'],
    why: 'Staff find it by its number, and where it went.',
  },
  {
    table: 'account_people',
    columns: ['account_id', 'user_id'],
    why: 'The person remains its owner, and nobody else is in it.',
  },
  { table: 'account_devices', columns: ['user_id'], why: 'A sign-in on them is told as one of a new device.' },
  {
    table: 'account_tokens',
    columns: ['user_id'],
    why: 'A link for a new password works for a verified mailbox alone.',
  },
  {
    table: 'phone_pins',
    columns: ['user_id'],
    why: 'The PIN of the account that stays applies.',
    shown: { what: 'Phone PIN', where: 'user_id = {from}', ends: true },
  },
  { table: 'sign_in_records', columns: ['user_id'], why: 'New ones are noted at the account that stays.' },
  { table: 'phone_codes', columns: ['user_id'], why: 'They are good for ten minutes, for a session that has ended.' },
  {
    table: 'privacy_exports',
    columns: ['user_id'],
    why: 'Nobody else may download what was made for a session that has ended.',
  },
  { table: 'privacy_deletions', columns: ['user_id'], why: 'One that is scheduled prevents a merge.' },
  { table: 'outbox_messages', columns: ['user_id'], why: 'What is on its way arrives where it was sent.' },
  { table: 'whatsapp_sends', columns: ['user_id'], why: 'What is on its way arrives where it was sent.' },
  { table: 'imported_records', columns: ['user_id'], why: 'An import that is undone finds what it made.' },
  { table: 'bulk_action_rows', columns: ['user_id'], why: 'It was done to the account as it was.' },
  {
    table: 'owner_changes',
    columns: ['from_account_id', 'to_account_id'],
    why: 'Who had a line, and who got it, stays written down.',
  },
  {
    table: 'contact_changes',
    columns: ['user_id', 'requested_by'],
    why: 'They are about how the person who goes is reached.',
  },
  { table: 'account_views', columns: ['staff_id', 'user_id'], why: 'Whose pages staff have seen.' },
  { table: 'customer_views', columns: ['actor_id', 'user_id'], why: 'Who has opened which page.' },
  {
    table: 'account_merges',
    columns: ['from_id', 'into_id', 'requested_by', 'confirmed_by', 'ended_by'],
    why: 'The record of it.',
  },
  {
    table: 'dismissed_merge_suggestions',
    columns: ['one_id', 'other_id', 'dismissed_by'],
    why: 'It is about these two.',
  },
  {
    table: 'identity_approvals',
    columns: ['user_id', 'requested_by', 'decided_by'],
    why: 'They say who vouched for whom. One that waits prevents a merge.',
  },
  {
    table: 'pay_codes',
    columns: ['account_id'],
    why: 'A printed code of the account that goes finds the account that stays.',
  },
  { table: 'company_billing', columns: ['account_id'], why: COMPANIES },
  { table: 'monthly_invoices', columns: ['account_id'], why: COMPANIES },
  { table: 'invoiced_periods', columns: ['account_id'], why: COMPANIES },
  { table: 'withholding_taxes', columns: ['account_id', 'recorded_by', 'documented_by'], why: COMPANIES },
  ...Object.entries({
    account_proofs: ['issued_by', 'withdrawn_by'],
    address_papers: ['issued_by'],
    agent_settlements: ['staff_id'],
    agents: ['staff_id', 'created_by'],
    announcements: ['author_id', 'stopped_by'],
    api_keys: ['created_by'],
    archives: ['started_by'],
    audit_records: ['actor_id'],
    bulk_actions: ['requested_by', 'decided_by', 'cancelled_by'],
    call_backs: ['made_by', 'ended_by'],
    charge_product_prices: ['set_by'],
    chat_agents: ['user_id'],
    chat_contacts: ['linked_by'],
    chat_messages: ['sender_id'],
    chat_notes: ['author_id'],
    chat_sessions: ['agent_id'],
    collection_accounts: ['claimed_by', 'last_call_by'],
    collection_calls: ['staff_id'],
    counter_payments: ['staff_id'],
    courtesy_days: ['requested_by', 'decided_by'],
    customer_notes: ['author_id'],
    data_credits: ['staff_id'],
    deposit_slips: ['uploader_id'],
    directory_identities: ['user_id'],
    document_sendings: ['created_by', 'withdrawn_by'],
    gateway_discrepancies: ['closed_by'],
    gateway_settlement_findings: ['resolved_by'],
    accounting_periods: ['closed_by', 'reopen_requested_by', 'reopened_by'],
    bank_accounts: ['created_by'],
    bank_matches: ['matched_by', 'undone_by'],
    bank_statements: ['imported_by'],
    fixed_addresses: ['given_by'],
    grievances: ['answered_by', 'closed_by'],
    imports: ['started_by'],
    network_updates: ['author_id'],
    one_off_charges: ['charged_by'],
    owner_changes: ['requested_by', 'decided_by'],
    outage_credit_lines: ['excluded_by'],
    outage_credits: ['applied_by'],
    incoming_transfers: ['decided_by', 'approved_by'],
    payment_links: ['created_by', 'withdrawn_by'],
    payment_promises: ['staff_id'],
    payments: ['till_id'],
    refund_payouts: ['staff_id'],
    refunds: ['requested_by', 'approved_by'],
    saved_filters: ['owner_id'],
    security_incident_entries: ['author_id'],
    security_incidents: ['opened_by'],
    session_waves: ['started_by', 'stopped_by'],
    shared_logins: ['dismissed_by'],
    setting_versions: ['author_id'],
    staff_activity: ['user_id'],
    staff_member_roles: ['user_id'],
    staff_refusals: ['user_id'],
    subscription_addons: ['started_by'],
    support_tickets: ['assignee_id'],
    ticket_attachments: ['uploader_id'],
    ticket_macros: ['assignee_id'],
    ticket_merges: ['staff_id'],
    ticket_replies: ['author_id'],
    till_shifts: ['staff_id'],
    voucher_batches: ['created_by', 'decided_by', 'issued_by', 'stopped_by', 'refunded_by'],
    vouchers: ['stopped_by'],
    webhook_endpoints: ['created_by'],
    write_offs: ['requested_by', 'decided_by', 'reversed_by'],
  }).map(([table, columns]) => ({ table, columns, why: ACTED })),
];
