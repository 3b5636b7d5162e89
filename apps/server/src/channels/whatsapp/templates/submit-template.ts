import type { NoticeTemplate } from '@portal/contract/channels/whatsapp';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import { formatMessage } from '@portal/kernel/messaging/message-descriptor';
import { noticeTemplates } from '@portal/kernel/messaging/notices/notice';
import { recordAudit } from '../../../identity/index.ts';
import type { Queryable } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';
import { noticeTemplate } from './notice-template.ts';
import {
  INVITATION,
  invitation,
  isTemplateKind,
  stateOf,
  templateKinds,
  type WantedTemplate,
  wantedTemplate,
} from './template.policy.ts';
import { listTemplateRows, saveTemplate, type TemplateRow } from './template.repository.ts';

type Deps = Pick<WhatsAppDependencies, 'messaging'>;

/** What a template has to be; null for a kind that has none. */
function wantedOf({ messaging }: Deps, kind: string, language: LanguageCode): WantedTemplate | null {
  if (kind === INVITATION) {
    return wantedTemplate(kind, language, {
      title: '',
      text: formatMessage(invitation(), messaging.speakIn(language)),
      closing: '',
    });
  }
  return isTemplateKind(kind) ? noticeTemplate(messaging, kind, language) : null;
}

const titleOf = (kind: string): string =>
  isTemplateKind(kind) ? noticeTemplates[kind].title : 'Ask somebody to write again';

function present(
  kind: string,
  language: LanguageCode,
  wanted: WantedTemplate,
  row: TemplateRow | undefined,
): NoticeTemplate {
  return {
    kind,
    title: titleOf(kind),
    language,
    name: wanted.name,
    templateLanguage: wanted.language,
    body: wanted.body,
    state: stateOf(wanted, row),
    reason: row?.reason ?? null,
    quality: row?.quality ?? null,
    changedAt: row?.statusAt.toISOString() ?? null,
  };
}

/** Every template of a language, and where it stands. */
export async function readNoticeTemplates(
  deps: Deps,
  queryable: Queryable,
  language: LanguageCode,
): Promise<NoticeTemplate[]> {
  const rows = await listTemplateRows(queryable);
  return [INVITATION, ...templateKinds].flatMap((kind) => {
    const wanted = wantedOf(deps, kind, language);
    if (!wanted) return [];
    return [
      present(
        kind,
        language,
        wanted,
        rows.find((row) => row.name === wanted.name && row.language === wanted.language),
      ),
    ];
  });
}

/** Variables are shown to WhatsApp's reviewers with something in their place. */
const EXAMPLES: Readonly<Record<string, string>> = {
  amount: '₦12,500',
  plan: 'Home 20 Mbps',
  until: '31 December 2026',
  date: '31 December 2026',
  day: '31 December 2026',
  receipt: 'RCT-2026-000123',
  invoice: 'INV-2026-000123',
  ticket: 'TKT-000123',
};

/**
 * Submits the template of a notice for review. WhatsApp answers twice the same: a name that is taken is
 * refused there. Throws ApiError whatsapp.no-templates, whatsapp.no-such-template and
 * whatsapp.template-refused with WhatsApp's words.
 */
export async function submitTemplate(
  deps: WhatsAppDependencies,
  order: { readonly kind: string; readonly language: LanguageCode; readonly staffId: number },
): Promise<NoticeTemplate> {
  const { kind, language, staffId } = order;
  if (!deps.hasTemplates) throw new ApiError('whatsapp.no-templates');
  const wanted = wantedOf(deps, kind, language);
  if (!wanted) throw new ApiError('whatsapp.no-such-template');
  const { name, body, variables } = wanted;
  const answer = await deps.api.submitTemplate({
    name,
    language: wanted.language,
    body,
    examples: variables.map((variable) => EXAMPLES[variable] ?? variable),
  });
  if (answer.kind === 'failed') {
    throw new ApiError('whatsapp.template-refused', {
      message: `WhatsApp did not take the template: ${answer.reason}`,
    });
  }
  const now = deps.clock();
  const row = {
    name,
    language: wanted.language,
    status: answer.status,
    category: 'UTILITY',
    body,
    quality: null,
    reason: null,
  };
  await deps.database.transaction(async (tx) => {
    await saveTemplate(tx, row, now);
    await recordAudit(tx, {
      actorId: staffId,
      action: 'whatsapp.template',
      subject: `whatsapp-template:${name}`,
      before: null,
      after: { name, language: wanted.language },
    });
  });
  return present(kind, language, wanted, { ...row, statusAt: now });
}
