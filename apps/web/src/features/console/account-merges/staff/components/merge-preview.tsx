import type { MergePreview as Preview } from '@portal/contract/console/account-merges';
import { ArrowRight, CircleStop, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';

/** What goes along, what stays or ends and why, and what prevents it. */
export function MergePreview({ preview }: { preview: Preview }) {
  const { goes, stays, ends, credit, cannot } = preview;
  const money = credit > 0 ? [{ what: `Account credit, ${formatExactNaira(credit)}`, count: 1, why: null }] : [];
  const nothing = goes.length + money.length === 0;
  return (
    <>
      {cannot.length > 0 && (
        <Alert kind="bad">
          <p className="semi">This is not possible now.</p>
          <ul className="mt-1 grid gap-1">
            {cannot.map(({ code, text }) => (
              <li key={code}>{text}</li>
            ))}
          </ul>
        </Alert>
      )}
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <Part title="Goes along" icon={<ArrowRight className="icon-small" />}>
          {nothing ? <p className="small muted">Nothing but the sign-in.</p> : <Rows rows={[...money, ...goes]} />}
        </Part>
        <Part title="Stays" icon={<Lock className="icon-small" />}>
          <Rows rows={stays} />
        </Part>
      </div>
      {ends.length > 0 && (
        <Part title="Ends" icon={<CircleStop className="icon-small" />}>
          <Rows rows={ends} />
        </Part>
      )}
    </>
  );
}

function Part({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="semi flex items-center gap-2 border-ink border-b pb-2">
        {icon}
        {title}
      </h3>
      {children}
    </section>
  );
}

function Rows({ rows }: { rows: Preview['goes'] }) {
  return (
    <ul>
      {rows.map(({ what, count, why }) => (
        <li key={what} className="border-line border-b py-2 last:border-b-0">
          <p className="flex items-baseline justify-between gap-3">
            <span className="small semi min-w-0">{what}</span>
            {count > 1 && <span className="small soft">{count}</span>}
          </p>
          {why && <p className="small soft">{why}</p>}
        </li>
      ))}
    </ul>
  );
}
