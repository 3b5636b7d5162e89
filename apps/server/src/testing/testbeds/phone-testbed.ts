import { Writable } from 'node:stream';
import {
  AFRICAS_TALKING_KEY,
  AFRICAS_TALKING_USERNAME,
  type SmsVendors,
  TERMII_KEY,
} from '@portal/sandbox/testing/sms-vendors';
import type { LightMyRequestResponse } from 'fastify';
import { recordLateDelivery } from '../../identity/phone-verification/record-late-delivery.ts';
import type { NoticeTexts } from '../../messaging/notices/notice-labels.ts';
import { isQuietAt } from '../../messaging/preferences/quiet-hours.policy.ts';
import { deliverDueSms } from '../../messaging/sms/deliver-sms.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log/create-log.ts';
import { createSmsSenderFrom } from '../../platform/outside/create-sms-sender.ts';
import { untilServed } from '../send-at-once.ts';
import type { TestBrowser } from '../test-browser.ts';
import { startTestPortal, type TestPortal } from '../test-portal.ts';

export type PhoneTestbed = TestPortal & {
  /** A signed-in customer at an IP address. */
  readonly customer: (address?: string) => Promise<TestBrowser>;
  readonly send: (who: TestBrowser, phoneNumber: string) => Promise<LightMyRequestResponse>;
  readonly verify: (who: TestBrowser, phoneNumber: string, otp: string) => Promise<LightMyRequestResponse>;
  /** The code in the newest text to a number, from the outbox. */
  readonly codeFor: (phone: string) => Promise<string>;
  /** Ages everything that was sent or opened. */
  readonly passTime: (interval: string) => Promise<void>;
  /** One run of the job that delivers texts. */
  readonly deliverDue: () => Promise<number>;
  readonly rows: (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Everything that was logged, a JSON object a line. */
  readonly logged: () => string;
};

type Options = {
  readonly noticeTexts?: NoticeTexts;
  readonly env?: NodeJS.ProcessEnv;
  /** Null for the outbox. */
  readonly vendors?: SmsVendors | null;
  readonly timeoutMs?: number;
  /** A provider that is not configured. */
  readonly without?: 'termii';
};

const MANY = '1000000';

/** Limits that no test reaches by accident. */
const GENEROUS = {
  TRUSTED_PROXIES: '127.0.0.1',
  RATE_LIMIT_READS_PER_MINUTE: MANY,
  RATE_LIMIT_WRITES_PER_MINUTE: MANY,
  RATE_LIMIT_SIGNED_IN_READS_PER_MINUTE: MANY,
  RATE_LIMIT_SIGNED_IN_WRITES_PER_MINUTE: MANY,
  RATE_LIMIT_ACCOUNT_READS_PER_MINUTE: MANY,
  RATE_LIMIT_ACCOUNT_WRITES_PER_MINUTE: MANY,
  REQUESTS_AT_ONCE: MANY,
  RATE_LIMIT_REGISTRATIONS_PER_HOUR: MANY,
  PHONE_CODES_PER_USER_PER_HOUR: '1000',
  PHONE_CODES_PER_ADDRESS_PER_HOUR: MANY,
  PHONE_CODES_PER_BLOCK_PER_DAY: MANY,
  PHONE_CODES_PER_DAY: MANY,
};

function senderAt({ termiiUrl, africasTalkingUrl }: SmsVendors, { timeoutMs = 2000, without }: Options) {
  const termii = { apiKey: TERMII_KEY, senderId: 'WAYA', baseUrl: termiiUrl };
  return createSmsSenderFrom(
    {
      termii: without === 'termii' ? null : termii,
      africasTalking: {
        apiKey: AFRICAS_TALKING_KEY,
        username: AFRICAS_TALKING_USERNAME,
        senderId: null,
        baseUrl: africasTalkingUrl,
      },
    },
    { timeoutMs, brandName: 'Waya Fibre' },
  );
}

/**
 * The real application with its texts in the outbox, or sent through fakes of the providers; no job
 * runs by itself.
 */
export async function startPhoneTestbed(options: Options = {}): Promise<PhoneTestbed> {
  const { env = {}, vendors = null } = options;
  const lines: string[] = [];
  const logger = createLog(
    'debug',
    new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) }),
  );
  const deps = {
    config: readConfig({ ...GENEROUS, ...env }),
    sendSms: vendors && senderAt(vendors, options),
    clock: () => new Date(),
    noticeTexts: options.noticeTexts ?? {},
    logger,
  };
  const portal = await startTestPortal(deps);
  const rows: PhoneTestbed['rows'] = async (statement, values = []) =>
    (await portal.pool.query<Record<string, unknown>>(statement, values)).rows;
  return {
    ...portal,
    rows,
    customer: async (address) => {
      const browser = portal.browser(address);
      await untilServed(() => browser.register());
      return browser;
    },
    send: (who, phoneNumber) => who.post('/api/sms/send-otp', { phoneNumber }),
    verify: (who, phoneNumber, otp) => who.post('/api/sms/verify-otp', { phoneNumber, otp }),
    codeFor: async (phone) => {
      const [row] = await rows('select text from outbox_messages where recipient = $1 order by id desc limit 1', [
        phone,
      ]);
      return /\d{6}/.exec(String(row?.text))?.[0] ?? '';
    },
    passTime: async (interval) => {
      await portal.pool.query(
        'update phone_codes set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval',
        [interval],
      );
      await portal.pool.query(
        `update outbox_messages set next_attempt_at = next_attempt_at - $1::interval, expires_at = expires_at - $1::interval`,
        [interval],
      );
    },
    deliverDue: async () => {
      const { sendSms, clock, config } = deps;
      if (!sendSms) return 0;
      const { database } = portal;
      return deliverDueSms({
        database,
        sendSms,
        clock,
        onFailure: (reason, messageId) => logger.warn({ reason, messageId }, 'SMS not taken'),
        isQuiet: (at) => isQuietAt(config.quietHours, at),
        onLateDelivery: (key) => recordLateDelivery(database, key),
      });
    },
    logged: () => lines.join(''),
  };
}
