import { useEffect, useId } from 'react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { chosenLine, storeChosenLine } from '../../../../shared/session/chosen-line.ts';
import { useLines } from '../api/lines.ts';
import { showLine } from '../show-line.ts';

/** The choice between the lines of an account, from the second line on; nothing for all others. */
export function LineChooser() {
  const t = useText();
  const id = useId();
  const { data: lines } = useLines();
  const chosen = chosenLine();
  // It is another account's, or that account has it no more.
  const isGone = chosen !== null && lines?.every(({ id: line }) => line !== chosen);
  useEffect(() => {
    if (!isGone) return;
    storeChosenLine(null);
    location.reload();
  }, [isGone]);
  if (!lines || lines.length < 2) return null;
  const first = lines.find(({ status }) => status !== 'cancelled') ?? lines[0];
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <label className="soft small" htmlFor={id}>
        {t('Line')}
      </label>
      <select
        id={id}
        className="input w-auto max-w-full"
        value={chosen ?? first?.id}
        onChange={(event) => showLine(Number(event.target.value), location.pathname + location.search)}
      >
        {lines.map(({ id: line, label }) => (
          <option key={line} value={line}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
