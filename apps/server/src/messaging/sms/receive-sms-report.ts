import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { parseOutsideJson } from '../../platform/outside/http-client.ts';
import type { SmsProvider } from '../../platform/outside/sms-sender.ts';
import { saveReport } from './sms-report.repository.ts';

/** The outcome of a text; null while it is on its way. */
type SmsReport = { readonly messageId: string; readonly isDelivered: boolean } | null;

type ReportedText = {
  readonly rawBody: Buffer;
  readonly signature: string | string[] | undefined;
  readonly token: string | undefined;
};

/** Compares texts in constant time. */
function isSame(given: unknown, secret: string): boolean {
  if (typeof given !== 'string' || secret === '') return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

const id = z.union([z.string().check(z.minLength(1)), z.number()]);
const termii = z.object({ message_id: z.nullish(id), id: z.nullish(id), status: z.string() });

const TERMII: Readonly<Record<string, boolean>> = {
  delivered: true,
  'dnd active on phone number': false,
  failed: false,
  rejected: false,
  expired: false,
};

const AFRICAS_TALKING: Readonly<Record<string, boolean>> = {
  success: true,
  failed: false,
  rejected: false,
  expired: false,
  absentsubscriber: false,
};

function reportOf(outcomes: Readonly<Record<string, boolean>>, messageId: unknown, status: string): SmsReport {
  const isDelivered = outcomes[status.trim().toLowerCase()];
  const known = typeof messageId === 'string' || typeof messageId === 'number';
  return known && isDelivered !== undefined ? { messageId: String(messageId), isDelivered } : null;
}

/**
 * Each provider's authentication and format. Termii: HMAC-SHA512 of the body in hex
 * (developers.termii.com, webhooks). Africa's Talking: a form, unsigned
 * (developers.africastalking.com, delivery reports).
 */
const REPORTS: Readonly<
  Record<
    SmsProvider,
    {
      readonly proves: (secret: string, report: ReportedText) => boolean;
      readonly read: (rawBody: Buffer) => SmsReport;
    }
  >
> = {
  termii: {
    proves: (secret, { rawBody, signature }) =>
      isSame(signature, createHmac('sha512', secret).update(rawBody).digest('hex')),
    read: (rawBody) => {
      try {
        const result = z.safeParse(termii, parseOutsideJson(rawBody.toString('utf8')));
        return result.success ? reportOf(TERMII, result.data.message_id ?? result.data.id, result.data.status) : null;
      } catch {
        return null;
      }
    },
  },
  'africas-talking': {
    proves: (secret, { token }) => isSame(token, secret),
    read: (rawBody) => {
      const form = new URLSearchParams(rawBody.toString('utf8'));
      return reportOf(AFRICAS_TALKING, form.get('id'), form.get('status') ?? '');
    },
  },
};

/** The secrets that authenticate each provider; with none its reports are refused. */
export type ReportSecrets = Readonly<Record<SmsProvider, readonly string[]>>;

function isProvider(name: string): name is SmsProvider {
  return Object.hasOwn(REPORTS, name);
}

export type SmsReports = {
  /** Whether what a provider has sent is authenticated as its own; false where it has no secret. */
  readonly proves: (provider: SmsProvider, sent: ReportedText) => boolean;
  /**
   * Records a provider's report about a text, once; a report about an unknown text changes nothing.
   * Throws ApiError sms.unknown-provider, sms.bad-signature; then the report is ignored.
   */
  readonly receive: (provider: string, sent: ReportedText) => Promise<void>;
};

export function createSmsReports(deps: { readonly database: Database; readonly secrets: ReportSecrets }): SmsReports {
  const proves: SmsReports['proves'] = (provider, sent) =>
    deps.secrets[provider].some((secret) => REPORTS[provider].proves(secret, sent));
  return {
    proves,
    receive: async (provider, sent) => {
      if (!isProvider(provider)) throw new ApiError('sms.unknown-provider');
      if (!proves(provider, sent)) throw new ApiError('sms.bad-signature');
      const report = REPORTS[provider].read(sent.rawBody);
      if (report) await saveReport(deps.database, { provider, messageId: report.messageId }, report.isDelivered);
    },
  };
}
