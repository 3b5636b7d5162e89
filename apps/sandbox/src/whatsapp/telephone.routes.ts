import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../checkout/checkout-page.ts';
import { checkoutStyle, styleSource } from '../checkout/checkout-style.ts';
import type { PhoneMessage, PhoneNetwork, ShownMessage } from './phone-network.ts';
import { sampleFiles } from './sample-files.ts';

const NUMBER = '^[1-9][0-9]{6,14}$';
const SAMPLES = Object.keys(sampleFiles) as (keyof typeof sampleFiles)[];
const OTHERS = ['location', 'contact', 'sticker', 'reaction', 'edit', 'moved'] as const;

const OWN_STYLE = `
.phone{max-width:480px;margin-inline:auto;width:100%}
.thread{display:grid;gap:8px;padding:16px;list-style:none;margin:0}
.thread li{max-width:85%;padding:8px 12px;border-radius:12px;background:var(--well);overflow-wrap:anywhere;white-space:pre-wrap}
.thread .own{justify-self:end;background:var(--ok-tint)}
.thread small{display:block;color:var(--ink-3)}
.thread button,.more button{margin:6px 6px 0 0}
.write{display:grid;gap:8px;padding:16px;border-top:1px solid var(--line)}
.write input[type=text],.write textarea{font:inherit;padding:10px;width:100%;border:1px solid var(--line-strong);border-radius:8px;background:var(--sheet);color:inherit}
.phone button{font:inherit;min-height:44px;padding:6px 14px;border:1px solid var(--line-strong);border-radius:8px;background:var(--sheet);color:inherit;cursor:pointer}
.more{padding:0 16px 16px}`;

/** What a form of the page asks for. */
interface Pressed {
  readonly number: string;
  readonly text?: string;
  readonly sample?: string;
  readonly other?: string;
  readonly choice?: string;
  readonly title?: string;
  /** A button or a row, by its id or title, and of which message. */
  readonly press?: string;
  readonly of?: string;
}

function messageOf({ text, sample, other, choice, title }: Pressed): PhoneMessage | null {
  const file = SAMPLES.find((each) => each === sample);
  if (file) return { type: 'file', sample: file };
  const type = OTHERS.find((each) => each === other);
  if (type) return { type };
  if (choice && title) return { type: 'choice', id: choice, title };
  return text?.trim() ? { type: 'text', text } : null;
}

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

function line(message: ShownMessage): string {
  const isOwn = message.from === 'customer';
  const buttons = message.choices
    .map(
      ({ id, title, description }) =>
        `<form method="post">${hidden('number', message.number)}${hidden('of', message.id)}${hidden('press', id)}<button>${escapeHtml(title)}${description && `<small>${escapeHtml(description)}</small>`}</button></form>`,
    )
    .join('');
  return `<li${isOwn ? ' class="own"' : ''}>${escapeHtml(message.text)}<small>${isOwn ? 'You' : 'Business'}, ${escapeHtml(message.at.slice(11, 16))} UTC${isOwn ? '' : `, ${escapeHtml(message.status)}`}</small>${buttons}</li>`;
}

function page(style: string, number: string, network: PhoneNetwork): string {
  const messages = number ? network.messages(number) : [];
  const typing = network.isTyping(number) ? '<li>The business is typing.</li>' : '';
  const press = (name: string, value: string) => `<button name="${name}" value="${value}">${value}</button>`;
  const thread = number
    ? `<ul class="thread" aria-label="Messages">${messages.map(line).join('') || '<li>Nothing yet.</li>'}${typing}</ul>
<form class="write" method="post">${hidden('number', number)}<label for="text">Message</label><textarea id="text" name="text" rows="3" required></textarea><button>Send</button></form>
<form class="more" method="post">${hidden('number', number)}${SAMPLES.map((each) => press('sample', each)).join('')}${OTHERS.map((each) => press('other', each)).join('')}</form>
<form class="more" method="get">${hidden('number', number)}<button>Look for answers</button></form>`
    : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>WhatsApp of the sandbox</title><meta name="robots" content="noindex"><link rel="icon" href="data:,"><style>${style}</style></head>
<body><header class="strip"><div class="wrap"><p><strong>Test page.</strong> A telephone with WhatsApp, to write to the business as a customer does.</p></div></header>
<main class="wrap"><section class="panel phone"><h1 class="part">WhatsApp</h1>
<form class="write" method="get"><label for="number">Number of the telephone, in digits</label><input type="text" id="number" name="number" value="${escapeHtml(number)}" inputmode="numeric" pattern="[1-9][0-9]{6,14}" required><button>Use it</button></form>
${thread}</section></main></body></html>`;
}

/** A telephone on a page, and the same for programs. */
export function registerTelephone(scope: FastifyInstance, network: PhoneNetwork): void {
  const style = `${checkoutStyle(null)}${OWN_STYLE}`;
  const policy = `default-src 'none'; style-src ${styleSource(style)}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
  const url = '/whatsapp/telephone';
  scope.get<{ Querystring: { number?: string } }>(url, { exposeHeadRoute: false }, (request, reply) => {
    const number = request.query.number?.replace(/\D/g, '') ?? '';
    network.read(number);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .send(page(style, number, network));
  });
  scope.post<{ Body: Pressed }>(url, (request, reply) => {
    const { number = '', press, of } = request.body ?? {};
    const message = messageOf(request.body ?? { number });
    if (press) network.press(number, press, { messageId: of });
    else if (new RegExp(NUMBER).test(number) && message) network.write(number, message);
    return reply.redirect(`telephone?number=${encodeURIComponent(number)}`, 303);
  });
}

/** What tests in another process do with telephones and templates. */
export function registerTelephoneControl(scope: FastifyInstance, network: PhoneNetwork): void {
  const text = { type: 'string', minLength: 1 } as const;
  const number = { type: 'string', pattern: NUMBER } as const;
  scope.get<{ Querystring: { number?: string } }>('/whatsapp/messages', (request) =>
    network.messages(request.query.number),
  );
  scope.post<{ Body: Pressed & { name?: string; copies?: number } }>(
    '/whatsapp/messages',
    {
      schema: {
        body: {
          type: 'object',
          required: ['number'],
          additionalProperties: false,
          properties: {
            number,
            text,
            sample: text,
            other: text,
            choice: text,
            title: text,
            name: text,
            copies: { type: 'integer', minimum: 1 },
          },
        },
      },
    },
    (request, reply) => {
      const message = messageOf(request.body);
      if (!message) return reply.code(400).send({ success: false, message: 'Nothing to send' });
      const { name, copies } = request.body;
      return reply.code(201).send({ id: network.write(request.body.number, message, { name, copies }) });
    },
  );
  scope.post<{ Body: { number: string; press: string; of?: string; copies?: number } }>(
    '/whatsapp/presses',
    {
      schema: {
        body: {
          type: 'object',
          required: ['number', 'press'],
          additionalProperties: false,
          properties: { number, press: text, of: text, copies: { type: 'integer', minimum: 1 } },
        },
      },
    },
    (request, reply) => {
      const { press, of, copies } = request.body;
      const id = network.press(request.body.number, press, { messageId: of, copies });
      if (id === null) return reply.code(404).send({ success: false, message: 'No such button or row' });
      return reply.code(201).send({ id });
    },
  );
  scope.get<{ Querystring: { number: string } }>(
    '/whatsapp/typing',
    {
      schema: {
        querystring: { type: 'object', required: ['number'], additionalProperties: false, properties: { number } },
      },
    },
    (request) => ({ isTyping: network.isTyping(request.query.number) }),
  );
  scope.post<{ Body: { number: string } }>(
    '/whatsapp/closed-windows',
    { schema: { body: { type: 'object', required: ['number'], additionalProperties: false, properties: { number } } } },
    (request, reply) => {
      network.closeWindow(request.body.number);
      return reply.code(204).send();
    },
  );
  scope.put<{ Body: { name: string; language: string; status: string; body?: string } }>(
    '/whatsapp/templates',
    {
      schema: {
        body: {
          type: 'object',
          required: ['name', 'language', 'status'],
          additionalProperties: false,
          properties: { name: text, language: text, status: text, body: text },
        },
      },
    },
    (request, reply) => {
      const { name, language, status, body } = request.body;
      if (body && !network.findTemplate(name, language)) {
        network.addTemplate({ name, language, status, category: 'UTILITY', body });
        return reply.code(201).send({ success: true });
      }
      if (network.setTemplateStatus(name, language, status)) return { success: true };
      return reply.code(404).send({ success: false, message: 'No such template' });
    },
  );
}
