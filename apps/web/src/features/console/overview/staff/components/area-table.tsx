import type { OverviewFigures } from '@portal/contract/console/overview';
import { formatMonth } from '../../../../../shared/format/month.ts';
import { formatRate, formatTraffic } from '../overview-labels.ts';

/** What is used and sold in each area. */
export function AreaTable({ areas: { areas, month } }: { areas: NonNullable<OverviewFigures['areas']> }) {
  if (areas.length === 0) return <p className="soft small">No line has access to the network.</p>;
  return (
    <>
      <div className="overflow-x-auto">
        <table className="small w-full text-left">
          <caption className="sr-only">Lines, data and speed by area</caption>
          <thead>
            <tr>
              <th scope="col" className="py-2 font-normal">
                Area
              </th>
              <th scope="col" className="py-2 pl-3 text-right font-normal">
                Lines
              </th>
              <th scope="col" className="py-2 pl-3 text-right font-normal">
                Used in {formatMonth(month).split(' ')[0]}
              </th>
              <th scope="col" className="py-2 pl-3 text-right font-normal">
                Speed sold
              </th>
            </tr>
          </thead>
          <tbody>
            {areas.map(({ area, lines, usedGigabytes, soldMbps }) => (
              <tr key={area} className="border-line border-t">
                <td className="py-2">{area ?? <span className="soft">No area set</span>}</td>
                <td className="py-2 pl-3 text-right font-normal">{lines.toLocaleString('en-NG')}</td>
                <td className="py-2 pl-3 text-right font-normal">{formatTraffic(usedGigabytes)}</td>
                <td className="py-2 pl-3 text-right font-normal">{formatRate(soldMbps)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="small soft mt-3">The capacity of the areas is unknown: the portal has no record of it.</p>
    </>
  );
}
