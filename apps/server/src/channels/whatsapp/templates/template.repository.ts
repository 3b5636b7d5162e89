import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../../platform/database/connection.ts';
import { whatsappTemplates } from '../../../platform/database/schema/channels/whatsapp.ts';
import type { TemplateAtWhatsApp } from './template.policy.ts';

export type TemplateRow = typeof whatsappTemplates.$inferSelect;

export async function listTemplateRows(queryable: Queryable): Promise<TemplateRow[]> {
  return queryable
    .select()
    .from(whatsappTemplates)
    .orderBy(asc(whatsappTemplates.name), asc(whatsappTemplates.language));
}

export async function listTemplatesNamed(queryable: Queryable, names: readonly string[]): Promise<TemplateRow[]> {
  if (names.length === 0) return [];
  return queryable
    .select()
    .from(whatsappTemplates)
    .where(inArray(whatsappTemplates.name, [...names]));
}

export async function findTemplate(queryable: Queryable, name: string, language: string): Promise<TemplateRow | null> {
  const [row] = await queryable
    .select()
    .from(whatsappTemplates)
    .where(and(eq(whatsappTemplates.name, name), eq(whatsappTemplates.language, language)));
  return row ?? null;
}

/** Replaces what is known of the templates by what WhatsApp has. */
export async function replaceTemplates(
  database: Database,
  templates: readonly TemplateAtWhatsApp[],
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`lock table ${whatsappTemplates} in share row exclusive mode`);
    await tx.delete(whatsappTemplates);
    const rows = templates.map((template) => ({ ...shortened(template), statusAt: now }));
    if (rows.length > 0) await tx.insert(whatsappTemplates).values(rows).onConflictDoNothing();
  });
}

function shortened(template: TemplateAtWhatsApp): TemplateAtWhatsApp {
  return {
    ...template,
    status: template.status.slice(0, 30),
    category: template.category.slice(0, 30),
    quality: template.quality?.slice(0, 20) ?? null,
    reason: template.reason?.slice(0, 300) ?? null,
  };
}

export async function saveTemplate(queryable: Queryable, template: TemplateAtWhatsApp, now: Date): Promise<void> {
  const values = { ...shortened(template), statusAt: now };
  await queryable
    .insert(whatsappTemplates)
    .values(values)
    .onConflictDoUpdate({ target: [whatsappTemplates.name, whatsappTemplates.language], set: values });
}

/** A template's new status, unless a later one is known already. */
export async function saveTemplateStatus(
  queryable: Queryable,
  change: {
    readonly name: string;
    readonly language: string;
    readonly status: string;
    readonly reason: string | null;
    readonly at: Date;
  },
): Promise<void> {
  await queryable
    .update(whatsappTemplates)
    .set({ status: change.status.slice(0, 30), reason: change.reason?.slice(0, 300) ?? null, statusAt: change.at })
    .where(
      and(
        eq(whatsappTemplates.name, change.name),
        eq(whatsappTemplates.language, change.language),
        sql`${whatsappTemplates.statusAt} <= ${change.at.toISOString()}::timestamptz`,
      ),
    );
}
