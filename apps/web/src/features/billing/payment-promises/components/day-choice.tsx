import { lazy } from '../../../../shared/format/lazy.ts';
import type { PromiseDay } from '../promise-days.ts';

const weekday = lazy(() => new Intl.DateTimeFormat('en-NG', { timeZone: 'Africa/Lagos', weekday: 'short' }));
const dayOfMonth = lazy(() => new Intl.DateTimeFormat('en-NG', { timeZone: 'Africa/Lagos', day: 'numeric' }));
const spoken = lazy(
  () => new Intl.DateTimeFormat('en-NG', { timeZone: 'Africa/Lagos', weekday: 'long', day: 'numeric', month: 'long' }),
);

type DayChoiceProps = {
  legend: string;
  days: readonly PromiseDay[];
  chosen: string | null;
  onChoose: (day: string) => void;
};

/** Days as large chips, each with its weekday. */
export function DayChoice({ legend, days, chosen, onChoose }: DayChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(58px,1fr))] gap-2">
        {days.map(({ day, at }) => (
          <label
            key={day}
            className="relative grid min-h-15 cursor-pointer place-content-center rounded-control border border-line-strong text-center leading-tight has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-[var(--focus)]"
          >
            <input
              type="radio"
              name="promised-day"
              value={day}
              aria-label={spoken().format(at)}
              checked={chosen === day}
              onChange={() => onChoose(day)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className="text-fine">{weekday().format(at)}</span>
            <span className="h3 font-light">{dayOfMonth().format(at)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
