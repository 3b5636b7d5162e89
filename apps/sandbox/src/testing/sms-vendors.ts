import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const TERMII_KEY = 'TLtermiiCanaryKey0123456789';
export const AFRICAS_TALKING_KEY = 'atsk_africasTalkingCanaryKey';
export const AFRICAS_TALKING_USERNAME = 'waya';

type Vendor = 'termii' | 'africas-talking';

/**
 * How a vendor behaves: accepts texts, or fails in one of the ways that its clients may see. `drop`
 * accepts the text and loses its answer.
 */
export type SmsMode =
  | 'take'
  | 'refuse'
  | 'do-not-disturb'
  | 'error'
  | 'not-json'
  | 'empty'
  | 'no-recipient'
  | 'no-message-id'
  | 'hang'
  | 'drop';

export interface ReceivedSms {
  readonly vendor: Vendor;
  readonly recipient: string;
  readonly sender: string | null;
  readonly text: string;
}

export interface SmsVendors extends AsyncDisposable {
  readonly termiiUrl: string;
  readonly africasTalkingUrl: string;
  /** Accepted texts, oldest first. */
  readonly received: ReceivedSms[];
  /** Calls, accepted or not. */
  readonly calls: Record<Vendor, number>;
  behave(vendor: Vendor, mode: SmsMode): void;
  /** Resolves when a vendor is called next. */
  called(): Promise<unknown>;
}

type Answer = { readonly status: number; readonly body: object | string; readonly taken?: Omit<ReceivedSms, 'vendor'> };

function termiiAnswer(mode: SmsMode, request: IncomingMessage, raw: string): Answer {
  if (request.url !== '/api/sms/send') return { status: 404, body: { message: 'Not found' } };
  const form: Record<string, string> = JSON.parse(raw);
  if (form.api_key !== TERMII_KEY) return { status: 401, body: { message: `Invalid API key ${form.api_key}` } };
  if (!/^234\d{10}$/.test(form.to ?? '')) return { status: 400, body: { code: 'error', message: 'Invalid number' } };
  if (form.type !== 'plain' || form.channel !== 'dnd') return { status: 400, body: { message: 'Invalid channel' } };
  if (mode === 'refuse') {
    const message = `Invalid Sender Id ${form.from} for ${form.to}: ${form.sms}`;
    return { status: 404, body: { code: 404, message, status: 'error' } };
  }
  const body = { code: 'ok', message: 'Successfully Sent', balance: 9, user: 'Waya' };
  if (mode === 'no-message-id') return { status: 200, body };
  const taken = { recipient: form.to ?? '', sender: form.from ?? null, text: form.sms ?? '' };
  return { status: 200, body: { ...body, message_id: '9122821270554876574' }, taken };
}

const RECIPIENT_STATUS: Partial<Record<SmsMode, number>> = { refuse: 405, 'do-not-disturb': 409 };

function africasTalkingAnswer(mode: SmsMode, request: IncomingMessage, raw: string): Answer {
  if (request.url !== '/version1/messaging') return { status: 404, body: 'Not found' };
  const form = new URLSearchParams(raw);
  if (request.headers.apikey !== AFRICAS_TALKING_KEY || form.get('username') !== AFRICAS_TALKING_USERNAME) {
    return { status: 401, body: 'The supplied authentication is invalid' };
  }
  const number = form.get('to') ?? '';
  const answer = (Recipients: object[]) => ({ SMSMessageData: { Message: 'Sent to 1/1', Recipients } });
  if (mode === 'no-recipient') return { status: 201, body: answer([]) };
  const statusCode = /^\+234\d{10}$/.test(number) ? (RECIPIENT_STATUS[mode] ?? 101) : 403;
  const isTaken = statusCode === 101 && mode !== 'no-message-id';
  const messageId = isTaken ? 'ATXid_7f3a' : 'None';
  const body = answer([{ statusCode, number, status: 'Success', cost: 'NGN 4.00', messageId }]);
  if (!isTaken) return { status: 201, body };
  return {
    status: 201,
    body,
    taken: { recipient: number, sender: form.get('from'), text: form.get('message') ?? '' },
  };
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/**
 * Termii and Africa's Talking, each at an address of its own, with their protocols; the texts they
 * accept are not forwarded.
 */
export async function startSmsVendors(): Promise<SmsVendors> {
  const received: ReceivedSms[] = [];
  const calls = { termii: 0, 'africas-talking': 0 };
  const modes: Record<Vendor, SmsMode> = { termii: 'take', 'africas-talking': 'take' };
  const events = new EventEmitter();
  const serve =
    (vendor: Vendor, answerOf: typeof termiiAnswer) => async (req: IncomingMessage, res: ServerResponse) => {
      const raw = await text(req);
      const mode = modes[vendor];
      calls[vendor]++;
      events.emit('call');
      if (mode === 'hang') return;
      if (mode === 'error')
        return void res.writeHead(503, { 'content-type': 'application/json' }).end('{"message":"down"}');
      if (mode === 'not-json')
        return void res.writeHead(200, { 'content-type': 'text/html' }).end('<html>Gateway</html>');
      if (mode === 'empty') return void res.writeHead(200).end();
      const { status, body, taken } = answerOf(mode, req, raw);
      if (taken) received.push({ vendor, ...taken });
      if (mode === 'drop') return void res.destroy();
      res.writeHead(status, { 'content-type': 'application/json' });
      res.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
  const termii = await listen(serve('termii', termiiAnswer));
  const africasTalking = await listen(serve('africas-talking', africasTalkingAnswer));
  return {
    termiiUrl: termii.url,
    africasTalkingUrl: africasTalking.url,
    received,
    calls,
    behave: (vendor, mode) => {
      modes[vendor] = mode;
    },
    called: () => once(events, 'call'),
    async [Symbol.asyncDispose]() {
      for (const { server } of [termii, africasTalking]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
