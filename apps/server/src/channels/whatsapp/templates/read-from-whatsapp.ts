import { errorClassOf } from '../api/error-class.policy.ts';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';
import { saveLine, stopLine } from './line.repository.ts';
import { replaceTemplates } from './template.repository.ts';

/** Reads the line and the templates from WhatsApp. What does not answer stays as it was known. */
export async function readFromWhatsApp(deps: WhatsAppDependencies): Promise<void> {
  const { api, database, clock, log } = deps;
  const line = await api.findLine();
  if ('kind' in line) {
    log.warn({ code: line.code, reason: line.reason }, 'the line at WhatsApp could not be read');
    if (line.code !== null && errorClassOf(line.code) === 'stopped') {
      return stopLine(database, { reason: `${line.reason} (error ${line.code})`, now: clock() });
    }
  } else {
    await saveLine(database, {
      displayNumber: line.displayNumber?.slice(0, 30) ?? null,
      verifiedName: line.verifiedName?.slice(0, 200) ?? null,
      quality: line.quality?.slice(0, 20) ?? null,
      checkedAt: clock(),
    });
  }
  if (!deps.hasTemplates) return;
  const templates = await api.listTemplates();
  if ('kind' in templates)
    log.warn({ code: templates.code, reason: templates.reason }, 'the templates at WhatsApp could not be read');
  else await replaceTemplates(database, templates, clock());
}
