import type { WhatsApp } from '@portal/server/channels/index';
import type { Config } from '@portal/server/platform/config/config';
import { about, type Finding } from './finding.ts';

const line = about('WhatsApp');
const DOCUMENT = 'See docs/whatsapp.md, “Setting it up”.';

/** Whether WhatsApp takes the token, knows the number, and has templates that may be used; nothing is sent. */
export async function checkWhatsApp(whatsApp: WhatsApp | null, settings: Config['whatsApp']): Promise<Finding[]> {
  if (settings === null) return [line.skipped('WHATSAPP_TOKEN is not set: there is no WhatsApp.')];
  if (!whatsApp) return [line.skipped('WHATSAPP is sandbox: the sandbox’s fake answers.')];
  const { api, hasTemplates } = whatsApp;
  const found = await api.findLine();
  if ('kind' in found) return [line.fault(`The number cannot be read: ${found.reason}.`, DOCUMENT)];
  const findings = [line.ok(`Messages are sent from ${found.displayNumber ?? 'the number'}.`)];
  if (found.quality === 'RED') findings.push(line.warning('WhatsApp rates the number low.', DOCUMENT));
  if (!hasTemplates) {
    const what = 'WHATSAPP_BUSINESS_ACCOUNT_ID is not set: no notice goes by WhatsApp.';
    return [...findings, line.warning(what, 'Set it, and restart the portal.')];
  }
  const templates = await api.listTemplates();
  if ('kind' in templates)
    return [...findings, line.fault(`The templates cannot be read: ${templates.reason}.`, DOCUMENT)];
  const approved = templates.filter(({ status }) => status === 'APPROVED').length;
  return [
    ...findings,
    approved > 0
      ? line.ok(`${approved} of ${templates.length} templates are approved.`)
      : line.warning(
          'No template is approved: no notice goes by WhatsApp.',
          'Submit some in the console, under WhatsApp.',
        ),
  ];
}
