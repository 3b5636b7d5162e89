import type { TestPortal } from './test-portal.ts';

export type ReadMail = { readonly subject: string; readonly text: string };

/** The unsent mail for a recipient, oldest first. */
export async function readMail(portal: Pick<TestPortal, 'pool'>, recipient: string): Promise<ReadMail[]> {
  const { rows } = await portal.pool.query<ReadMail>(
    'select subject, text from outbox_messages where recipient = $1 order by id',
    [recipient],
  );
  return rows;
}

/** The token of the link in a mail; empty when there is none. */
export function tokenIn(mail: ReadMail | undefined): string {
  return /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
