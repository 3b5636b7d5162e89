import type { AddressAnswer, AddressOwner, AddressQuestion } from '@portal/contract/network/address-owners';
import { CircleCheck, CircleQuestionMark, Download } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDate, formatTimeWithSeconds } from '../../../../../shared/format/date.ts';
import { downloadOnClick } from '../../../../../shared/proof/start-download.ts';
import { buttonClass } from '../../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { DescriptionList, type Fact } from '../../../../../shared/ui/layout/description-list.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { addressPaper } from '../api/address-owners.ts';

/** Such moments are compared with those of others: with the year, to the second. */
const exactly = (iso: string) => `${formatDate(iso)}, ${formatTimeWithSeconds(iso)}`;

type AddressOwnersProps = { question: AddressQuestion; answer: AddressAnswer };

/** Who had an address, how certain that is, and the paper about it. */
export function AddressOwners({ question, answer }: AddressOwnersProps) {
  return (
    <section aria-labelledby="address-answer" className="panel">
      <h2 id="address-answer" className="h3">
        {titleOf(answer)}
      </h2>
      <p className="soft mt-1 wrap-anywhere">
        {answer.address}, {exactly(answer.at)}
      </p>
      <p className="mt-3">{explanationOf(answer)}</p>
      <ul className="mt-4 grid gap-5">
        {answer.owners.map((owner) => (
          <Owner key={`${owner.accessServer} ${owner.login} ${owner.startedAt}`} owner={owner} />
        ))}
      </ul>
      <a
        className={`${buttonClass({ variant: 'secondary' })} mt-5`}
        href={addressPaper(question)}
        onClick={downloadOnClick}
        download
      >
        <Download className="icon-small" />
        The answer as a PDF
      </a>
    </section>
  );
}

function titleOf({ outcome, owners }: AddressAnswer): string {
  if (outcome === 'nobody') return 'Nobody had it';
  if (outcome === 'before-log') return 'We do not know';
  return owners.length === 1 ? 'One customer had it' : `${owners.length} sessions had it`;
}

function explanationOf({ outcome, owners, logSince }: AddressAnswer): string {
  if (outcome === 'nobody')
    return 'The log covers that moment, and no session had the address within ten minutes of it.';
  if (outcome === 'before-log') {
    return logSince === null ? 'The log of sessions is empty.' : `The log of sessions begins ${exactly(logSince)}.`;
  }
  if (owners.length === 1) return 'A session is a line, not a person: it does not say who used it.';
  return 'Several sessions had it around that moment, or customers shared it: the log has no ports to tell them apart.';
}

function Owner({ owner }: { owner: AddressOwner }) {
  const { certainty, margin, customer, line } = owner;
  const isCertain = certainty === 'certain';
  return (
    <li className="border-line border-t pt-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {customer ? (
          <PageLink className="semi wrap-anywhere hover:underline" to={`/admin/customers/${customer.id}`}>
            {bidiIsolate(customer.name)}
          </PageLink>
        ) : (
          <span className="semi">No line had this login</span>
        )}
        <Badge kind={isCertain ? 'ok' : 'warn'} icon={isCertain ? CircleCheck : CircleQuestionMark}>
          {isCertain ? 'Certain' : 'Not certain'}
        </Badge>
      </p>
      {margin && <p className="small mt-1">{margin}</p>}
      <DescriptionList
        className="small mt-2"
        facts={factsOf(owner, [line?.label, line?.place].filter(Boolean).join(', '))}
      />
    </li>
  );
}

function factsOf(owner: AddressOwner, place: string): Fact[] {
  const { customer, login, had, mac, accessServer, startedAt, endedAt, lastPacketAt } = owner;
  const whole = (text: string) => <span className="wrap-anywhere">{text}</span>;
  return [
    ...(customer ? [{ label: 'Account', value: customer.accountNumber }] : []),
    ...(place ? [{ label: 'Line', value: whole(place) }] : []),
    { label: 'Login', value: whole(login) },
    { label: 'Was given', value: whole(had) },
    ...(mac ? [{ label: 'MAC address', value: whole(mac) }] : []),
    { label: 'Access server', value: whole(accessServer) },
    { label: 'From', value: exactly(startedAt) },
    { label: 'Until', value: endedAt ? exactly(endedAt) : `Online, last packet ${exactly(lastPacketAt)}` },
  ];
}
