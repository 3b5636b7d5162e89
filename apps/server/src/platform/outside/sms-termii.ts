import * as z from 'zod/mini';
import type { TermiiSettings } from '../config/config.ts';
import type { HttpClient } from './http-client.ts';
import type { SendSms } from './sms-sender.ts';

const sent = z.object({ message_id: z.union([z.string().check(z.minLength(1)), z.number()]) });
const spoken = z.object({ message: z.string() });

/**
 * The vendor may repeat the number, the code or the key in its message: everything with a run of
 * digits or letters that could be one of them is removed.
 */
function withoutSecrets(sentence: string): string {
  return sentence.replace(/\+?\d[\d\s-]{2,}|\w{20,}/g, '…').slice(0, 120);
}

function reasonOf(status: number, body: unknown): string {
  const said = z.safeParse(spoken, body);
  return `Termii: status ${status}${said.success ? `, ${withoutSecrets(said.data.message)}` : ''}`;
}

/**
 * Termii's plain SMS (https://developers.termii.com/messaging-api): the `dnd` route, because codes
 * must reach phones with do-not-disturb on. Only a 2xx answer with a `message_id` means accepted;
 * its refusals (key, sender id, balance, route) are for the operator to fix, so each may be
 * retried.
 */
export function createTermiiSender(
  settings: TermiiSettings & { readonly senderId: string },
  http: HttpClient,
): SendSms {
  const url = `${settings.baseUrl.replace(/\/+$/, '')}/api/sms/send`;
  return async ({ recipient, text }) => {
    const answer = await http.send({
      method: 'POST',
      url,
      json: {
        api_key: settings.apiKey,
        to: recipient.replace(/^\+/, ''),
        from: settings.senderId,
        sms: text,
        type: 'plain',
        channel: 'dnd',
      },
    });
    if (answer.kind !== 'answered') return { kind: 'untaken', reason: `Termii: ${answer.reason}` };
    const isSuccess = answer.status >= 200 && answer.status < 300;
    const taken = z.safeParse(sent, answer.body);
    if (isSuccess && taken.success) {
      return { kind: 'taken', receipt: { provider: 'termii', messageId: String(taken.data.message_id) } };
    }
    return { kind: 'untaken', reason: reasonOf(answer.status, answer.body) };
  };
}
