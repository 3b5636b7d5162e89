import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../platform/http/pages/escape-html.ts';
import type { OutboxMessage } from '../preferences/notification.repository.ts';

/** Links in a message's text open in a new tab, as they would from a mail program. */
function linkAddresses(escapedText: string): string {
  return escapedText.replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);
}

/**
 * The HTML form as its reader's mail program shows it: without scripts, and with links that open in
 * a new tab.
 */
function designedForm(message: OutboxMessage): string {
  if (message.html === null) return '';
  const source = escapeHtml(message.html.replace('<head>', '<head><base target="_blank">'));
  return `<iframe title="${escapeHtml(message.subject)}, as designed" loading="lazy"
sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${source}"></iframe>`;
}

function page(messages: readonly OutboxMessage[]): string {
  const items = messages
    .map(
      (message) => `<article><p class="meta">${message.channel} to <b>${escapeHtml(message.recipient)}</b>,
<time>${message.createdAt.toISOString()}</time></p><h2>${escapeHtml(message.subject || 'Text message')}</h2>
<div class="forms"><pre>${linkAddresses(escapeHtml(message.text))}</pre>${designedForm(message)}</div></article>`,
    )
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Outbox (test)</title><style>
:root{color-scheme:light dark}body{margin:0 auto;max-width:1120px;padding:24px 16px;font:16px/1.5 system-ui,sans-serif}
article{border-top:1px solid #838b80;padding:16px 0}h2{margin:0 0 8px;font-size:20px}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}
.meta{margin:0;font-size:14px;overflow-wrap:anywhere}.forms{display:grid;gap:16px}iframe{box-sizing:border-box;width:100%;height:560px;border:1px solid #838b80;border-radius:8px}
@media(min-width:900px){.forms{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}</style></head><body><main><h1>Outbox</h1>
<p>This installation has no mail server, so messages wait here instead of being delivered.</p>
${items || '<p>No messages yet.</p>'}</main></body></html>`;
}

/**
 * `GET /sandbox/outbox?to=`: the mails and texts of an installation without providers, newest
 * first, as JSON or as a page. Never in production.
 */
export function registerOutboxPage(
  app: FastifyInstance,
  listMessages: (recipient: string | null) => Promise<OutboxMessage[]>,
): void {
  app.get<{ Querystring: { to?: string | string[] } }>('/outbox', async (request, reply) => {
    const { to } = request.query;
    const messages = await listMessages(typeof to === 'string' && to !== '' ? to : null);
    reply.header('cache-control', 'no-store').header('vary', 'accept');
    if (request.headers.accept?.includes('text/html')) {
      return reply
        .type('text/html; charset=utf-8')
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
        )
        .send(page(messages));
    }
    return messages.map(({ channel, recipient, subject, text, createdAt }) => ({
      channel,
      to: recipient,
      subject,
      text,
      sentAt: createdAt.toISOString(),
    }));
  });
}
