import type { listVirtualAccountProviders, VirtualAccount } from '@portal/contract/billing/payments/virtual-accounts';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import type { Answer } from '../../../../shared/api/call-endpoint.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { useRequestVirtualAccounts } from '../api/virtual-accounts.ts';
import { IdentityForm } from './identity-form.tsx';
import { PanelPart } from './panel-part.tsx';

type Provider = Answer<typeof listVirtualAccountProviders>[number];

export type MoreNumbersProps = {
  /** Those there are, for the same line or for all lines. */
  accounts: readonly VirtualAccount[];
  providers: readonly Provider[];
  /** The line whose bills alone the numbers will pay; null for all. */
  lineId: number | null;
};

/** Where numbers can be asked for: of those who ask nothing in one press, of the others with BVN or NIN. */
export function MoreNumbers({ accounts, providers, lineId }: MoreNumbersProps) {
  const askNothing = providers.filter(({ asksIdentity }) => !asksIdentity);
  const isAsked = (provider: Provider) =>
    accounts.some(({ provider: id, status }) => id === provider.provider && status === 'needs-identity');
  const askIdentity = providers.filter((provider) => provider.asksIdentity && !isAsked(provider));
  return (
    <>
      {askNothing.length > 0 && <GetNumbers isFirst={accounts.length === 0 && lineId === null} lineId={lineId} />}
      {askIdentity.length > 0 && <WithIdentity providers={askIdentity} lineId={lineId} />}
    </>
  );
}

function GetNumbers({ isFirst, lineId }: { isFirst: boolean; lineId: number | null }) {
  const t = useText();
  const request = useRequestVirtualAccounts();
  const ask = useMutateOnce(request);
  return (
    <PanelPart>
      <p className="soft">
        {isFirst
          ? t(
              'You get account numbers at banks that belong to you alone. Whoever sends money there, from any bank app or branch, pays for your internet.',
            )
          : t('You can have account numbers at more banks.')}
      </p>
      <Button
        variant={isFirst ? 'primary' : 'secondary'}
        size={isFirst ? 'large' : 'normal'}
        block
        busy={request.isPending}
        busyLabel={t('Asking...')}
        onClick={() => void ask(lineId === null ? {} : { lineId })}
      >
        {isFirst ? t('Get my account numbers') : t('Get more account numbers')}
      </Button>
      {request.error && <Alert kind="bad">{t(messageOf(request.error))}</Alert>}
    </PanelPart>
  );
}

/** The names as one says them: "Monnify, Flutterwave". */
const namesOf = (providers: readonly Provider[]) => providers.map(({ name }) => name).join(', ');

function WithIdentity({ providers, lineId }: Pick<MoreNumbersProps, 'providers' | 'lineId'>) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) form.current?.querySelector<HTMLElement>('select, input')?.focus();
  }, [isOpen]);
  return (
    <PanelPart>
      <p className="soft small">
        {t('For your BVN or NIN also from: {providers}.', { providers: namesOf(providers) })}
      </p>
      {isOpen ? (
        <div ref={form}>
          <IdentityForm key={namesOf(providers)} providers={providers} lineId={lineId} onDone={() => setOpen(false)} />
        </div>
      ) : (
        <Button variant="secondary" className="justify-self-start max-sm:w-full" onClick={() => setOpen(true)}>
          <Plus />
          {t('Add a number')}
        </Button>
      )}
    </PanelPart>
  );
}
