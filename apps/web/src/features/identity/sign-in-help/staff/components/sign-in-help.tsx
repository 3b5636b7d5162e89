import type { CustomerPage } from '@portal/contract/console/customers';
import type { SignInHelp as Help, PasswordLink } from '@portal/contract/identity/sign-in-help';
import { liftSignInThrottle, removeSecondFactor, sendPasswordLink } from '@portal/contract/identity/sign-in-help';
import { CircleAlert, CircleCheck, Lock, LockOpen, Send, Users } from 'lucide-react';
import { useState } from 'react';
import { formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { useSignInHelp } from '../api/sign-in-help.ts';
import { DELIVERIES, OUTCOMES, type Remedy, type SignInRow, shutUntil, signInRows } from '../sign-in-rows.ts';
import { LiftThrottleDialog, RemoveAppDialog, SendLinkDialog } from './remedy-dialogs.tsx';

const REMEDIES = {
  link: { label: 'Send a link', Icon: Send, needs: sendPasswordLink },
  lift: { label: 'Let them try again', Icon: LockOpen, needs: liftSignInThrottle },
  app: { label: 'Take app away', Icon: Users, needs: removeSecondFactor },
} as const;

const SHOWN = 3;

type SignInHelpProps = { customer: CustomerPage };

/** Why a customer cannot sign in: the last sign-ins, what stopped each, and the remedy at the row. */
export function SignInHelp({ customer }: SignInHelpProps) {
  const help = useSignInHelp(customer.id);
  return (
    <AsyncBoundary
      query={help}
      failure="We could not load the sign-ins"
      skeleton={<Skeleton className="h-40 w-full" />}
    >
      {(loaded) => <Loaded customer={customer} help={loaded} />}
    </AsyncBoundary>
  );
}

function Loaded({ customer, help }: SignInHelpProps & { help: Help }) {
  const [remedy, setRemedy] = useState<Remedy | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  // The dialog's subject stays as it was while the list behind it is read again.
  const [subject, setSubject] = useState(help);
  const isHelped = customer.mergedInto === null;
  const rows = signInRows(help).map((row) => (isHelped ? row : { ...row, remedy: null }));
  const shown = showsAll ? rows : rows.slice(0, SHOWN);
  const open = (wanted: Remedy): void => {
    setSubject(help);
    setRemedy(wanted);
  };
  const close = (): void => setRemedy(null);
  const until = shutUntil(help);
  const hasRow = (wanted: Remedy) => shown.some((row) => row.remedy === wanted);
  return (
    <>
      <State help={help} />
      {rows.length === 0 && <p className="small muted mt-3">Nobody has tried to sign in since three months.</p>}
      <ul className="mt-2">
        {shown.map((row) => (
          <Row key={row.attempt.id} row={row} onRemedy={open} />
        ))}
      </ul>
      {help.links.length > 0 && <Links links={help.links} />}
      <div className="mt-3 flex flex-wrap gap-3">
        {rows.length > SHOWN && (
          <Button variant="secondary" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer' : `Show all ${rows.length}`}
          </Button>
        )}
        {isHelped && !help.isStaff && !help.disabled && !hasRow('link') && (
          <RemedyButton remedy="link" onRemedy={open} />
        )}
        {isHelped && !help.isStaff && until !== null && !hasRow('lift') && (
          <RemedyButton remedy="lift" onRemedy={open} />
        )}
      </div>
      {remedy === 'link' && <SendLinkDialog customer={customer} help={subject} onClose={close} />}
      {remedy === 'lift' && <LiftThrottleDialog customer={customer} onClose={close} />}
      {remedy === 'app' && <RemoveAppDialog customer={customer} onClose={close} />}
    </>
  );
}

type Fact = { readonly words: string; readonly isGood: boolean };

/** What lets the customer in, or keeps them out, now. */
function factsOf({ disabled, mailbox, number, hasApp, passkeys }: Help): Fact[] {
  const facts: Fact[] = [];
  if (disabled) facts.push({ words: 'Account disabled', isGood: false });
  if (mailbox)
    facts.push({ words: mailbox.verified ? 'Mailbox verified' : 'Mailbox not verified', isGood: mailbox.verified });
  else facts.push({ words: 'No mailbox', isGood: false });
  if (number) {
    const phone = formatPhone(number.phone);
    facts.push({ words: number.verified ? `${phone} verified` : `${phone} not verified`, isGood: number.verified });
  } else facts.push({ words: 'No number', isGood: false });
  if (hasApp) facts.push({ words: 'Asks for a code from their app', isGood: true });
  if (passkeys > 0) facts.push({ words: passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`, isGood: true });
  return facts;
}

function State({ help }: { help: Help }) {
  return (
    <ul aria-label="As it is now" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {help.newDevicesWaitUntil !== null && (
        <li>
          <Badge kind="warn" icon={Lock}>
            New devices shut until {formatTimeOrMoment(help.newDevicesWaitUntil)}
          </Badge>
        </li>
      )}
      {help.codesWaitUntil !== null && (
        <li>
          <Badge kind="warn" icon={Lock}>
            Codes shut until {formatTimeOrMoment(help.codesWaitUntil)}
          </Badge>
        </li>
      )}
      {factsOf(help).map(({ words, isGood }) => (
        <li key={words} className="small flex items-center gap-1.5">
          {isGood ? (
            <CircleCheck className="size-4 text-ok" aria-hidden="true" />
          ) : (
            <CircleAlert className="size-4 text-warn" aria-hidden="true" />
          )}
          {words}
        </li>
      ))}
    </ul>
  );
}

/** From where, and how often in a row. */
function detailOf({ attempt, times }: SignInRow): string {
  const { device, address, knownDevice } = attempt;
  const often = times > 1 ? `${times} times. ` : '';
  return `${often}${device}, ${address}${knownDevice ? ', has signed in before' : ''}`;
}

function Row({ row, onRemedy }: { row: SignInRow; onRemedy: (remedy: Remedy) => void }) {
  const { at, outcome, waitsUntil } = row.attempt;
  const { title, stopped } = OUTCOMES[outcome];
  const isShut = outcome === 'throttled' && waitsUntil !== null;
  return (
    <li className="grid gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0 sm:grid-cols-[7.5rem_minmax(0,1fr)_auto] sm:items-center">
      <time className="small muted self-start sm:pt-0.5" dateTime={at}>
        {formatTimeOrMoment(at)}
      </time>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="semi">{title}</span>
          <Badge kind={stopped.kind} icon={stopped.icon}>
            {isShut ? `Shut until ${formatTimeOrMoment(waitsUntil)}` : stopped.word}
          </Badge>
        </p>
        <p className="small wrap-anywhere">{detailOf(row)}</p>
      </div>
      {row.remedy && <RemedyButton remedy={row.remedy} onRemedy={onRemedy} />}
    </li>
  );
}

function RemedyButton({ remedy, onRemedy }: { remedy: Remedy; onRemedy: (remedy: Remedy) => void }) {
  const { label, Icon, needs } = REMEDIES[remedy];
  return (
    <Allowed to={needs}>
      <Button variant="secondary" className="justify-self-start" onClick={() => onRemedy(remedy)}>
        <Icon />
        {label}
      </Button>
    </Allowed>
  );
}

function Links({ links }: { links: readonly PasswordLink[] }) {
  return (
    <div className="border-line border-t pt-3">
      <h3 className="small semi">Links for a new password, this week</h3>
      <ul className="mt-1 grid gap-1">
        {links.map(({ by, at, delivery, used }) => (
          <li key={`${by} ${at}`} className="small">
            {formatTimeOrMoment(at)}, {by === 'text' ? 'by text' : 'by mail'}: {used ? 'used' : DELIVERIES[delivery]}
          </li>
        ))}
      </ul>
    </div>
  );
}
