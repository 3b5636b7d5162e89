import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { startDovecot, type TestDovecot } from '../servers/start-dovecot.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../test-portal.ts';

export const DESK = 'desk@waya.example';
/** Of the server that receives the mails of these tests. */
export const AUTHSERV_ID = 'mx.waya.example';

export type WrittenMail = {
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  readonly text?: string;
  readonly headers?: readonly string[];
  /** The body with its content type, in place of `text`. */
  readonly body?: string;
};

/** What our own server writes of a mail that passes DMARC. */
export const passes = (domain: string): string =>
  `Authentication-Results: ${AUTHSERV_ID}; spf=pass smtp.mailfrom=${domain}; dmarc=pass (p=none) header.from=${domain}`;

/** A mail as it goes over the wire, from a person unless `headers` says otherwise. */
export function writeMail({ from = 'Bisi <bisi@mail.example>', ...mail }: WrittenMail): string {
  const { to = DESK, subject = 'A question', text = 'Hello?', headers = [], body } = mail;
  const own = headers.some((header) => /^message-id:/i.test(header));
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    'Date: Thu, 01 Jan 1970 00:00:00 +0000',
    ...(own ? [] : [`Message-ID: <${randomUUID()}@mail.example>`]),
    'MIME-Version: 1.0',
    ...headers,
    body ?? `Content-Type: text/plain; charset=utf-8\n\n${text}`,
  ]
    .join('\n')
    .replace(/\r?\n/g, '\r\n');
}

export type InboundMailTestbed = {
  readonly portal: TestPortal;
  readonly dovecot: TestDovecot;
  /** Delivers a mail and waits until the portal has read it; what became of it. */
  readonly send: (mail: WrittenMail) => Promise<ReadRow>;
  /** Waits for the row of a mail by its subject; `state` waits until it is in that. */
  readonly rowOf: (subject: string, state?: string) => Promise<ReadRow>;
  /** The thread of a ticket as staff see it. */
  readonly close: () => Promise<void>;
};

export type ReadRow = {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly ticket_id: string | null;
  readonly reply_id: string | null;
};

/** A portal that reads the mailbox of a real Dovecot. */
export async function startInboundMailTestbed(mailbox = 'desk'): Promise<InboundMailTestbed> {
  const dovecot = await startDovecot();
  const folder = await mkdtemp(join(tmpdir(), 'portal-mail-'));
  const config = readConfig({
    DATA_DIR: folder,
    TRUSTED_PROXIES: '127.0.0.1',
    IMAP_URL: dovecot.urlOf(mailbox),
    IMAP_AUTHSERV_ID: AUTHSERV_ID,
    SUPPORT_ADDRESS: DESK,
  });
  const portal = await startTestPortal({ config: { ...config, limits: HIGH_LIMITS } });
  portal.startJobs();
  const rowOf = async (subject: string, state?: string): Promise<ReadRow> => {
    let found: ReadRow | undefined;
    await expect
      .poll(async () => {
        portal.wakeJobs('inbound mail');
        const { rows } = await portal.pool.query<ReadRow>(
          'select id, state, reason, ticket_id, reply_id from inbound_mails where subject = $1 order by id desc limit 1',
          [subject],
        );
        found = rows[0];
        return found !== undefined && (state === undefined || found.state === state);
      })
      .toBe(true);
    if (!found) throw new Error('the mail was not read');
    return found;
  };
  return {
    portal,
    dovecot,
    rowOf,
    send: async (mail) => {
      const subject = mail.subject ?? `Question ${randomUUID()}`;
      await dovecot.deliver({ to: DESK, from: 'sender@mail.example', raw: writeMail({ ...mail, subject }) });
      return rowOf(subject);
    },
    close: async () => {
      await portal.close();
      await dovecot.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
