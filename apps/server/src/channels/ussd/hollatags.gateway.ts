import type { UssdGateway } from './ussd-gateway.port.ts';

/**
 * HollaTags (https://docs.hollatags.com/ussd/inbound): `session_msg` is the last entry alone, at first the
 * code that was dialled; the answer is JSON. The request comes by GET or POST, its fields in the address
 * or in a form: their pages show both.
 */
export const hollaTags: UssdGateway = {
  name: 'hollatags',
  read: (fields) => {
    const [sessionId, phone] = [fields.get('session_id'), fields.get('session_msisdn')];
    if (!sessionId || !phone) return null;
    switch (fields.get('session_operation')) {
      case 'begin':
        return { sessionId, phone, typed: { kind: 'begin' } };
      case 'continue':
        return { sessionId, phone, typed: { kind: 'entry', entry: fields.get('session_msg') ?? '' } };
      case 'end':
        return { sessionId, phone, typed: { kind: 'end', reason: 'hung-up' } };
      default:
        return null;
    }
  },
  write: (request, { text, ends }) => ({
    type: 'application/json; charset=utf-8',
    body: JSON.stringify({
      session_operation: ends ? 'end' : 'continue',
      session_type: ends ? 4 : 1,
      session_id: request?.sessionId ?? '',
      session_msg: text.replaceAll('\n', '\r\n'),
    }),
  }),
};
