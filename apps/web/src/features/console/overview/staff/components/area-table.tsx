import type { OverviewFigures } from '@portal/contract/console/overview';
import { listAreaCapacity } from '@portal/contract/network/staff-incidents';
import type { ReactNode } from 'react';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { formatMonth } from '../../../../../shared/format/month.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { formatRate, formatTraffic } from '../overview-labels.ts';

/** What is used and sold in each area, beside what the network has there. */
export function AreaTable({ areas: { areas, month } }: { areas: NonNullable<OverviewFigures['areas']> }) {
  if (areas.length === 0) return <p className="soft small">No line has access to the network.</p>;
  return (
    <>
      <div className="overflow-x-auto">
        <table className="small w-full text-left">
          <caption className="sr-only">Lines, busy hour, data and speed by area</caption>
          <thead>
            <tr>
              <th scope="col" className="py-2 font-normal">
                Area
              </th>
              <th scope="col" className="py-2 pl-3 text-right font-normal">
                Lines of ports
              </th>
              <th scope="col" className="py-2 pl-3 text-right font-normal">
                Busy hour of uplink
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
            {areas.map((area) => (
              <tr key={area.area} className="border-line border-t align-top">
                <td className="py-2">{area.area ?? <span className="soft">No area set</span>}</td>
                <td className="py-2 pl-3 text-right font-normal">
                  <Share
                    of={area.connected ?? area.lines}
                    most={area.linePorts ?? null}
                    unknown="ports not set"
                    format={formatCount}
                  />
                </td>
                <td className="py-2 pl-3 text-right font-normal">
                  {area.busyHourMbps == null ? (
                    <NotSet>Not measured yet</NotSet>
                  ) : (
                    <Share
                      of={area.busyHourMbps}
                      most={area.uplinkMbps ?? null}
                      unknown="uplink not set"
                      format={formatRate}
                    />
                  )}
                  {area.busyHourAt && <p className="soft">{formatMoment(area.busyHourAt)}</p>}
                </td>
                <td className="py-2 pl-3 text-right font-normal">{formatTraffic(area.usedGigabytes)}</td>
                <td className="py-2 pl-3 text-right font-normal">{formatRate(area.soldMbps)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="small soft mt-3">
        The busy hour is that with most traffic of the last seven days.{' '}
        <Allowed to={listAreaCapacity}>
          <PageLink className="link" to="/admin/network/areas">
            Ports and uplink of the areas
          </PageLink>
        </Allowed>
      </p>
    </>
  );
}

const formatCount = (count: number) => count.toLocaleString('en-NG');

/** From here on an area needs more. */
const FULL = 0.9;

type ShareProps = { of: number; most: number | null; unknown: string; format: (figure: number) => string };

/** How much of what there is; "not set" where staff have not said what there is. */
function Share({ of, most, unknown, format }: ShareProps) {
  if (most === null)
    return (
      <>
        {format(of)}
        <NotSet>, {unknown}</NotSet>
      </>
    );
  return (
    <>
      {format(of)} of {format(most)}
      <p className={of >= most * FULL ? 'semi text-bad' : 'soft'}>{Math.round((of / most) * 100)} %</p>
    </>
  );
}

function NotSet({ children }: { children: ReactNode }) {
  return <span className="soft">{children}</span>;
}
