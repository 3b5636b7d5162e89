import {
  addStaff,
  changeStaffRoles,
  exportAccessReview,
  type StaffPerson,
} from '@portal/contract/identity/staff-people';
import { CircleOff, Download, Plus, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { downloadOnClick } from '../../../../../shared/proof/start-download.ts';
import { useUser } from '../../../../../shared/session/use-session.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button, buttonClass } from '../../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { useStaffPeople } from '../api/staff-people.ts';
import { roleLabels } from '../role-labels.ts';
import { AddStaffDialog, RolesDialog, SwitchDialog } from './person-dialogs.tsx';

type Open = { readonly kind: 'add' } | { readonly kind: 'roles' | 'switch'; readonly person: StaffPerson } | null;

const WAYS = { password: 'Password and app', directory: 'Directory' } as const;

/** Who works at the console: roles, how they sign in, the last use, and for owners how to change them. */
export function StaffPeopleList() {
  const people = useStaffPeople();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <div className="my-6 flex flex-wrap gap-3">
        <Allowed to={addStaff}>
          <Button onClick={() => setOpen({ kind: 'add' })}>
            <Plus />
            Add a colleague
          </Button>
        </Allowed>
        <a
          className={buttonClass({ variant: 'secondary' })}
          href={exportAccessReview.path}
          download
          onClick={downloadOnClick}
        >
          <Download className="icon-small" />
          Access review as CSV
        </a>
      </div>
      <AsyncBoundary
        query={people}
        failure="We could not load who works here"
        skeleton={<Skeleton className="h-96 w-full" />}
      >
        {(loaded) => (
          <ul className="border-ink border-t">
            {loaded.map((person) => (
              <Row key={person.id} person={person} onOpen={(kind) => setOpen({ kind, person })} />
            ))}
          </ul>
        )}
      </AsyncBoundary>
      {open?.kind === 'add' && <AddStaffDialog onClose={close} />}
      {open?.kind === 'roles' && <RolesDialog person={open.person} onClose={close} />}
      {open?.kind === 'switch' && <SwitchDialog person={open.person} onClose={close} />}
    </>
  );
}

function Row({ person, onOpen }: { person: StaffPerson; onOpen: (kind: 'roles' | 'switch') => void }) {
  const me = useUser();
  const { id, name, email, roles, isOn, secondFactor, signsInBy, lastSignInAt, lastUsedAt } = person;
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-3 border-line border-b py-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_auto] lg:items-center">
      <div className="min-w-0">
        <p className="semi break-words">{bidiIsolate(name)}</p>
        <p className="soft small break-all">{email}</p>
        <p className="mt-2 flex flex-wrap gap-2">
          {!isOn && (
            <Badge kind="warn" icon={CircleOff}>
              Switched off
            </Badge>
          )}
          {roles.map((role) => (
            <Badge key={role} kind="mute">
              {roleLabels[role].name}
            </Badge>
          ))}
          {!secondFactor && !signsInBy.includes('directory') && (
            <Badge kind="warn" icon={ShieldAlert}>
              No second factor yet
            </Badge>
          )}
        </p>
      </div>
      <dl className="small grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="muted">Signs in by</dt>
        <dd>{signsInBy.map((way) => WAYS[way]).join(', ')}</dd>
        <dt className="muted">Last sign-in</dt>
        <dd>{lastSignInAt ? formatMoment(lastSignInAt) : 'Never'}</dd>
        <dt className="muted">Last use</dt>
        <dd>{lastUsedAt ? formatMoment(lastUsedAt) : 'Never'}</dd>
      </dl>
      <Allowed to={changeStaffRoles}>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" aria-label={`Change roles: ${name}`} onClick={() => onOpen('roles')}>
            Change roles
          </Button>
          {id !== me?.id && (
            <Button
              variant="quiet"
              aria-label={`${isOn ? 'Switch off' : 'Switch on'}: ${name}`}
              onClick={() => onOpen('switch')}
            >
              {isOn ? 'Switch off' : 'Switch on'}
            </Button>
          )}
        </div>
      </Allowed>
    </li>
  );
}
