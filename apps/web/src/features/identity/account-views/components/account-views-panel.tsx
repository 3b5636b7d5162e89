import type { OwnAccountView } from '@portal/contract/identity/account-views';
import { Eye } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { formatMoment, formatTime } from '../../../../shared/format/date.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { GrievanceForm } from '../../grievances/components/grievance-form.tsx';
import { useAccountViews } from '../api/list-account-views.ts';

const ROLES: Record<OwnAccountView['role'], string> = {
  owner: phrase('management'),
  manager: phrase('management'),
  support: phrase('customer support'),
  billing: phrase('billing'),
  sales: phrase('sales'),
  network: phrase('network'),
  technician: phrase('technician'),
  agent: phrase('agent'),
  auditor: phrase('audit'),
};

/** Who of the staff has looked at the account as the customer sees it, and a way to ask why. */
export function AccountViewsPanel() {
  const t = useText();
  const views = useAccountViews();
  return (
    <section className="border-ink border-t pt-5" aria-labelledby="account-views-heading">
      <h2 className="h3" id="account-views-heading">
        {t('Who looked at your account')}
      </h2>
      <p className="soft mt-2">
        {t(
          'When you ask us for help, our staff may look at the portal as you see it, for ten minutes. They can change nothing there.',
        )}
      </p>
      <div className="mt-4">
        <AsyncBoundary
          query={views}
          failure={t('We could not load who looked at your account')}
          skeleton={<Skeleton className="h-24 w-full" />}
        >
          {(loaded) =>
            loaded.length === 0 ? (
              <p className="semi">{t('Nobody has looked.')}</p>
            ) : (
              <ul className="border-line border-t">
                {loaded.map((view) => (
                  <Row key={view.id} view={view} />
                ))}
              </ul>
            )
          }
        </AsyncBoundary>
      </div>
    </section>
  );
}

function Row({ view }: { view: OwnAccountView }) {
  const t = useText();
  const nameId = useId();
  const why = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState(false);
  const { firstName: name, reason, startedAt, endedAt } = view;
  const role = t(ROLES[view.role]);
  const begin = formatMoment(startedAt);
  return (
    <li className="border-line border-b py-4">
      <div className="flex gap-3">
        <Eye className="mt-0.5 flex-none text-primary" />
        <div className="min-w-0">
          <p className="semi wrap-anywhere" id={nameId}>
            {t('{name}, {role}', { name, role })}
          </p>
          <p className="soft small wrap-anywhere mt-1">
            {endedAt
              ? t('{begin} to {end}. Reason: {reason}', { begin, end: formatTime(endedAt), reason })
              : t('Since {begin}, and now. Reason: {reason}', { begin, reason })}
          </p>
          {!asking && (
            <Button
              variant="quiet"
              className="-ml-2.5 mt-1"
              ref={why}
              aria-describedby={nameId}
              onClick={() => setAsking(true)}
            >
              {t('I do not know why')}
            </Button>
          )}
        </div>
      </div>
      {asking && (
        <GrievanceForm
          start={{
            what: t(
              '{name} ({role}) looked at my account on {begin}. The reason that is given: {reason}. I do not know why.',
              { name, role, begin, reason },
            ),
            since: begin,
            wanted: t('Tell me why this was necessary.'),
          }}
          onClose={() => {
            setAsking(false);
            requestAnimationFrame(() => why.current?.focus());
          }}
        />
      )}
    </li>
  );
}
