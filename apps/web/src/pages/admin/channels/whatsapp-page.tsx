import type { LanguageCode } from '@portal/contract/messaging/notices';
import { useSearchParams } from 'react-router';
import { useWhatsApp } from '../../../features/channels/whatsapp/staff/api/whatsapp.ts';
import { FailedList } from '../../../features/channels/whatsapp/staff/components/failed-list.tsx';
import { LineStatus } from '../../../features/channels/whatsapp/staff/components/line-status.tsx';
import { TemplateList } from '../../../features/channels/whatsapp/staff/components/template-list.tsx';
import { languageLabels } from '../../../features/channels/whatsapp/staff/template-labels.ts';
import { AsyncBoundary } from '../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { LinkTabs } from '../../../shared/ui/navigation/link-tabs.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

const LANGUAGES = Object.keys(languageLabels) as LanguageCode[];
const FAILED = 'failed';

/** /admin/whatsapp: the line, its templates, and what was not delivered. */
export function WhatsAppPage() {
  const [search] = useSearchParams();
  const loaded = useWhatsApp();
  const wanted = search.get('show');
  const language = LANGUAGES.find((each) => each === wanted);
  const current = wanted === FAILED ? FAILED : (language ?? 'en');
  const views = [
    ...LANGUAGES.map((id) => ({ id, label: `Templates, ${languageLabels[id]}`, to: `/admin/whatsapp?show=${id}` })),
    { id: FAILED, label: 'Failed', to: `/admin/whatsapp?show=${FAILED}` },
  ];
  return (
    <ConsolePageLayout title="WhatsApp">
      <div className="mt-4 grid grid-cols-1 gap-6">
        <AsyncBoundary
          query={loaded}
          failure="We could not load how WhatsApp is"
          skeleton={<Skeleton className="h-60 w-full" />}
        >
          {(view) =>
            view === null ? (
              <EmptyState title="WhatsApp is not switched on">
                Whoever runs the portal sets WHATSAPP_TOKEN and the variables beside it. Then customers can write by
                WhatsApp, and notices go there.
              </EmptyState>
            ) : (
              <>
                <LineStatus view={view} />
                <div>
                  <LinkTabs label="What to show" views={views} current={current} />
                  {current === FAILED ? (
                    <FailedList />
                  ) : (
                    <TemplateList key={current} language={language ?? 'en'} canSubmit={view.hasTemplates} />
                  )}
                </div>
              </>
            )
          }
        </AsyncBoundary>
      </div>
    </ConsolePageLayout>
  );
}
