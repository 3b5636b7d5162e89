import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { voucherPinOf } from '@portal/kernel/billing/voucher-pin';
import { CHECKOUTS } from '@portal/sandbox/sandbox-options';
import pg from 'pg';
import { withClient } from '../../bench/portal/seed-bench-data.ts';
import { type Customer, createCustomer, pay, sendPacket } from '../portals/customers.ts';
import type { Portals } from '../portals/start-portals.ts';

/** How an alert is caused, and what ends it. */
export type Cause = {
  readonly alerts: readonly string[];
  /** For the table. */
  readonly how: string;
  readonly begin: (portals: Portals) => Promise<unknown> | unknown;
  /** Repeated until the alert fires. */
  readonly keepOn?: (portals: Portals) => Promise<unknown> | unknown;
  readonly end: (portals: Portals) => Promise<unknown> | unknown;
};

const isRoot = process.getuid?.() === 0;

/** Debian's library that gives one process another clock; null where it is not installed. */
const [FAKETIME = null] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

/** What cannot be caused on one machine without harm to it, and is left to `promtool test rules`. */
export const NOT_CAUSED: Readonly<Record<string, string>> = {
  ...(isRoot ? {} : { DiskNearlyFull: 'needs a small disk, which only root can mount' }),
  SynchronousStandbyLost: 'needs a standby, which npm run ha-drill has',
  ...(FAKETIME ? {} : { ClockDrift: 'needs a wrong clock for one process: sudo apt-get install -y faketime' }),
  MemoryNearLimit: 'needs a process in a container or unit with a limit',
};

const sql = (statement: string) => (portals: Portals) =>
  withClient(portals.database, (client: pg.Client) => client.query(statement));

/** Restarts both portals with other settings. */
const restartWith = (env: Readonly<Record<string, string>>) => async (portals: Portals) => {
  for (const index of portals.ports.keys()) {
    await portals.stopPortal(index);
    await portals.startPortal(index, env);
  }
};

const nothing = (): void => undefined;

const IMPATIENT_CALLS = 60;

/** Somebody's forgotten transaction that has locked a table, while customers come all at once. */
function lockedTable(): Cause {
  let client: pg.Client | null = null;
  let customer: Customer | null = null;
  return {
    alerts: ['DatabasePoolWaiting', 'RequestsSlow'],
    how: 'a forgotten transaction that has locked a table, while 60 calls come at once',
    begin: async (portals) => {
      customer = await createCustomer(portals);
      client = new pg.Client(portals.database);
      await client.connect();
      await client.query('begin; lock table user_subscriptions');
    },
    keepOn: async () => {
      const caller = customer;
      if (caller === null) return;
      await Promise.all(Array.from({ length: IMPATIENT_CALLS }, () => caller.call('GET', '/api/user/subscription')));
    },
    end: () => client?.end(),
  };
}

const GUESSES = 12;

/** A customer who tries PINs that do not exist. */
function guesser(): Cause {
  let customer: Customer | null = null;
  let guess = 0;
  return {
    alerts: ['VoucherGuesses'],
    how: 'PINs of vouchers that do not exist, a dozen at a time',
    begin: async (portals) => {
      customer = await createCustomer(portals);
    },
    keepOn: async () => {
      for (let tried = 0; tried < GUESSES; tried++) {
        const pin = voucherPinOf(String(++guess).padStart(10, '0'));
        await customer?.call('POST', '/api/user/vouchers', { pin });
      }
    },
    end: nothing,
  };
}

/** A webhook that is signed, or not, as the vendor would. */
const webhook = (forged: boolean) => (portals: Portals) =>
  portals.sandbox.handle.sendWebhook({ gateway: 'paystack', reference: 'OF-ANOTHER-SHOP', claim: 'success', forged });

/** Payments that are opened while the gateway does not answer. */
async function payInVain(portals: Portals): Promise<void> {
  await pay(portals, await createCustomer(portals), 'paystack', 'approve');
}

function breakPaystack({ sandbox }: Portals): void {
  for (const operation of ['initialize', 'verify', 'list'] as const)
    sandbox.handle.addFault({ gateway: 'paystack', operation, mode: 'drop' });
}

const A_MESSAGE = `insert into outbox_messages (message_key, channel, recipient, subject, text)
  select 'drill ' || gen_random_uuid(), 'email', 'somebody@drill.example', 'A mail', 'x' from generate_series(1, 5)`;

/** A backup and a restore drill of today. */
export const recordBackups = sql(`insert into backup_runs (kind, outcome, location, started_at, finished_at)
  select kind, 'succeeded', 'drill', now(), now() from unnest(array['backup', 'restore-drill']) as kind`);

/** They do not disturb each other. */
const together: readonly Cause[] = [
  {
    alerts: ['GatewayDiscrepancies'],
    how: 'a payment that only the gateway knows',
    begin: sql(`insert into gateway_discrepancies (gateway, reference, kind, gateway_status, found_at)
      values ('paystack', 'DRILL', 'unknown-reference', 'success', now())`),
    end: sql(`delete from gateway_discrepancies where reference = 'DRILL'`),
  },
  {
    alerts: ['SettlementsNotRead'],
    how: 'the last reading of the settlements of a gateway is two days old',
    begin: sql(`insert into gateway_settlement_readings (gateway, next_at, read_at)
      values ('paystack', now() + interval '1 day', now() - interval '2 days')
      on conflict (gateway) do update set read_at = excluded.read_at, next_at = excluded.next_at`),
    end: sql(`update gateway_settlement_readings set read_at = now()`),
  },
  {
    alerts: ['BackupTooOld', 'RestoreDrillTooOld'],
    how: 'the last backup and the last restore drill are forty days old',
    begin: sql(`update backup_runs set finished_at = now() - interval '40 days'`),
    end: sql('update backup_runs set finished_at = now()'),
  },
  {
    alerts: ['QueueLate'],
    how: 'a webhook of a gateway that is no longer configured, due for an hour',
    begin: sql(`insert into webhook_events (gateway, event_key, event_name, raw_body, next_attempt_at)
      values ('drill', 'drill', 'charge', '{}', now() - interval '1 hour')`),
    end: sql(`delete from webhook_events where gateway = 'drill'`),
  },
  {
    alerts: ['RadiusActionsLate'],
    how: 'an access server that does not confirm a Disconnect',
    begin:
      sql(`insert into radius_actions (user_id, username, kind, reason, nas, session_id, download_mbps, next_attempt_at, created_at)
      select min(id), 'line', 'disconnect', 'suspended', '127.0.0.1', 'drill', 100, now() + interval '1 hour', now() - interval '1 hour' from users`),
    end: sql(`delete from radius_actions where session_id = 'drill'`),
  },
  {
    alerts: ['AccessServerSilent'],
    how: 'an access server that sent its last packet an hour ago',
    begin:
      sql(`insert into access_servers (name, address, profile_id, encrypted_secret, created_at, updated_at, client_changed_at, last_packet_at)
      select 'drill', '192.0.2.99', id, '', now(), now(), now(), now() - interval '1 hour' from vendor_profiles where built_in = 'mikrotik'`),
    end: sql(`delete from access_servers where name = 'drill'`),
  },
  {
    alerts: ['ChatsWaiting'],
    how: 'a chat that nobody has accepted for an hour',
    begin: sql(`update chat_sessions set waiting_since = now() - interval '1 hour' where status = 'waiting'`),
    end: sql(`update chat_sessions set waiting_since = now() where status = 'waiting'`),
  },
  {
    alerts: ['WhatsappStopped'],
    how: 'an access token of WhatsApp that is not valid any more',
    begin: async (portals) => {
      await sql(`insert into whatsapp_line (stopped_at, last_error) values (now(), 'drill')
        on conflict (one) do update set stopped_at = now(), last_error = 'drill'`)(portals);
      await restartWith({
        WHATSAPP_TOKEN: 'the token of the drill alone',
        WHATSAPP_PHONE_NUMBER_ID: '1',
        WHATSAPP_APP_SECRET: 'the app secret of the drill alone',
        WHATSAPP_VERIFY_TOKEN: 'the verify token of the drill alone',
        WHATSAPP_BASE_URL: 'http://127.0.0.1:1',
      })(portals);
    },
    end: restartWith({}),
  },
  guesser(),
  {
    alerts: ['WebhooksRejected'],
    how: 'webhooks with a wrong signature',
    begin: nothing,
    keepOn: (portals) => {
      for (let sent = 0; sent < 8; sent++) webhook(true)(portals);
    },
    end: nothing,
  },
  {
    alerts: ['SiemBehind'],
    how: 'a SIEM at an address where nobody listens, and an event of half an hour ago',
    begin: async (portals) => {
      await sql(
        `insert into security_events (event, actor, detail, count, first_at, last_at)
         values ('authn_login_fail', 'visitor', 'drill', 1, now() - interval '30 minutes', now() - interval '30 minutes')`,
      )(portals);
      await restartWith({ SIEM_URL: 'http://127.0.0.1:9/' })(portals);
    },
    end: restartWith({}),
  },
  {
    alerts: ['WebhooksParked'],
    how: 'a webhook about another shop’s payment',
    begin: nothing,
    keepOn: webhook(false),
    end: nothing,
  },
  {
    alerts: ['AccountingPacketsNotRecorded'],
    how: 'a packet without a session id, which cannot be counted',
    begin: nothing,
    keepOn: (portals) => sendPacket(portals, '/api/network/accounting', { sessionId: null, uniqueId: null }),
    end: nothing,
  },
  {
    alerts: ['MessagesFailing'],
    how: 'the mail server answers 451',
    begin: ({ mail }) => mail.behave('defer'),
    keepOn: sql(A_MESSAGE),
    end: ({ mail }) => mail.behave('take'),
  },
  {
    alerts: ['GatewayErrors'],
    how: 'the gateway drops every connection',
    begin: breakPaystack,
    keepOn: payInVain,
    end: ({ sandbox }) => sandbox.handle.clearFaults(),
  },
];

/** As above; each needs what one of those has changed. */
const second: readonly Cause[] = [
  {
    alerts: ['MessagesRejected'],
    how: 'the mail server answers 550',
    begin: ({ mail }) => mail.behave('refuse'),
    keepOn: sql(A_MESSAGE),
    end: ({ mail }) => mail.behave('take'),
  },
  {
    alerts: ['PaymentsInReview'],
    how: 'the gateway reports another amount than was opened',
    begin: ({ sandbox }) => {
      for (const gateway of CHECKOUTS) sandbox.handle.addFault({ gateway, operation: 'verify', mode: 'other-amount' });
    },
    keepOn: payInVain,
    end: ({ sandbox }) => sandbox.handle.clearFaults(),
  },
];

/** Each stops something that the others need. */
const alone: readonly Cause[] = [
  {
    alerts: ['LedgerImbalance'],
    how: 'an entry without its other side, written by hand',
    begin: async (portals) => {
      await sql(`insert into ledger_entries (transaction_key, account, amount) values ('drill', 'revenue', 0.05)`)(
        portals,
      );
      // A portal reads the ledger at its start, and then every ten minutes.
      await restartWith({})(portals);
    },
    end: async (portals) => {
      await sql(`delete from ledger_entries where transaction_key = 'drill'`)(portals);
      await restartWith({})(portals);
    },
  },
  {
    alerts: ['EInvoicesNotReported', 'EInvoicesNotCleared', 'EInvoicesRefused', 'EInvoiceKeysRefused'],
    how: 'documents of yesterday that the tax authority has refused, and a provider that rejects the keys',
    begin: async (portals) => {
      await sql(`insert into e_invoices (document_number, user_id, procedure, status, fault, created_at)
        select 'DRILL-' || procedure, (select min(id) from users), procedure, status,
          jsonb_build_object('code', code, 'field', null, 'message', 'drill', 'at', now()), now() - interval '1 day'
        from (values ('reporting', 'refused', '400'), ('clearance', 'waiting', 'keys-refused')) as d (procedure, status, code)`)(
        portals,
      );
      await restartWith({
        EINVOICING: 'on',
        EINVOICE_BASE_URL: 'http://127.0.0.1:1',
        EINVOICE_API_KEY: 'drill',
        EINVOICE_API_SECRET: 'the secret of the drill alone',
        EINVOICE_BUSINESS_ID: '00000000-0000-4000-8000-000000000001',
        EINVOICE_SERVICE_ID: 'DRILL001',
      })(portals);
    },
    end: async (portals) => {
      await sql(`delete from e_invoices where document_number like 'DRILL-%'`)(portals);
      await restartWith({})(portals);
    },
  },
  {
    alerts: ['UnmatchedMoney', 'VirtualAccountsSilent'],
    how: 'money of three days ago to a number that is nobody’s, and numbers to which no other has come',
    begin: async (portals) => {
      await sql(`insert into incoming_transfers
          (provider, reference, transaction_id, amount, currency, source, status, reason, received_at)
        values ('paystack', 'drill', 'drill', 1, 'USD', 'webhook', 'waiting', 'other-currency', now() - interval '3 days')`)(
        portals,
      );
      await sql(`with request as (
          insert into virtual_account_requests (account_id, provider, reference, status, created_at)
          select min(id), 'paystack', 'drill', 'closed', now() from accounts returning id, account_id
        )
        insert into virtual_accounts (request_id, account_id, provider, bank, account_number, account_name, status, opened_at)
        select id, account_id, 'paystack', 'Drill Bank', lpad(n::text, 10, '0'), 'Drill', 'active', now() - interval '3 days'
        from request, generate_series(1, 50) n`)(portals);
      await restartWith({ VIRTUAL_ACCOUNTS: 'paystack' })(portals);
    },
    end: async (portals) => {
      await sql(`delete from incoming_transfers where reference = 'drill'`)(portals);
      await sql(`delete from virtual_accounts where bank = 'Drill Bank'`)(portals);
      await sql(`delete from virtual_account_requests where reference = 'drill'`)(portals);
      await restartWith({})(portals);
    },
  },
  {
    alerts: ['MandatesStuck'],
    how: 'a mandate that its bank has not activated for three days',
    begin: async (portals) => {
      await createCustomer(portals);
      await sql(`insert into mandates (user_id, subscription_id, provider, reference, status, email, wording, approved_at, created_at)
        select l.account_id, s.id, 'paystack', 'drill', 'approved', 'mandate@drill.example', 'drill',
          now() - interval '3 days', now() - interval '3 days'
        from user_subscriptions s join lines l on l.id = s.user_id limit 1`)(portals);
      await restartWith({ PAYSTACK_DIRECT_DEBIT: 'on' })(portals);
    },
    end: async (portals) => {
      await sql(`delete from mandates where reference = 'drill'`)(portals);
      await restartWith({})(portals);
    },
  },
  {
    alerts: ['InstanceRestarting'],
    how: 'a portal is restarted again and again',
    begin: nothing,
    keepOn: async (portals) => {
      await portals.stopPortal(1);
      await portals.startPortal(1);
    },
    end: nothing,
  },
  {
    alerts: ['ReplicaBehind'],
    how: 'DATABASE_REPLICA_URL names a server that does not answer',
    begin: restartWith({ DATABASE_REPLICA_URL: 'postgres://portal@127.0.0.1:1/portal' }),
    end: restartWith({}),
  },
  {
    alerts: ['DirectoryUnusable'],
    how: 'OIDC_ISSUER names a directory that does not answer',
    begin: restartWith({
      OIDC_ISSUER: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'portal',
      OIDC_CLIENT_SECRET: 'the secret of the drill alone',
      OIDC_ROLES_CLAIM: 'roles',
    }),
    end: restartWith({}),
  },
  {
    alerts: ['RedisUnreachable'],
    how: 'Redis is stopped by SIGSTOP',
    begin: ({ redis }) => redis.freeze(),
    end: ({ redis }) => redis.thaw(),
  },
  {
    alerts: ['DatabaseUnreachable', 'RequestsFailing'],
    how: 'PostgreSQL is stopped while customers are at work',
    begin: (portals) => portals.stopDatabase(),
    end: (portals) => portals.startDatabase(),
  },
  {
    alerts: ['InstanceDown'],
    how: 'one of the two portals is stopped',
    begin: (portals) => portals.stopPortal(1),
    end: (portals) => portals.startPortal(1),
  },
  {
    alerts: ['PortalDown'],
    how: 'both portals are stopped',
    begin: (portals) => Promise.all([portals.stopPortal(0), portals.stopPortal(1)]),
    end: async (portals) => {
      await portals.startPortal(0);
      await portals.startPortal(1);
    },
  },
];

/** Payments at one gateway that its bank declines. */
const declined: Cause = {
  alerts: ['PaymentsNotSucceeding'],
  how: 'the bank declines every payment of one gateway',
  begin: ({ sandbox }) => sandbox.handle.addFault({ gateway: 'paystack', operation: 'verify', mode: 'decline' }),
  keepOn: (portals) => Promise.all(Array.from({ length: 5 }, () => payInVain(portals))),
  end: ({ sandbox }) => sandbox.handle.clearFaults(),
};

const wrongToken: Cause = {
  alerts: ['AccountingStopped'],
  how: 'the portals are restarted with another NETWORK_TOKEN',
  begin: restartWith({ NETWORK_TOKEN: 'not the token of FreeRADIUS' }),
  end: restartWith({}),
};

const missingTable: Cause = {
  alerts: ['JobFailing'],
  how: 'a table that two jobs read is renamed',
  begin: sql('alter table outage_credits rename to away'),
  end: sql('alter table away rename to outage_credits'),
};

const noCredit: Cause = {
  alerts: ['RenewalsNotRunning'],
  how: 'a column that renewals read is renamed, while a subscription is due',
  begin: sql('alter table credit_balances rename column balance to away'),
  keepOn: sql('update user_subscriptions set next_step_at = now() where id = (select min(id) from user_subscriptions)'),
  end: sql('alter table credit_balances rename column away to balance'),
};

function wrongClock(library: string): Cause {
  return {
    alerts: ['ClockDrift'],
    how: 'the clock of one portal is 45 s ahead (faketime)',
    begin: async (portals) => {
      await portals.stopPortal(1);
      await portals.startPortal(1, { LD_PRELOAD: library, FAKETIME: '+45s', FAKETIME_DONT_FAKE_MONOTONIC: '1' });
    },
    end: async (portals) => {
      await portals.stopPortal(1);
      await portals.startPortal(1);
    },
  };
}

/** A data folder on a disk of 64 MB. */
function smallDisk(): Cause {
  const folder = mkdtempSync(join(tmpdir(), 'portal-small-disk-'));
  return {
    alerts: ['DiskNearlyFull'],
    how: 'DATA_DIR is on a disk of 64 MB',
    begin: async (portals) => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]);
      await portals.stopPortal(1);
      await portals.startPortal(1, { DATA_DIR: folder });
    },
    end: async (portals) => {
      await portals.stopPortal(1);
      execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true });
      await portals.startPortal(1);
    },
  };
}

/** Batches, one after the other; the causes of a batch work at the same time. */
export const BATCHES: readonly (readonly Cause[])[] = [
  together,
  second,
  [declined, missingTable],
  [lockedTable()],
  [noCredit],
  [wrongToken],
  ...(FAKETIME ? [[wrongClock(FAKETIME)]] : []),
  ...(isRoot ? [[smallDisk()]] : []),
  ...alone.map((cause) => [cause]),
];
