import { hash } from 'node:crypto';
import { brand } from '@portal/brand';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import { defineMessage, formatMessage } from '@portal/kernel/messaging/message-descriptor';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptRawBody } from '../../platform/http/bodies/json-body.ts';
import { escapeHtml } from '../../platform/http/pages/escape-html.ts';
import { DARK_STYLES, FONT, LIGHT } from '../email/mail-design.ts';
import { type NoticeTexts, speakerOf } from '../notices/notice-labels.ts';
import { findLanguage } from '../preferences/notification.repository.ts';
import { type ConsentDependencies, changeConsents } from './change-consents.ts';
import { readUnsubscribeToken } from './unsubscribe-link.ts';

const WORDS = {
  ask: {
    title: defineMessage('End offers by mail?'),
    text: defineMessage('We then mail you no more offers. Receipts and messages about your line still come.'),
  },
  done: {
    title: defineMessage('You get no more offers by mail'),
    text: defineMessage('You can agree to them again in your account, under Privacy.'),
  },
  broken: {
    title: defineMessage('This link is not complete'),
    text: defineMessage('Please open the whole address from the mail, or change it in your account, under Privacy.'),
  },
};
const BUTTON = defineMessage('End offers by mail');
const TO_PRIVACY = defineMessage('Go to Privacy');

const STYLES = `:root{color-scheme:light dark}body{margin:0;background-color:${LIGHT.paper}}
main{box-sizing:border-box;max-width:560px;margin:0 auto;padding:48px 16px}
.name{margin:0 0 16px;font:700 20px/1.25 ${FONT};color:${LIGHT.primary}}
.sheet{padding:32px 24px;border:1px solid ${LIGHT.line};border-radius:${brand.radii.panel}px;background-color:${LIGHT.sheet}}
h1{margin:0 0 16px;font:600 26px/1.15 ${FONT};color:${LIGHT.ink}}p{margin:0;font:400 16px/1.5 ${FONT};color:${LIGHT.ink}}
button{margin-top:24px;min-height:48px;padding:12px 24px;border:0;border-radius:${brand.radii.control}px;font:600 16px/1.25 ${FONT};
background-color:${LIGHT.primary};color:${LIGHT.onPrimary};cursor:pointer}
a{display:inline-block;margin-top:24px;padding:12px 0;font:600 16px/1.25 ${FONT};color:${LIGHT.primary}}
@media (prefers-color-scheme:dark){${DARK_STYLES}}`;

const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLES, 'base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

function page(said: keyof typeof WORDS, language: LanguageCode, texts: NoticeTexts): string {
  const speak = speakerOf(texts, language);
  const words = (text: ReturnType<typeof defineMessage>) => escapeHtml(formatMessage(text, speak));
  const { title, text } = WORDS[said];
  const way =
    said === 'ask'
      ? `<form method="post"><button class="button on-button">${words(BUTTON)}</button></form>`
      : `<a class="link" href="/profile?tab=privacy">${words(TO_PRIVACY)}</a>`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${words(title)}</title><style>${STYLES}</style></head><body class="paper"><main>
<p class="name link">${escapeHtml(brand.name)}</p><div class="sheet"><h1 class="ink">${words(title)}</h1>
<p class="ink">${words(text)}</p>${way}</div></main></body></html>`;
}

/**
 * The page that the link in a mail with offers opens, in its reader's language and without scripts.
 * Opening it changes nothing, since mail servers open links; its button, and the request that a mail
 * program makes at the reader's one click (RFC 8058), withdraw the consent. Repeating it is safe.
 */
export function registerUnsubscribePage(
  app: FastifyInstance,
  deps: ConsentDependencies & { readonly hashKey: string; readonly texts: NoticeTexts },
): void {
  const { database, clock, texts } = deps;
  const send = (reply: FastifyReply, said: keyof typeof WORDS, language: LanguageCode) =>
    reply
      .code(said === 'broken' ? 404 : 200)
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': POLICY,
        // Its address has the token.
        'referrer-policy': 'no-referrer',
      })
      .send(page(said, language, texts));

  void app.register(async (scope) => {
    acceptRawBody(scope);
    type Named = { Params: { token: string } };
    scope.get<Named>('/unsubscribe/:token', async ({ params }, reply) => {
      const userId = readUnsubscribeToken(deps.hashKey, params.token);
      if (userId === null) return send(reply, 'broken', 'en');
      return send(reply, 'ask', await findLanguage(database, userId));
    });
    scope.post<Named>('/unsubscribe/:token', async ({ params }, reply) => {
      const userId = readUnsubscribeToken(deps.hashKey, params.token);
      if (userId === null) return send(reply, 'broken', 'en');
      const change = { 'marketing-email': false };
      await database.transaction((tx) =>
        changeConsents(tx, { userId, change, source: 'unsubscribe-link', actorId: null, now: clock() }),
      );
      return send(reply, 'done', await findLanguage(database, userId));
    });
  });
}
