import type { Account, AccountPerson } from '@portal/contract/identity/account-people';
import type { AccountRole } from '@portal/contract/platform/endpoint';
import { useRef, useState } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useChangePersonRole } from '../api/change-person-role.ts';
import { useRemovePerson } from '../api/remove-person.ts';
import { ROLES } from '../role-labels.ts';

type PeopleListProps = { account: Account; userId: number; onLeft: () => void };

/** Everybody who acts for the account. The last owner cannot leave it, and reads why. */
export function PeopleList({ account, userId, onLeft }: PeopleListProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const [leaving, setLeaving] = useState<AccountPerson | null>(null);
  const { people, role } = account;
  const owners = people.filter((person) => person.role === 'owner');
  const isLastOwner = role === 'owner' && owners.length === 1;
  return (
    <section aria-labelledby="people-heading" className="border-ink border-t pt-5">
      <h2 className="h3" id="people-heading" ref={heading} tabIndex={-1}>
        {t('People')}
      </h2>
      <p className="soft mt-1">
        {people.length === 1
          ? t('Only you act for this account. Invite somebody who looks after its bills or its lines.')
          : t('They act for this account, each with their own sign-in.')}
      </p>
      <ul className="rows mt-5">
        {people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isOneself={person.id === userId}
            mayChange={role === 'owner' && !(isLastOwner && person.role === 'owner')}
            mayGo={
              people.length > 1 && (role === 'owner' || person.id === userId) && !(isLastOwner && person.id === userId)
            }
            onGo={() => setLeaving(person)}
          />
        ))}
      </ul>
      {isLastOwner && people.length > 1 && (
        <p className="soft small mt-4">{t('You are the only owner. Make somebody else an owner before you leave.')}</p>
      )}
      {leaving && (
        <LeaveDialog
          person={leaving}
          isOneself={leaving.id === userId}
          onClose={() => setLeaving(null)}
          onGone={() => {
            setLeaving(null);
            if (leaving.id === userId) return onLeft();
            // The row that had the focus is gone.
            heading.current?.focus();
            toast({ title: t('Removed'), description: t('They do not act for this account any more.') });
          }}
        />
      )}
    </section>
  );
}

type PersonRowProps = {
  person: AccountPerson;
  isOneself: boolean;
  mayChange: boolean;
  mayGo: boolean;
  onGo: () => void;
};

function PersonRow({ person, isOneself, mayChange, mayGo, onGo }: PersonRowProps) {
  const t = useText();
  const { name, email, role } = person;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="semi break-words">{bidiIsolate(name)}</span>
          {isOneself && <Badge kind="ok">{t('You')}</Badge>}
        </p>
        {email && <p className="soft small wrap-anywhere">{email}</p>}
        {!mayChange && <p className="soft small">{t(ROLES[role].name)}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {mayChange && <RoleChoice person={person} />}
        {mayGo && (
          <Button
            variant="secondary"
            onClick={onGo}
            aria-label={isOneself ? undefined : t('Remove {name}', { name: bidiIsolate(name) })}
          >
            {isOneself ? t('Leave') : t('Remove')}
          </Button>
        )}
      </div>
    </li>
  );
}

function RoleChoice({ person: { id, name, role } }: { person: AccountPerson }) {
  const t = useText();
  const change = useChangePersonRole();
  const changeOnce = useMutateOnce(change);
  function choose(chosen: AccountRole) {
    changeOnce(
      { id, role: chosen },
      {
        onSuccess: () => toast({ title: t('Role changed'), description: t(ROLES[chosen].may) }),
        onError: (failure) =>
          toast({ title: t('Role not changed'), description: t(messageOf(failure)), variant: 'destructive' }),
      },
    );
  }
  return (
    <select
      className="input w-auto"
      aria-label={t('What {name} may do', { name: bidiIsolate(name) })}
      aria-busy={change.isPending || undefined}
      value={change.isPending ? change.variables.role : role}
      onChange={({ target }) => {
        const chosen = Object.keys(ROLES).find((each) => each === target.value) as AccountRole | undefined;
        if (chosen) choose(chosen);
      }}
    >
      {Object.entries(ROLES).map(([each, { name: label }]) => (
        <option key={each} value={each}>
          {t(label)}
        </option>
      ))}
    </select>
  );
}

type LeaveDialogProps = { person: AccountPerson; isOneself: boolean; onClose: () => void; onGone: () => void };

function LeaveDialog({ person, isOneself, onClose, onGone }: LeaveDialogProps) {
  const t = useText();
  const remove = useRemovePerson();
  const removeOnce = useMutateOnce(remove);
  const name = bidiIsolate(person.name);
  return (
    <Dialog
      open
      onClose={onClose}
      title={isOneself ? t('Leave this account?') : t('Remove {name}?', { name })}
      actions={
        <>
          <Button
            busy={remove.isPending}
            busyLabel={t('Removing...')}
            onClick={() => removeOnce(person.id, { onSuccess: onGone })}
          >
            {isOneself ? t('Leave') : t('Remove')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <p>
        {isOneself
          ? t('You do not see its lines and bills any more. An owner can invite you again.')
          : t('They do not see the lines and bills of this account any more. You can invite them again.')}
      </p>
      {remove.error && (
        <p className="mt-3 text-bad" role="alert">
          {t(messageOf(remove.error))}
        </p>
      )}
    </Dialog>
  );
}
