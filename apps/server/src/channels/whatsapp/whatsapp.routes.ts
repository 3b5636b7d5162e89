import {
  answerWhatsAppChallenge,
  getWhatsApp,
  listFailedSends as listFailedEntry,
  listNoticeTemplates,
  listChatTemplates as listTemplatesEntry,
  readTemplates,
  receiveWhatsAppWebhook,
  resendChatMessage,
  sendChatTemplate as sendTemplateEntry,
  submitNoticeTemplate,
} from '@portal/contract/channels/whatsapp';
import type { FastifyInstance } from 'fastify';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { answerChallenge, receiveWebhook, type WebhookDependencies } from './events/receive-webhook.ts';
import { readFailedSends, readWhatsAppView } from './read-whatsapp.ts';
import { resendMessage } from './sends/resend-message.ts';
import { listChatTemplates, sendChatTemplate } from './templates/send-template.ts';
import { readNoticeTemplates, submitTemplate } from './templates/submit-template.ts';
import type { WhatsAppDependencies } from './whatsapp-dependencies.ts';

/** The webhook of WhatsApp, and the calls of staff. Without WhatsApp each of them says so. */
export function registerWhatsApp(
  routes: Routes,
  deps: {
    readonly webhook: WebhookDependencies;
    /** Null where there is no WhatsApp. */
    readonly own: WhatsAppDependencies | null;
    /** Has the line and the templates read soon. */
    readonly readSoon: () => void;
    /** Parses no body: signatures are over the raw bytes. */
    readonly rawScope: FastifyInstance;
  },
): void {
  const require = (): WhatsAppDependencies => {
    if (deps.own === null) throw new ApiError('whatsapp.off');
    return deps.own;
  };

  routes.serve(
    answerWhatsAppChallenge,
    async ({ query, reply }) => {
      const challenge = answerChallenge(deps.webhook.whatsApp, {
        mode: query['hub.mode'],
        token: query['hub.verify_token'],
        challenge: query['hub.challenge'],
      });
      return reply.type('text/plain; charset=utf-8').send(challenge);
    },
    { limit: null },
  );

  routes.serve(
    receiveWhatsAppWebhook,
    async ({ request }) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await receiveWebhook(deps.webhook, { rawBody, signature: request.headers['x-hub-signature-256'] });
      return { success: true as const };
    },
    { limit: null, scope: deps.rawScope },
  );

  routes.serve(getWhatsApp, async () => readWhatsAppView(require()));

  routes.serve(listNoticeTemplates, async ({ query }) => {
    const own = require();
    return readNoticeTemplates(own, own.database, query.language);
  });

  routes.serve(submitNoticeTemplate, async ({ viewer, body }) => {
    const template = await submitTemplate(require(), { ...body, staffId: viewer.user.id });
    return { success: true as const, message: 'WhatsApp reviews the template now.', template };
  });

  routes.serve(readTemplates, async () => {
    require();
    deps.readSoon();
    return { success: true as const, message: 'The templates are read in a moment.' };
  });

  routes.serve(listFailedEntry, async ({ query }) => readFailedSends(require(), query));

  routes.serve(listTemplatesEntry, async () => listChatTemplates(require().database));

  routes.serve(sendTemplateEntry, async ({ viewer, params, body }) => {
    const sent = await sendChatTemplate(require(), { ...body, chatId: params.id, agent: viewer.user });
    return { success: true as const, message: 'The template is on its way.', sent };
  });

  routes.serve(resendChatMessage, async ({ viewer, params, body }) => {
    await resendMessage(require(), { chatId: params.id, agentId: viewer.user.id, seq: body.seq });
    return { success: true as const, message: 'The message is sent again.' };
  });
}
