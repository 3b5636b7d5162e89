import type { Account } from '@portal/contract/identity/account-people';
import { formatAccountNumber } from '@portal/kernel/account-number';
import { Check, Copy } from 'lucide-react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { useClipboard } from '../../../../shared/ui/hooks/use-clipboard.ts';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { useAccount } from '../api/get-account.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteForm } from './invite-form.tsx';
import { PeopleList } from './people-list.tsx';

type AccountPanelProps = {
  /** The person who is signed in. */
  userId: number;
  /** Called when they have left the account. */
  onLeft: () => void;
};

/** The account's number and people; owners also invite, change and remove people. */
export function AccountPanel({ userId, onLeft }: AccountPanelProps) {
  const t = useText();
  const account = useAccount();
  return (
    <AsyncBoundary
      query={account}
      failure={t('We could not load your account')}
      skeleton={<Skeleton className="h-[36rem] w-full" />}
    >
      {(loaded) => (
        <div className="grid items-start gap-8 lg:grid-cols-[7fr_5fr] lg:gap-12">
          <div className="grid min-w-0 gap-10">
            <AccountNumber account={loaded} />
            <PeopleList account={loaded} userId={userId} onLeft={onLeft} />
          </div>
          {loaded.role === 'owner' && (
            <div className="grid min-w-0 gap-8">
              <Panel className="grid gap-5">
                <h2 className="h3">{t('Invite a person')}</h2>
                <InviteForm />
              </Panel>
              {loaded.invitations.length > 0 && <InvitationList invitations={loaded.invitations} />}
            </div>
          )}
        </div>
      )}
    </AsyncBoundary>
  );
}

function AccountNumber({ account: { accountNumber } }: { account: Account }) {
  const t = useText();
  const { copied, copy } = useClipboard();
  return (
    <section aria-labelledby="account-number" className="border-ink border-t pt-5">
      <h2 className="h3" id="account-number">
        {t('Account number')}
      </h2>
      <p className="soft mt-1">{t('Name it when you call us, pay at a counter or transfer money.')}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        <p className="h2 tabular-nums">{formatAccountNumber(accountNumber)}</p>
        <Button variant="secondary" onClick={() => void copy(accountNumber)}>
          {copied ? <Check /> : <Copy />}
          {copied ? t('Copied') : t('Copy')}
        </Button>
      </div>
    </section>
  );
}
