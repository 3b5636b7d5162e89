import type { SettingValue } from '@portal/contract/platform/settings';
import type { Clock } from '@portal/kernel/clock';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../settings/create-settings.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. It is counted from each day anew, so it never passes. */
const VALID_DAYS = 180;

type SecurityTxt = {
  readonly publicUrl: URL;
  readonly company: Pick<SettingValue<'company'>, 'legalName'>;
  readonly contacts: Pick<SettingValue<'contacts'>, 'supportEmail'>;
  readonly now: Date;
};

/** The text of /.well-known/security.txt (RFC 9116): where to report a vulnerability. */
export function renderSecurityTxt({ publicUrl, company, contacts, now }: SecurityTxt): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString().replace('.000', '');
  const lines = [
    // A line break in the name would begin a field.
    `# ${company.legalName.replaceAll(/\s+/g, ' ')}: please report vulnerabilities of this site here.`,
    `Contact: mailto:${encodeURIComponent(contacts.supportEmail).replace('%40', '@')}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    ...(publicUrl.protocol === 'https:' ? [`Canonical: ${publicUrl.origin}/.well-known/security.txt`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Serves it with the company and contacts that apply at that moment. */
export function registerSecurityTxt(
  app: FastifyInstance,
  { publicUrl, settings, clock }: { publicUrl: URL; settings: Pick<Settings, 'get'>; clock: Clock },
): void {
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const [company, contacts] = [settings.get('company'), settings.get('contacts')];
    reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8');
    return renderSecurityTxt({ publicUrl, company, contacts, now: clock() });
  });
}
