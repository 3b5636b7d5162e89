import { createHmac } from 'node:crypto';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { SANDBOX_TELEPHONE, SANDBOX_WHATSAPP } from '@portal/sandbox/sandbox-options';
import fc from 'fast-check';
import { HOSTILE } from './hostile-values.ts';
import type { KnownValues } from './schema-values.ts';
import type { FuzzRequest } from './send.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** What people type, send and forward on a telephone where a word or a digit is expected. */
const TYPED_WRONGLY = [
  'x'.repeat(500),
  '1'.repeat(500),
  '1*'.repeat(200),
  '😀👍🏾',
  '#',
  '**',
  '１２３４',
  '٠١٢٣',
  'ẹ̀dẹ̀',
  'баланс',
  '余额',
  'Ɗan Ladi',
  '1 2',
  '0803 123 4567',
  '₦5,000',
];
const DIGITS = ['', '0', '1', '2', '3', '4', '5', '6', '9', '00'];
const KEYWORDS = ['BAL', 'FAULT', 'PAY', 'SAN', 'BIYA', 'KWUO', 'CALL', 'STOP', 'START', 'HELP', 'HI', 'PAY PAY'];
const SENDERS = ['MTN-Promo', '34567', '+12125550100', ''];
/** Few, so that requests go on with a session that another one has begun. */
const SESSIONS = ['fuzz-1', 'fuzz-2', 'fuzz-3', 'fuzz-4', 'fuzz-5', 'fuzz-6'];

const hostileTexts = HOSTILE.filter((value): value is string => typeof value === 'string' && value.length <= 4001);

const textsOf = (known: KnownValues, name: string): string[] => (known.get(name) ?? []).map(String);
const phonesOf = (known: KnownValues) => fc.constantFrom(...textsOf(known, 'phone'), ...SENDERS, ...hostileTexts);

function entryOf(known: KnownValues): fc.Arbitrary<string> {
  const exist = [...textsOf(known, 'pin'), ...textsOf(known, 'customer')];
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...DIGITS) },
    { weight: 4, arbitrary: fc.constantFrom(...exist, '0000000000', '123456789012') },
    { weight: 1, arbitrary: fc.constantFrom(...TYPED_WRONGLY, ...hostileTexts) },
  );
}

const form = (fields: Readonly<Record<string, string>>): string =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, value.toWellFormed()]),
  ).toString();
/** Mostly the secret of an address, sometimes another word. */
const secretOr = (secret: string) => fc.constantFrom(secret, secret, secret, secret, secret, `${secret}x`, '');

type Made = Omit<FuzzRequest, 'method'>;

function ussdRequests(known: KnownValues, byAddress: boolean): fc.Arbitrary<Made> {
  const fields = fc.record({
    key: secretOr(SANDBOX_TELEPHONE.ussdSecret),
    session: fc.constantFrom(...SESSIONS, ...hostileTexts.slice(0, 8)),
    phone: phonesOf(known),
    entries: fc.array(entryOf(known), { maxLength: 8 }),
    isHolla: fc.boolean(),
    operation: fc.constantFrom('begin', 'continue', 'continue', 'end', 'other'),
    status: fc.option(fc.constantFrom('Success', 'Incomplete', 'Failed', 'x'), { freq: 8 }),
  });
  return fields.map(({ key, session, phone, entries, isHolla, operation, status }) => {
    const fields: Record<string, string> = isHolla
      ? {
          session_id: session,
          session_msisdn: phone,
          session_operation: operation,
          session_msg: entries.at(-1) ?? '',
        }
      : {
          sessionId: session,
          phoneNumber: phone,
          serviceCode: SANDBOX_TELEPHONE.code,
          networkCode: '62130',
          ...(status === null ? { text: entries.join('*') } : { status, input: entries.join('*') }),
        };
    const path = `/api/webhooks/ussd/${isHolla ? 'hollatags' : 'africas-talking'}?key=${encodeURIComponent(key)}`;
    return byAddress
      ? { path: `${path}&${form(fields)}`.slice(0, 12_000), headers: {}, body: null }
      : { path, headers: FORM, body: form(fields) };
  });
}

function textRequests(known: KnownValues): fc.Arbitrary<Made> {
  const fields = fc.record({
    token: secretOr(SANDBOX_TELEPHONE.textToken),
    from: phonesOf(known),
    keyword: fc.constantFrom(...KEYWORDS, ...TYPED_WRONGLY),
    rest: fc.array(entryOf(known), { maxLength: 2 }),
    id: fc.nat({ max: 200 }),
  });
  return fields.map(({ token, from, keyword, rest, id }) => ({
    path: `/api/webhooks/sms/inbound?token=${encodeURIComponent(token)}`,
    headers: FORM,
    body: form({ from, to: '34567', text: [keyword, ...rest].join(' '), date: '', id: `fuzz-${id}`, linkId: '' }),
  }));
}

const wamids = fc.nat({ max: 60 }).map((number) => `wamid.fuzz${number}`);

/** A message of a kind that people send: words, or what they send in their place. */
function whatsAppMessages(known: KnownValues): fc.Arbitrary<object> {
  const words = fc.oneof(entryOf(known), fc.constantFrom(...KEYWORDS, ...TYPED_WRONGLY, ...hostileTexts));
  const media = (type: string) => fc.constant({ type, [type]: { id: 'none', mime_type: 'image/webp', sha256: 'x' } });
  const content = fc.oneof(
    { weight: 5, arbitrary: words.map((body) => ({ type: 'text', text: { body } })) },
    ...['sticker', 'image', 'audio', 'video', 'document'].map(media),
    words.map((id) => ({
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: { id, title: id } },
    })),
    fc.constant({ type: 'reaction', reaction: { message_id: 'wamid.fuzz1', emoji: '👍' } }),
    fc.constant({ type: 'location', location: { latitude: 1e308, longitude: 'x' } }),
    fc.constant({ type: 'contacts', contacts: [{ name: { formatted_name: 'Ada' } }] }),
    fc.constant({ type: 'unsupported', errors: [{ code: 131051 }] }),
    fc.jsonValue({ maxDepth: 2 }).map((value) => ({ type: 'text', text: value })),
  );
  const numbers = textsOf(known, 'phone').map((phone) => phone.replace(/^\+|^0/, ''));
  return fc
    .tuple(content, wamids, fc.constantFrom(...numbers, '', 'somebody', 'x'.repeat(300)))
    .map(([message, id, from]) => ({ from, id, timestamp: '1764489600', ...message }));
}

const statuses = fc
  .record({
    id: wamids,
    status: fc.constantFrom('sent', 'delivered', 'read', 'failed', 'deleted', 'x'),
    recipient_id: fc.constantFrom('2348031234567', 'x'),
    timestamp: fc.constantFrom('1764489600', 'x', '-1', '9'.repeat(30)),
    biz_opaque_callback_data: fc.constantFrom('00000000-0000-4000-8000-000000000000', 'x'),
  })
  .map((status) => ({ ...status, errors: [{ code: 131026, title: 'x' }] }));

function whatsAppRequests(known: KnownValues): fc.Arbitrary<Made> {
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.array(whatsAppMessages(known), { maxLength: 3 }).map((messages) => ({ messages })) },
    { weight: 2, arbitrary: fc.array(statuses, { maxLength: 3 }).map((all) => ({ statuses: all })) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );
  const field = fc.constantFrom('messages', 'messages', 'messages', 'message_template_status_update', 'x');
  return fc.tuple(value, field, secretOr(SANDBOX_WHATSAPP.appSecrets[0])).map(([inside, name, secret]) => {
    const metadata = { phone_number_id: SANDBOX_WHATSAPP.phoneNumberId };
    const whole = typeof inside === 'object' && inside !== null ? { metadata, ...inside } : inside;
    const entry = [{ id: SANDBOX_WHATSAPP.businessAccountId, time: 1, changes: [{ field: name, value: whole }] }];
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
    const signature = createHmac('sha256', secret || 'none')
      .update(body)
      .digest('hex');
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
    return { path: '/api/webhooks/whatsapp', headers, body };
  });
}

/**
 * What the vendors of telephones and WhatsApp send to a call, in their own forms and mostly with the right secret;
 * null for any other call.
 */
export function channelRequests({ method, path }: Endpoint, known: KnownValues): fc.Arbitrary<Made> | null {
  switch (`${method} ${path}`) {
    case 'POST /api/webhooks/ussd/:gateway':
      return ussdRequests(known, false);
    case 'GET /api/webhooks/ussd/:gateway':
      return ussdRequests(known, true);
    case 'POST /api/webhooks/sms/inbound':
      return textRequests(known);
    case 'POST /api/webhooks/whatsapp':
      return whatsAppRequests(known);
    default:
      return null;
  }
}
