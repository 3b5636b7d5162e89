import * as z from 'zod/mini';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';
import { saveLine, stopLine } from './line.repository.ts';
import { saveTemplateStatus } from './template.repository.ts';

const some = z.optional(z.nullable(z.string()));
const shape = z.looseObject({ field: z.string(), time: z.optional(z.unknown()), value: z.looseObject({}) });
const templateStatus = z.looseObject({
  event: z.string(),
  message_template_name: z.string(),
  message_template_language: z.string(),
  reason: some,
  rejection_info: z.optional(z.looseObject({ reason: some, recommendation: some })),
  other_info: z.optional(z.looseObject({ title: some, description: some })),
});
const quality = z.looseObject({ event: some, current_limit: some });
const account = z.looseObject({ event: z.string() });

/** Events of the account after which nothing can be sent. */
const STOPPING = new Set(['ACCOUNT_VIOLATION', 'ACCOUNT_RESTRICTION', 'DISABLED_UPDATE', 'ACCOUNT_DELETED']);

/** A change of something else than messages: templates, the quality of the line, the account. Others are let be. */
export async function takeField(deps: WhatsAppDependencies, stored: unknown): Promise<void> {
  const read = z.safeParse(shape, stored);
  if (!read.success) return;
  const { field, time, value } = read.data;
  const now = deps.clock();
  const seconds = Number(time);
  const at = Number.isSafeInteger(seconds) && seconds > 0 ? new Date(seconds * 1000) : now;
  if (field === 'message_template_status_update') {
    const about = z.safeParse(templateStatus, value);
    if (!about.success) return;
    const { event: status, reason, rejection_info: refusal, other_info: other } = about.data;
    const words = [refusal?.reason, refusal?.recommendation, other?.description].filter(Boolean).join(' ');
    await saveTemplateStatus(deps.database, {
      name: about.data.message_template_name,
      language: about.data.message_template_language.replace('-', '_'),
      status: status.toUpperCase(),
      reason: words || (reason && reason !== 'NONE' ? reason : null),
      at,
    });
    if (['PAUSED', 'DISABLED', 'REJECTED'].includes(status.toUpperCase())) {
      deps.log.warn(
        { template: about.data.message_template_name, status, reason },
        'a template of WhatsApp cannot be used',
      );
    }
  } else if (field === 'phone_number_quality_update') {
    const about = z.safeParse(quality, value);
    if (about.success && about.data.event) await saveLine(deps.database, { quality: about.data.event.slice(0, 20) });
  } else if (field === 'account_update') {
    const about = z.safeParse(account, value);
    if (about.success && STOPPING.has(about.data.event)) {
      await stopLine(deps.database, { reason: `WhatsApp has restricted the account: ${about.data.event}`, now });
    }
  }
}
