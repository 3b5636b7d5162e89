import type { OverviewFigures } from '@portal/contract/console/overview';
import { formatMonth } from '../../../../../shared/format/month.ts';

/** Lines that began and were lost in each month, and why the lost ones were. */
export function MovementChart({ movement }: { movement: NonNullable<OverviewFigures['movement']> }) {
  const { months, reasons } = movement;
  const most = Math.max(1, ...months.flatMap(({ begun, lost }) => [begun, lost]));
  const height = (lines: number) => ({ height: `${(100 * lines) / most}%` });
  return (
    <>
      <p className="small soft flex gap-4" aria-hidden="true">
        <span className="movement-key movement-begun">New</span>
        <span className="movement-key movement-lost">Lost</span>
      </p>
      <table className="movement">
        <caption className="sr-only">Lines that began and lines that were lost, by month</caption>
        <thead className="sr-only">
          <tr>
            <th>Month</th>
            <th>New</th>
            <th>Lost</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, begun, lost }) => (
            <tr key={month}>
              <th scope="row" title={formatMonth(month)}>
                {formatMonth(month).slice(0, 3)}
              </th>
              <td className="movement-begun">
                <i style={height(begun)} />
                <span>{begun}</span>
              </td>
              <td className="movement-lost">
                <i style={height(lost)} />
                <span>{lost}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <details className="mt-3">
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">Why they left</summary>
        {reasons.length === 0 ? (
          <p className="small soft">No line was lost in these months.</p>
        ) : (
          <ul className="small">
            {reasons.map(({ reason, lost }) => (
              <li key={reason} className="flex justify-between gap-4 border-line border-t py-2">
                <span className={reason ? 'min-w-0 break-words' : 'soft'}>{reason ?? 'No reason recorded'}</span>
                <span className="semi">{lost}</span>
              </li>
            ))}
          </ul>
        )}
      </details>
    </>
  );
}
