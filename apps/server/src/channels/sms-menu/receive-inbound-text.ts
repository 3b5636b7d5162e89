import type { FastifyBaseLogger } from 'fastify';
import type { Messaging } from '../../messaging/index.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { answerInboundText, type SmsMenuDependencies } from './answer-inbound-text.ts';
import { insertInboundText } from './inbound-text.repository.ts';
import { providerOf, readInboundText } from './read-inbound-text.ts';

export type ReceiveDependencies = SmsMenuDependencies & {
  readonly smsReports: Messaging['smsReports'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
};

/**
 * Stores what a provider says that a customer has texted, once by its id, and then answers it. Once it is
 * stored it is acknowledged, whatever becomes of the answer: the job answers what is left. A delivery
 * report is recorded as one. Throws ApiError sms.bad-signature, and sms.unreadable for what has no id or
 * sender.
 */
export async function receiveInboundText(
  deps: ReceiveDependencies,
  sent: {
    readonly rawBody: Buffer;
    readonly signature: string | string[] | undefined;
    readonly token: string | undefined;
  },
): Promise<void> {
  const provider = providerOf(sent.rawBody);
  if (!deps.smsReports.proves(provider, sent)) throw new ApiError('sms.bad-signature');
  const text = readInboundText(sent.rawBody);
  if (text === 'report') return deps.smsReports.receive(provider, sent);
  if (text === null) throw new ApiError('sms.unreadable');
  const { providerId, sender } = text;
  const body = deps.encryption.encrypt(text.text);
  const id = await insertInboundText(deps.database, { provider, providerId, sender, body, receivedAt: deps.clock() });
  if (id === null) return;
  await answerInboundText(deps, id).catch((error: unknown) => {
    deps.log.error({ err: error, provider }, 'a text was stored and is answered later');
  });
}
