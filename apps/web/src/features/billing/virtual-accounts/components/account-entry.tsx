import type { VirtualAccount } from '@portal/contract/billing/payments/virtual-accounts';
import { Check, CircleAlert, CircleCheck, CircleX, Clock, Copy } from 'lucide-react';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { StatusBadge, type StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';
import { useClipboard } from '../../../../shared/ui/hooks/use-clipboard.ts';
import { numberGroups } from '../shown-accounts.ts';
import { IdentityForm } from './identity-form.tsx';
import { PanelPart } from './panel-part.tsx';

const STATUSES: Record<VirtualAccount['status'], StatusLook> = {
  ready: { label: phrase('Ready'), kind: 'ok', icon: CircleCheck },
  'being-prepared': { label: phrase('Being prepared'), kind: 'info', icon: Clock },
  'needs-identity': { label: phrase('Needs your BVN or NIN'), kind: 'warn', icon: CircleAlert },
  refused: { label: phrase('Refused'), kind: 'bad', icon: CircleX },
};

export type AccountEntryProps = {
  account: VirtualAccount;
  /** The bank of a number that can be used now; null where there is none. */
  works: string | null;
  /** The first of those that can be used, whose button stands out. */
  isFirst: boolean;
};

/** One account number with its bank, or what becomes of it. */
export function AccountEntry(props: AccountEntryProps) {
  const { account } = props;
  const t = useText();
  const { bank, status, line } = account;
  return (
    <PanelPart>
      <div className="flex min-h-6 items-start justify-between gap-3">
        <h3 className="semi min-w-0 break-words">{bank}</h3>
        <StatusBadge status={status} statuses={STATUSES} />
      </div>
      {line && <p className="small break-words">{t('Pays only for {line}', { line: line.label })}</p>}
      <Body {...props} />
    </PanelPart>
  );
}

function Body({ account, works, isFirst }: AccountEntryProps) {
  const t = useText();
  const { bank, accountNumber, accountName, status, provider, line } = account;
  if (status === 'being-prepared') return <Prepared works={works} />;
  if (status === 'needs-identity')
    return (
      <>
        <p className="soft small">{t('{bank} did not answer. Type it once more: we do not keep it.', { bank })}</p>
        <IdentityForm providers={[{ provider, name: bank }]} lineId={line?.id ?? null} />
      </>
    );
  if (status === 'refused' || accountNumber === null)
    return (
      <p className="soft small">
        {t('{bank} opened no number for you. Use another way to pay, or ask our support.', { bank })}
      </p>
    );
  return (
    <>
      <ReadyNumber bank={bank} accountNumber={accountNumber} isFirst={isFirst} />
      {accountName && <p className="soft small break-words">{t('Account name: {name}', { name: accountName })}</p>}
    </>
  );
}

type ReadyNumberProps = { bank: string; accountNumber: string; isFirst: boolean };

function ReadyNumber({ bank, accountNumber, isFirst }: ReadyNumberProps) {
  const t = useText();
  const { copied, copy } = useClipboard();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="whitespace-nowrap font-light text-[clamp(2.125rem,1.6rem+2.2vw,3.25rem)] leading-[1.1] tracking-[-0.02em]">
        <span className="sr-only">{t('Account number {number}', { number: [...accountNumber].join(' ') })}</span>
        <span aria-hidden="true" className="select-all [&>span+span]:ml-[0.22em]">
          {numberGroups(accountNumber).map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups of one number, which may be alike.
            <span key={index}>{group}</span>
          ))}
        </span>
      </p>
      <Button
        variant={isFirst ? 'primary' : 'secondary'}
        className="max-sm:w-full"
        aria-label={copied ? undefined : t('Copy the number at {bank}', { bank })}
        onClick={() => void copy(accountNumber)}
      >
        {copied ? <Check /> : <Copy />}
        {copied ? t('Copied') : t('Copy')}
      </Button>
      <span className="sr-only" role="status">
        {copied && t('The number at {bank} is copied.', { bank })}
      </span>
    </div>
  );
}

function Prepared({ works }: { works: string | null }) {
  const t = useText();
  return (
    <>
      <svg
        className="my-1 h-7 w-full fill-none stroke-line-strong [stroke-width:1.25]"
        viewBox="0 0 120 28"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path vectorEffect="non-scaling-stroke" d="M0 4H120M0 14H120M0 24H120" />
      </svg>
      <p className="soft small">
        {t('We send you the number when the bank has opened it.')}{' '}
        {works !== null && t('{bank} works meanwhile.', { bank: works })}
      </p>
    </>
  );
}
