import { type Attention, type FigureKind, figureKinds, type Overview } from '@portal/contract/console/overview';
import type { Clock } from '@portal/kernel/clock';
import type { recordAudit } from '../../identity/index.ts';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import { countDueDuties } from '../security-incidents/due-duties.ts';
import { type AttentionScope, listAttention } from './attention.repository.ts';
import { readFigures } from './figures.repository.ts';
import { figuresAsCsv } from './present-figures.ts';

export type { AttentionScope };

type Asked = AttentionScope & { readonly now: Date };

async function readAttention(queryable: Queryable, { now, ...scope }: Asked): Promise<Attention[]> {
  const [attention, duties] = await Promise.all([listAttention(queryable, now, scope), countDueDuties(queryable, now)]);
  return duties.count === 0 ? attention : [...attention, { kind: 'incident-duties-due', ...duties }];
}

/** What needs attention at this moment, and the figures as they were last computed. */
export async function readOverview(database: Database, asked: Asked): Promise<Overview> {
  const [attention, figures] = await Promise.all([readAttention(database, asked), readFigures(database, figureKinds)]);
  return { at: asked.now.toISOString(), attention, figures };
}

/**
 * A group of figures as CSV, empty before it is computed, or what needs attention at this moment.
 * Audited, as what leaves the house is.
 */
export async function exportFigures(
  deps: {
    readonly database: Database;
    readonly clock: Clock;
    readonly recordAudit: typeof recordAudit;
  } & AttentionScope,
  { staffId, kind }: { readonly staffId: number; readonly kind: FigureKind | 'attention' },
): Promise<string> {
  return deps.database.transaction(async (tx) => {
    const subject = `export:overview-${kind}`;
    await deps.recordAudit(tx, { actorId: staffId, action: 'export.download', subject, before: null, after: null });
    if (kind === 'attention') {
      const now = deps.clock();
      const { hasEInvoicing, hasAccountNumbers } = deps;
      return figuresAsCsv({
        attention: await readAttention(tx, { now, hasEInvoicing, hasAccountNumbers }),
        computedAt: now.toISOString(),
      });
    }
    const figures = (await readFigures(tx, [kind]))[kind];
    return figures ? figuresAsCsv(figures) : '';
  });
}
