import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { useAmountsDue } from '../api/virtual-accounts.ts';
import { ArrivedMoney } from './arrived-money.tsx';
import { DueNow } from './due-now.tsx';
import { OwnNumbers } from './own-numbers.tsx';

/** Paying by bank transfer: what is due and what a transfer does, beside the account numbers to send it to. */
export function BankTransfer() {
  const t = useText();
  const due = useAmountsDue();
  return (
    <>
      <ArrivedMoney />
      <div className="mt-6 grid grid-cols-1 items-start gap-8 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,560px)] lg:gap-16">
        <AsyncBoundary
          query={due}
          failure={t('We could not load what is due')}
          skeleton={<Skeleton className="h-80 w-full" />}
        >
          {(loaded) => <DueNow owed={loaded} />}
        </AsyncBoundary>
        <OwnNumbers />
      </div>
    </>
  );
}
