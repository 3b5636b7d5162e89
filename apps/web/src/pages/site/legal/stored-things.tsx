import { useText } from '../../../shared/i18n/use-text.ts';
import type { StoredThing } from './legal-section.ts';

const HEAD = 'pr-6 pb-2.5 text-left font-semibold';

/** A table of names, purposes and durations; below 640 px each row becomes a block. */
export function StoredThings({ things }: { things: readonly StoredThing[] }) {
  const t = useText();
  return (
    <table className="mt-4 w-full max-sm:block">
      <thead className="micro muted max-sm:sr-only">
        <tr>
          <th className={HEAD}>{t('Name')}</th>
          <th className={HEAD}>{t('What it is for')}</th>
          <th className={HEAD}>{t('How long')}</th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {things.map(({ names, purpose, duration }) => (
          <tr key={names[0]} className="border-line border-t align-top max-sm:grid max-sm:gap-1 max-sm:py-3">
            <td className="semi py-3 pr-6 max-sm:py-0 sm:w-44">
              {names.map((name) => (
                <code key={name} className="block whitespace-nowrap font-[inherit]">
                  {name}
                </code>
              ))}
            </td>
            <td className="soft py-3 pr-6 max-sm:py-0">{t(purpose)}</td>
            <td className="soft py-3 max-sm:py-0 max-sm:text-note sm:w-44">{t(duration)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
