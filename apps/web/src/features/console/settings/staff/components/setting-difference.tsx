import type { SettingSubject } from '@portal/contract/platform/settings';
import { lineDifference } from '../line-difference.ts';
import { fieldsOf, typedOf } from '../setting-fields.ts';

export type SettingDifferenceProps = { subject: SettingSubject; before: unknown; after: unknown };

/** The fields that differ between two values of a group, line by line. */
export function SettingDifference({ subject, before, after }: SettingDifferenceProps) {
  const [old, fresh] = [typedOf(subject, before), typedOf(subject, after)];
  const changed = fieldsOf(subject).filter(({ name }) => old[name] !== fresh[name]);
  if (changed.length === 0) return <p className="soft">Nothing differs.</p>;
  return (
    <dl className="grid gap-3">
      {changed.map(({ name, label }) => (
        <div key={name}>
          <dt className="small font-semibold">{label}</dt>
          <dd className="mt-1">
            <Lines before={old[name] ?? ''} after={fresh[name] ?? ''} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const MARKS = { removed: '−', added: '+', same: '' } as const;
const WORDS = { removed: 'Before: ', added: 'After: ', same: '' } as const;
const LOOKS = { removed: 'text-ink-3 line-through', added: 'font-medium', same: 'text-ink-3' } as const;

function Lines({ before, after }: { before: string; after: string }) {
  const lines = lineDifference(before, after);
  const isNear = (at: number) => lines.slice(Math.max(0, at - 1), at + 2).some(({ kind }) => kind !== 'same');
  return (
    <ul className="small border-line border-l-2 pl-3">
      {lines.map(({ kind, text }, at) =>
        isNear(at) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other identity.
          <li key={at} className="grid grid-cols-[1.2em_1fr] break-words">
            <span aria-hidden="true">{MARKS[kind]}</span>
            <span className="min-w-0">
              <span className="sr-only">{WORDS[kind]}</span>
              <span className={LOOKS[kind]}>{text || (kind === 'same' ? ' ' : '(empty)')}</span>
            </span>
          </li>
        ) : null,
      )}
    </ul>
  );
}
