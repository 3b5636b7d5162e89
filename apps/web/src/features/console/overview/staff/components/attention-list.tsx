import { type Attention, exportFigures } from '@portal/contract/console/overview';
import { formatMoment, formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { attentionLooks } from '../overview-labels.ts';

/** What somebody has to do something about, each with the page to do it on. */
export function AttentionList({ attention, at }: { attention: readonly Attention[]; at: string }) {
  return (
    <section aria-labelledby="attention-heading">
      <Panel>
        <div className="mb-2 flex items-baseline justify-between gap-3">
          <h2 className="h4" id="attention-heading">
            Needs attention
          </h2>
          <p className="small soft flex items-baseline gap-3">
            At {formatTimeOrMoment(at)}
            <a className="link" href={exportFigures.path.replace(':file', 'attention.csv')} download>
              <span className="sr-only">Needs attention as </span>CSV
            </a>
          </p>
        </div>
        {attention.length === 0 ? (
          <p className="soft py-2">Nothing needs attention.</p>
        ) : (
          <ul>
            {attention.map((item) => (
              <Row key={item.kind} item={item} />
            ))}
          </ul>
        )}
      </Panel>
    </section>
  );
}

function Row({ item: { kind, count, since, amount } }: { item: Attention }) {
  const { names, badge, since: sinceLabel, to } = attentionLooks[kind];
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 border-line border-t py-3 first:border-t-0">
      <span className="min-w-9 font-light text-[1.75rem] leading-none">{count}</span>
      <div className="min-w-0">
        <PageLink className="semi after:absolute after:inset-0 hover:underline" to={to}>
          <span className="sr-only">{count} </span>
          {names[count === 1 ? 0 : 1]}
        </PageLink>
        {since && (
          <p className="small soft">
            {amount !== undefined && `${formatExactNaira(amount)}. `}
            {sinceLabel} {formatMoment(since)}
          </p>
        )}
      </div>
      <Badge kind={badge.kind} icon={badge.icon}>
        {badge.label}
      </Badge>
    </li>
  );
}
