import type { SalesRequestForm } from '@portal/contract/catalogue/plans';
import type { Clock } from '@portal/kernel/clock';
import type { Mail, MailPart } from '@portal/kernel/messaging/mail';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { insertSalesRequest } from '../plans/plan.repository.ts';

export type SendSalesRequestDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly settings: Pick<Settings, 'get'>;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
};

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** More attempts than random numbers can collide in a row. */
const NUMBER_ATTEMPTS = 4;

function newRequestNumber(randomBytes: Uint8Array): string {
  return `SR-${Array.from(randomBytes, (byte) => ALPHABET[byte % 32]).join('')}`;
}

const subjects = { 'contact-sales': 'Sales enquiry', quote: 'Quote request' } as const;

function mailParts(form: SalesRequestForm): MailPart[] {
  const facts = [
    { label: 'Name', value: form.name },
    { label: 'Email', value: form.email },
    ...(form.phone ? [{ label: 'Phone', value: form.phone }] : []),
    ...(form.organisation ? [{ label: 'Organisation', value: form.organisation }] : []),
  ];
  return [{ facts }, form.message];
}

/**
 * Stores the request and mails it to sales, both or neither. Returns its number, for example
 * "SR-4K7QZ2". Throws ApiError request.invalid when the honeypot field is filled in.
 */
export async function sendSalesRequest(deps: SendSalesRequestDeps, form: SalesRequestForm): Promise<string> {
  if (form.website) throw new ApiError('request.invalid');
  return deps.database.transaction(async (tx) => {
    for (let attempt = 0; attempt < NUMBER_ATTEMPTS; attempt++) {
      const requestNumber = newRequestNumber(deps.randomBytes(6));
      const stored = await insertSalesRequest(tx, {
        requestNumber,
        kind: form.kind,
        name: form.name,
        email: form.email,
        phone: form.phone || null,
        organisation: form.organisation || null,
        message: form.message,
        createdAt: deps.clock(),
      });
      if (!stored) continue;
      await deps.queueEmail(tx, {
        category: 'account',
        messageKey: `sales-request:${requestNumber}`,
        recipient: deps.settings.get('contacts').salesEmail,
        subject: `${subjects[form.kind]} ${requestNumber}`,
        parts: mailParts(form),
      });
      return requestNumber;
    }
    throw new Error('no free sales request number');
  });
}
