import type { OwnAccount } from '@portal/contract/identity/account-people';
import { formatAccountNumber } from '@portal/kernel/account-number';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useChooseAccount } from '../api/choose-account.ts';
import { useOwnAccounts } from '../api/list-accounts.ts';
import { ROLES } from '../role-labels.ts';

/** The choice between the accounts of a person who belongs to several; nothing for all others. */
export function OwnAccounts({ onChosen }: { onChosen: (account: OwnAccount) => void }) {
  const t = useText();
  const { data: accounts = [] } = useOwnAccounts();
  if (accounts.length === 0 || (accounts.length === 1 && accounts[0]?.current)) return null;
  return (
    <section aria-labelledby="own-accounts-heading" className="mb-10 border-ink border-t pt-5">
      <h2 className="h3" id="own-accounts-heading">
        {t('Your accounts')}
      </h2>
      <p className="soft mt-1">{t('Everything you see and do here is for the one you have chosen.')}</p>
      <ul className="rows mt-5">
        {accounts.map((account) => (
          <AccountRow key={account.id} account={account} onChosen={onChosen} />
        ))}
      </ul>
    </section>
  );
}

function AccountRow({ account, onChosen }: { account: OwnAccount; onChosen: (account: OwnAccount) => void }) {
  const t = useText();
  const choose = useChooseAccount();
  const chooseOnce = useMutateOnce(choose);
  const { id, name, accountNumber, role, current } = account;
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="semi break-words">{bidiIsolate(name)}</p>
        <p className="soft small tabular-nums">
          {formatAccountNumber(accountNumber)}, {t(ROLES[role].name)}
        </p>
      </div>
      {current ? (
        <Badge kind="ok">{t('Chosen')}</Badge>
      ) : (
        <Button
          variant="secondary"
          aria-label={t('Choose the account of {name}', { name: bidiIsolate(name) })}
          busy={choose.isPending}
          busyLabel={t('Opening...')}
          onClick={() =>
            chooseOnce(id, {
              onSuccess: () => onChosen(account),
              onError: (failure) =>
                toast({ title: t('Not chosen'), description: t(messageOf(failure)), variant: 'destructive' }),
            })
          }
        >
          {t('Choose')}
        </Button>
      )}
    </li>
  );
}
