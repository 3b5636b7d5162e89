import type { CollectionCounts } from '@portal/contract/console/collections';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';

/** How far the calls of today are, and what they led to. */
export function CollectionSlab({ counts }: { counts: CollectionCounts }) {
  const { accountsOfToday: all, today, people, promises, callBacks } = counts;
  const percent = all === 0 ? 0 : Math.round((100 * today.called) / all);
  const facts = [
    ['Promised', today.promised, formatExactNaira(today.promisedSum)],
    ['Paid', today.paid, formatExactNaira(today.paidSum)],
    ['Not reached', today.notReached, callBacks === 1 ? '1 call-back' : `${callBacks} call-backs`],
    [`Kept of last ${promises.kept + promises.broken}`, promises.kept, `${promises.broken} broken`],
  ] as const;
  return (
    <section aria-label="Today" className="glass on-glass glass-cut p-5 lg:[--cut:50%] md:px-6">
      <div className="grid items-center gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_560px]">
        <div>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="fig">{today.called}</span>
            <span className="text-on-glass-2">of {all} called today</span>
          </p>
          {/* biome-ignore lint/a11y/useSemanticElements: a meter of the browser cannot be drawn as light in its sheath. */}
          <div
            className="collected-meter"
            role="meter"
            aria-label="Called today"
            aria-valuenow={today.called}
            aria-valuemin={0}
            aria-valuemax={all}
          >
            <i style={{ width: `${percent}%` }} />
          </div>
        </div>
        <dl className="grid grid-cols-2 gap-4 md:grid-cols-4 lg:pl-8">
          {facts.map(([label, figure, detail]) => (
            <div key={label}>
              <dt className="small text-on-glass-2">{label}</dt>
              <dd>
                <span className="font-semibold text-xl">{figure}</span>
                <span className="small block text-on-glass-2">{detail}</span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {people.length > 0 && (
        <ul className="small mt-4 flex flex-wrap gap-x-6 gap-y-1 border-glass-line border-t pt-3 text-on-glass-2">
          {people.map(({ id, name, called, promised, paid }) => (
            <li key={id}>
              <span className="semi text-on-glass">{name}</span> {called} called, {promised} promised, {paid} paid
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
