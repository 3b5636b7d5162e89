/** How a table is archived. */
export type ArchivedTable = {
  /** Which rows, in SQL; all of them without it. */
  readonly where?: string;
  /** What is stored in a column instead of what it holds, in SQL. */
  readonly instead?: Readonly<Record<string, string>>;
  /** A portal that nobody has used yet has rows of its own here; the archive's replace them. */
  readonly isSeeded?: true;
};

const all: ArchivedTable = {};
const seeded: ArchivedTable = { isSeeded: true };

/** An automatic charge that was not sent yet cannot be: the token of its card stays behind. */
const unlessScheduled = (column: string, otherwise: string) =>
  `case when charge_due_at is null then ${column} else ${otherwise} end`;

/** Every table whose rows an operator owns. A table is here or in LEFT_OUT; a test compares them. */
export const ARCHIVED: Readonly<Record<string, ArchivedTable>> = {
  // Passkeys stay behind, and whoever wants nothing else must get in.
  users: { instead: { passkey_only: 'false' } },
  account_devices: all,
  privacy_deletions: all,
  accounts: all,
  account_people: all,
  lines: all,
  staff_roles: seeded,
  staff_role_permissions: seeded,
  staff_member_roles: all,
  staff_activity: all,
  directory_identities: all,
  audit_records: all,
  audit_chain: all,
  audit_redactions: all,
  audit_drops: all,
  audit_anchors: all,
  notification_choices: all,
  consent_records: all,
  grievances: all,
  notices: all,
  // What waits is sent by the portal that it waits in. Links in a mail lead to that portal.
  outbox_messages: {
    where: "channel <> 'push' and (sent_at is not null or given_up_at is not null)",
    instead: { text: "''", html: 'null::text', fallback: 'null::jsonb' },
  },
  service_plans: seeded,
  sales_requests: all,
  user_subscriptions: { instead: { auto_pay: 'false' } },
  subscription_periods: all,
  subscription_pauses: all,
  plan_upgrades: all,
  payment_promises: all,
  courtesy_days: all,
  usage_data: all,
  data_credits: all,
  data_bundles: seeded,
  data_bundle_purchases: all,
  charge_products: seeded,
  charge_product_prices: seeded,
  subscription_addons: all,
  one_off_charges: all,
  invoices: all,
  credit_notes: all,
  e_invoices: all,
  accounting_periods: all,
  write_offs: all,
  company_billing: all,
  monthly_invoices: all,
  invoiced_periods: all,
  billing_details: all,
  number_series: all,
  payments: {
    instead: {
      status: unlessScheduled('status', "'abandoned'"),
      open_key: unlessScheduled('open_key', 'null'),
      next_check_at: unlessScheduled('next_check_at', 'null'),
      charge_due_at: 'null::timestamptz',
    },
  },
  account_proofs: all,
  // A link that was sent leads to the earlier portal.
  document_sendings: {
    instead: {
      token_hash: 'null::varchar',
      withdrawn_at: 'case when expires_at is null then withdrawn_at else coalesce(withdrawn_at, now()) end',
    },
  },
  payment_links: {
    instead: { token_hash: 'id::text', status: "case status when 'open' then 'withdrawn' else status end" },
  },
  owner_changes: {
    instead: {
      offer_token_hash: 'id::text',
      stop_token_hash: 'id::text',
      status: "case status when 'waiting' then 'withdrawn' else status end",
    },
  },
  owner_change_lines: { instead: { is_open: 'false' } },
  payment_events: all,
  payment_methods: {
    instead: {
      reference: "''",
      card_signature: 'null::varchar',
      is_default: 'false',
      removed_at: 'coalesce(removed_at, now())',
    },
  },
  auto_pay_consents: {
    instead: { ended_at: 'coalesce(ended_at, now())', end_reason: "coalesce(end_reason, 'card-removed')" },
  },
  payment_disputes: all,
  invoice_settlements: all,
  withholding_taxes: all,
  receipts: all,
  refunds: all,
  ledger_entries: all,
  credit_balances: all,
  billing_adjustments: all,
  referrals: all,
  agents: all,
  // The key that codes are looked up by stays behind: what is not used is stopped, and can be taken back.
  voucher_batches: { instead: { status: "case status when 'issued' then 'stopped' else status end" } },
  vouchers: {
    instead: { pin_hash: "batch || ':' || index", status: "case status when 'issued' then 'stopped' else status end" },
  },
  till_shifts: all,
  till_hand_overs: all,
  deposit_slips: all,
  counter_payments: all,
  refund_payouts: all,
  agent_sales: all,
  agent_settlements: all,
  bank_accounts: all,
  bank_statements: all,
  bank_lines: all,
  bank_matches: all,
  bank_match_items: all,
  webhook_events: all,
  gateway_reconciliations: seeded,
  gateway_discrepancies: all,
  gateway_settlement_readings: seeded,
  gateway_settlements: all,
  gateway_settlement_items: all,
  gateway_settlement_findings: all,
  service_areas: all,
  customer_areas: all,
  network_lines: all,
  address_pools: all,
  fixed_addresses: all,
  radius_actions: all,
  session_waves: all,
  shared_logins: all,
  address_papers: all,
  access_reconciliations: seeded,
  access_mismatches: seeded,
  network_incidents: all,
  network_updates: all,
  outage_credits: all,
  outage_credit_lines: all,
  line_addresses: all,
  usage_sessions: all,
  usage_days: all,
  area_traffic: all,
  vendor_profiles: seeded,
  speed_test_results: all,
  support_tickets: all,
  ticket_replies: all,
  ticket_merges: all,
  ticket_tags: all,
  ticket_attachments: { where: 'ticket_id is not null' },
  chat_sessions: all,
  chat_messages: all,
  chat_notes: all,
  saved_replies: all,
  ticket_macros: all,
  announcements: all,
  identity_approvals: all,
  // A link that was sent leads to the earlier portal.
  contact_changes: {
    instead: {
      token_hash: 'null::text',
      state: "case state when 'waiting' then 'withdrawn' else state end",
      ended_at: "case state when 'waiting' then now() else ended_at end",
    },
  },
  // What is open was opened by a session of the earlier portal.
  account_views: {
    instead: { token_hash: 'id::text', staff_sid: 'null::text', ended_at: 'coalesce(ended_at, now())' },
  },
  account_merges: { instead: { token_hash: 'null::text' } },
  account_merge_moves: all,
  dismissed_merge_suggestions: all,
  collection_accounts: {
    instead: { claimed_by: 'null::int', claimed_at: 'null::timestamptz', claimed_until: 'null::timestamptz' },
  },
  collection_calls: all,
  call_backs: all,
  customer_notes: all,
  customer_tags: all,
  saved_filters: all,
  security_incidents: all,
  security_incident_entries: all,
  setting_versions: all,
  // What runs goes on in the portal that it runs in.
  bulk_actions: { instead: { state: "case when finished_at is null then 'cancelled' else state end" } },
  bulk_action_rows: all,
  imports: all,
  imported_records: all,
  import_rejections: all,
  earlier_payments: all,
};

/** The tables of which nothing is archived, each with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  sessions: 'secret: who is signed in; everybody signs in again',
  account_tokens: 'secret: links that were mailed; they lead to the earlier portal',
  account_invitations: 'secret: links that were mailed; invite again',
  phone_codes: 'secret: codes that were texted; they last minutes',
  sign_in_attempts: 'passing: failed sign-ins of the last minutes',
  sign_in_records: 'passing: how sign-ins to the earlier portal ended',
  link_mail_counts: 'passing: how many links were mailed today',
  staff_second_factors: 'secret: encrypted with a key of the installation; people set up their app again',
  passkeys: 'ways in, bound to the address of the portal; people add them again',
  passkey_challenges: 'passing: five minutes old at most',
  staff_recovery_codes: 'secret: they go with the second factor',
  customer_views: 'passing: so that the view of a customer is audited once in ten minutes',
  staff_refusals: 'passing: so that refusals are audited once a minute',
  installation_keys: 'secret: keys of the installation',
  push_subscriptions: 'secret: addresses of browsers, which accept messages of one installation only',
  api_keys: 'secret: what programs sign in with; make them again',
  webhook_endpoints: 'secret: what webhooks are signed with; add the endpoints again',
  webhook_deliveries: 'of the endpoints',
  access_servers: 'secret: what they share with the portal; add the access servers again',
  access_server_minutes: 'of the access servers',
  radius_client_fetches: 'of the machine: which RADIUS servers read its list',
  insert_claims: 'passing: of inserts that are under way',
  rejected_packets: 'of the machine: what its RADIUS servers sent wrongly',
  inbound_mails: 'of the machine: which mails of its mailbox it has read; what they said is in the tickets',
  inbound_mailboxes: 'of the machine: how the reading of its mailbox goes',
  chat_agents: 'passing: who is at the desk now',
  overview_figures: 'computed: made anew within minutes',
  job_runs: 'of the machine: its jobs',
  security_events: 'of the machine: who attacked it; their HMACs are of its key',
  siem_cursors: 'of the machine: how far its SIEM has read',
  backup_runs: 'of the machine: its backups',
  instances: 'of the machine: its processes',
  site_assets: 'of the release: files of the website',
  archives: 'of the machine: archives that were made on it',
  privacy_exports: 'of the machine: copies for people that were made on it; they ask again',
};

/** The tables that name files which people sent: the file's name is the row's id. */
export const FILES_OF: readonly string[] = ['ticket_attachments', 'deposit_slips'];
