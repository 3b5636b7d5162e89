import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';

export type Figure = {
  readonly label: string;
  /** Where the name leads. */
  readonly to?: string;
  readonly amount: number;
  /** How many there are, or another word before the amount. */
  readonly beside?: string | undefined;
  readonly isSum?: boolean;
};

/** Names on the left, sums on the right, the totals in bold. */
export function FigureTable({ caption, figures }: { caption: string; figures: readonly Figure[] }) {
  return (
    <table className="w-full max-w-[46em] text-left">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {figures.map(({ label, to, amount, beside, isSum = false }) => (
          <tr key={`${label} ${to ?? ''}`} className={isSum ? 'border-ink border-b' : 'border-line border-b'}>
            <th className={`py-2 pr-4 ${isSum ? 'semi' : 'font-normal'}`} scope="row">
              {to ? (
                <PageLink className="link" to={to}>
                  {label}
                </PageLink>
              ) : (
                label
              )}
              {beside && <span className="soft small block sm:ml-2 sm:inline">{beside}</span>}
            </th>
            <td className={`py-2 text-right whitespace-nowrap ${isSum ? 'semi' : ''}`}>{formatExactNaira(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
