import * as z from 'zod/mini';
import type { AfricasTalkingSettings } from '../config/config.ts';
import type { HttpClient } from './http-client.ts';
import type { SendSms } from './sms-sender.ts';

const answered = z.object({
  SMSMessageData: z.object({
    Recipients: z.array(z.object({ statusCode: z.number(), messageId: z.nullish(z.string()) })),
  }),
});

/** Processed, sent, queued. */
const TAKEN = new Set([100, 101, 102]);

/**
 * About this number, for any sender: invalid, of an unsupported type, blacklisted, do-not-disturb.
 */
const REFUSED = new Set([403, 404, 406, 409]);

/**
 * Africa's Talking bulk SMS (https://developers.africastalking.com/docs/sms/sending/bulk), judged
 * by the one recipient: an empty list or the message id `None` means not sent, whatever the status
 * is.
 */
export function createAfricasTalkingSender(settings: AfricasTalkingSettings, http: HttpClient): SendSms {
  const url = `${settings.baseUrl.replace(/\/+$/, '')}/version1/messaging`;
  return async ({ recipient, text }) => {
    const answer = await http.send({
      method: 'POST',
      url,
      headers: { apiKey: settings.apiKey },
      form: {
        username: settings.username,
        to: recipient,
        message: text,
        ...(settings.senderId === null ? {} : { from: settings.senderId }),
        bulkSMSMode: '1',
      },
    });
    if (answer.kind !== 'answered') return { kind: 'untaken', reason: `Africa's Talking: ${answer.reason}` };
    const form = z.safeParse(answered, answer.body);
    const about = form.success ? form.data.SMSMessageData.Recipients[0] : undefined;
    if (!about) return { kind: 'untaken', reason: `Africa's Talking: status ${answer.status}, no recipient` };
    const { statusCode, messageId } = about;
    const hasMessage = messageId !== null && messageId !== undefined && messageId !== '' && messageId !== 'None';
    if (answer.status >= 200 && answer.status < 300 && TAKEN.has(statusCode) && hasMessage) {
      return { kind: 'taken', receipt: { provider: 'africas-talking', messageId } };
    }
    const reason = `Africa's Talking: status ${answer.status}, recipient ${statusCode}`;
    return { kind: REFUSED.has(statusCode) ? 'refused' : 'untaken', reason };
  };
}
