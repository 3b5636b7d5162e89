import type { LineView } from '@portal/contract/billing/lines';
import { useState } from 'react';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useHasRole } from '../../../../shared/session/account-role.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { StatusBadge, subscriptionStatuses } from '../../../../shared/ui/feedback/status-badge.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useLines } from '../api/lines.ts';
import { showLine } from '../show-line.ts';
import { LineForm } from './line-form.tsx';

type LinesSectionProps = {
  /** Owners add lines; others read them. */
  mayAdd: boolean;
  plans: readonly { readonly id: string; readonly name: string; readonly price: number }[];
};

/** The places that the account has connected, and one more. */
export function LinesSection({ mayAdd, plans }: LinesSectionProps) {
  const t = useText();
  const lines = useLines();
  const [edited, setEdited] = useState<LineView | 'new' | null>(null);
  return (
    <section aria-labelledby="lines-heading" className="mt-10 border-ink border-t pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-3">
        <h2 className="h3" id="lines-heading">
          {t('Lines')}
        </h2>
        {mayAdd && (
          <Button variant="secondary" onClick={() => setEdited('new')}>
            {t('Add a line')}
          </Button>
        )}
      </div>
      <p className="soft mt-1">
        {t('Each place has a plan, usage and bills of its own. You pay for all from one account.')}
      </p>
      <AsyncBoundary
        query={lines}
        failure={t('We could not load your lines')}
        skeleton={<Skeleton className="mt-5 h-20 w-full" />}
      >
        {(loaded) => (
          <ul className="rows mt-5">
            {loaded.map((line) => (
              <LineRow key={line.id} line={line} onEdit={() => setEdited(line)} />
            ))}
          </ul>
        )}
      </AsyncBoundary>
      {edited && (
        <Dialog open onClose={() => setEdited(null)} title={edited === 'new' ? t('Add a line') : t('Name this line')}>
          <LineForm
            line={edited === 'new' ? null : edited}
            plans={plans}
            onSaved={(line) => {
              setEdited(null);
              if (edited === 'new') showLine(line.id, '/payment');
              else toast({ title: t('Saved'), description: t('The line is called {name} now.', { name: line.label }) });
            }}
          />
        </Dialog>
      )}
    </section>
  );
}

function LineRow({ line, onEdit }: { line: LineView; onEdit: () => void }) {
  const t = useText();
  const mayRename = useHasRole('technical');
  const { id, label, place, planName, status } = line;
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="semi break-words">{bidiIsolate(label)}</span>
          {status && <StatusBadge status={status} statuses={subscriptionStatuses} />}
        </p>
        <p className="soft small break-words">{[planName ?? t('No plan yet'), place].filter(Boolean).join(', ')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {mayRename && (
          <Button variant="secondary" onClick={onEdit} aria-label={t('Rename {name}', { name: bidiIsolate(label) })}>
            {t('Rename')}
          </Button>
        )}
        <Button
          variant="secondary"
          onClick={() => showLine(id, '/dashboard')}
          aria-label={t('Show {name}', { name: bidiIsolate(label) })}
        >
          {t('Show')}
        </Button>
      </div>
    </li>
  );
}
