import type { BankStatement, StatementReading } from '@portal/contract/billing/bank/bank-accounts';
import { formatDay } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { signedNaira } from '../bank-labels.ts';

const day = (date: string) => formatDay(`${date}T12:00:00Z`);
const SHOWN = 10;

/** What does not fit in a statement. */
export function FindingList({ findings }: { findings: BankStatement['findings'] }) {
  if (findings.length === 0) return null;
  return (
    <ul className="small grid gap-1 text-bad">
      {findings.slice(0, SHOWN).map(({ line, text }) => (
        <li key={`${line} ${text}`} className="wrap-anywhere">
          {line !== null && `Line ${line}: `}
          {text}.
        </li>
      ))}
      {findings.length > SHOWN && <li>And {findings.length - SHOWN} more.</li>}
    </ul>
  );
}

function newness({ added, repeated, leftOut }: StatementReading): string {
  const parts = [
    added === 1 ? '1 line is new' : `${added} lines are new`,
    ...(repeated > 0 ? [`${repeated} are there already`] : []),
    ...(leftOut > 0 ? [`${leftOut} rows are no lines`] : []),
  ];
  return `${parts.join(', ')}.`;
}

/** The first lines as they are read, and what the import would change. */
export function StatementResult({ reading }: { reading: StatementReading }) {
  const { firstLines, firstDay, lastDay, openingBalance, closingBalance, findings } = reading;
  return (
    <section aria-label="The file as it is read" className="grid gap-4">
      <div>
        <p className="semi">{newness(reading)}</p>
        {firstDay && lastDay && (
          <p className="small soft">
            {day(firstDay)} to {day(lastDay)}
            {openingBalance !== null && closingBalance !== null
              ? `, from ${formatExactNaira(openingBalance)} to ${formatExactNaira(closingBalance)}`
              : ', without balances: nothing shows whether a line is missing'}
          </p>
        )}
      </div>
      <FindingList findings={findings} />
      {firstLines.length > 0 && (
        <div>
          <h3 className="small semi mb-1">The first lines</h3>
          <ul className="border-line border-t">
            {firstLines.map(({ line, bookedOn, amount, text, reference }) => (
              <li key={line} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-line border-b py-2">
                <span className="small min-w-0 wrap-anywhere">{text || 'Without a narration'}</span>
                <span className="semi text-right">{signedNaira(amount)}</span>
                <span className="small soft col-span-2">
                  {day(bookedOn)}
                  {reference && `, ${reference}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
