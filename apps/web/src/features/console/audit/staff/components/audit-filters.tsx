import type { UseQueryResult } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useNavigate } from 'react-router';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import type { AuditFilter } from '../api/list-audit.ts';
import { auditAddress } from '../audit-filter.ts';
import { readSubject, type Staff } from '../audit-labels.ts';

type AuditFiltersProps = {
  choice: AuditFilter;
  /** The people who may have changed something. */
  staff: UseQueryResult<Staff>;
};

/** Narrows the record to one person's changes, or to the one thing that a link has named. */
export function AuditFilters({ choice, staff }: AuditFiltersProps) {
  const navigate = useNavigate();
  const { subject, actor } = choice;
  const people = (staff.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const unknown = actor !== null && !people.some(({ value }) => value === String(actor));
  const about = subject && readSubject(subject);
  return (
    <div className="mt-6 flex flex-wrap items-end gap-x-6 gap-y-4">
      <div className="grid w-full gap-3 sm:w-72">
        <SelectField
          label="Changed by"
          options={unknown ? [{ value: String(actor), label: `Account ${actor}` }, ...people] : people}
          placeholder="Everybody"
          value={actor ?? ''}
          onChange={({ target }) => void navigate(auditAddress({ ...choice, actor: Number(target.value) || null }))}
        />
        <AsyncBoundary query={staff} failure="We could not load who works here" skeleton={null}>
          {() => null}
        </AsyncBoundary>
      </div>
      {about && (
        <p className="flex min-h-12 min-w-0 items-center gap-2">
          <span className="min-w-0 break-all">
            <span className="soft">Only </span>
            <strong className="semi">
              {about.name} {about.id}
            </strong>
          </span>
          <PageLink
            className="icon-btn"
            to={auditAddress({ ...choice, subject: null })}
            aria-label={`Show more than ${about.name} ${about.id}`}
          >
            <X />
          </PageLink>
        </p>
      )}
    </div>
  );
}
