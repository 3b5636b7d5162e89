import type { AccountInvitation } from '@portal/contract/identity/account-people';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useWithdrawInvitation } from '../api/withdraw-invitation.ts';
import { ROLES } from '../role-labels.ts';

/** The invitations that nobody has accepted yet. */
export function InvitationList({ invitations }: { invitations: readonly AccountInvitation[] }) {
  const t = useText();
  return (
    <section aria-labelledby="invitations-heading">
      <h2 className="h3" id="invitations-heading">
        {t('Open invitations')}
      </h2>
      <ul className="rows mt-3">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}

function InvitationRow({ invitation: { id, email, role, expiresAt } }: { invitation: AccountInvitation }) {
  const t = useText();
  const withdraw = useWithdrawInvitation();
  const withdrawOnce = useMutateOnce(withdraw);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="semi wrap-anywhere">{email}</p>
        <p className="soft small">
          {t(ROLES[role].name)}, {t('until {date}', { date: formatDate(expiresAt) })}
        </p>
      </div>
      <Button
        variant="secondary"
        aria-label={t('Withdraw the invitation to {email}', { email })}
        busy={withdraw.isPending}
        busyLabel={t('Withdrawing...')}
        onClick={() =>
          withdrawOnce(id, {
            onSuccess: () =>
              toast({ title: t('Withdrawn'), description: t('The link in the mail does not work any more.') }),
            onError: (failure) =>
              toast({ title: t('Not withdrawn'), description: t(messageOf(failure)), variant: 'destructive' }),
          })
        }
      >
        {t('Withdraw')}
      </Button>
    </li>
  );
}
