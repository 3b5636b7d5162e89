import { Counter, type Registry } from 'prom-client';
import { MailRefusedForGood } from '../platform/outside/mail-refused.ts';
import type { Platform } from '../platform/platform.ts';

type Senders = Pick<Platform, 'sendEmail' | 'sendSms' | 'push'>;

const OUTCOMES = ['sent', 'rejected', 'failed'] as const;

/** What the words of SMS providers and push services come to. */
const OUTCOME_OF = { taken: 'sent', refused: 'rejected', gone: 'rejected', untaken: 'failed' } as const;

/** Counts what is handed to the outside, whoever sends it: puts itself before the senders and changes nothing of what they say. */
export function countMessages(registry: Registry, { sendEmail, sendSms, push }: Senders): Senders {
  const counter = new Counter({
    name: 'messages_total',
    help: 'Attempts to hand over an email, an SMS or a push message: sent, rejected for good, or failed and to be tried again.',
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
