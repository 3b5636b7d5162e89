import type { UssdGateway } from './ussd-gateway.port.ts';

/** The most entries that are read of one request: a menu of this depth does not exist. */
const MOST_ENTRIES = 60;

/** Its notice of the end of a session, which has these where a request has none. */
const ENDED: Readonly<Record<string, 'hung-up' | 'failed' | null>> = {
  Success: null,
  Incomplete: 'hung-up',
  Failed: 'failed',
};

/**
 * Africa's Talking (https://developers.africastalking.com/docs/ussd/handle_sessions): a form whose `text` has
 * all answers since the dial, joined by `*`; the answer is plain text after "CON " or "END ". Its notice of
 * the end of a session is a second form, with `status` and `input`.
 */
export const africasTalking: UssdGateway = {
  name: 'africas-talking',
  read: (fields) => {
    const [sessionId, phone, text] = [fields.get('sessionId'), fields.get('phoneNumber'), fields.get('text')];
    if (!sessionId || !phone) return null;
    const status = fields.get('status');
    if (text === null && status !== null) {
      return { sessionId, phone, typed: { kind: 'end', reason: ENDED[status] ?? 'hung-up' } };
    }
    if (!text) return { sessionId, phone, typed: { kind: 'begin' } };
    return { sessionId, phone, typed: { kind: 'entries', entries: text.split('*', MOST_ENTRIES) } };
  },
  write: (_request, { text, ends }) => ({ type: 'text/plain; charset=utf-8', body: `${ends ? 'END' : 'CON'} ${text}` }),
};
