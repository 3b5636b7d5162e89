import { Counter, type Registry } from 'prom-client';
import { MailRefusedForGood } from '../platform/outside/mail-refused.ts';
import type { Platform } from '../platform/platform.ts';

type Senders = Pick<Platform, 'sendEmail' | 'sendSms' | 'push'>;

const OUTCOMES = ['sent', 'rejected', 'failed'] as const;

/** The outcomes of SMS providers and push services, as metric labels. */
const OUTCOME_OF = { taken: 'sent', refused: 'rejected', gone: 'rejected', untaken: 'failed' } as const;

/** Counts all outgoing messages: wraps the senders and passes on their results unchanged. */
export function countMessages(registry: Registry, { sendEmail, sendSms, push }: Senders): Senders {
  const counter = new Counter({
    name: 'messages_total',
    help: 'Attempts to send an email, an SMS or a push message: sent, rejected permanently, or failed and to be retried.',
    labelNames: ['channel', 'outcome'] as const,
    registers: [registry],
  });
  const channels = [...(sendEmail ? ['email'] : []), ...(sendSms ? ['sms'] : []), 'push'];
  // A rate needs the zero before the first event.
  for (const channel of channels) for (const outcome of OUTCOMES) counter.inc({ channel, outcome }, 0);
  return {
    sendEmail:
      sendEmail &&
      (async (mail) => {
        try {
          await sendEmail(mail);
          counter.inc({ channel: 'email', outcome: 'sent' });
        } catch (error) {
          counter.inc({ channel: 'email', outcome: error instanceof MailRefusedForGood ? 'rejected' : 'failed' });
          throw error;
        }
      }),
    sendSms:
      sendSms &&
      (async (sms) => {
        const outcome = await sendSms(sms);
        counter.inc({ channel: 'sms', outcome: OUTCOME_OF[outcome.kind] });
        return outcome;
      }),
    push: {
      ...push,
      send: async (target, payload) => {
        const outcome = await push.send(target, payload);
        counter.inc({ channel: 'push', outcome: OUTCOME_OF[outcome.kind] });
        return outcome;
      },
    },
  };
}
