import { type Customer, type PaymentTestbed, startPaymentTestbed } from './payment-testbed.ts';

/** A change of owner as staff ask for it. */
export type Offered = { readonly id: string; readonly offer: string; readonly stop: string };

export type OwnerChangeTestbed = PaymentTestbed & {
  readonly staff: Customer;
  /** Staff offer a line; what they forgot is filled in. */
  readonly ask: (
    lineId: number,
    to: string,
    more?: object,
  ) => Promise<{ readonly status: number; readonly body: ReturnType<typeof JSON.parse> }>;
  /** The same, which must be allowed, with the tokens of both links; `recipient` is whom the first goes to. */
  readonly offer: (lineId: number, to: string, recipient?: string, more?: object) => Promise<Offered>;
  readonly accept: (who: Customer, token: string) => ReturnType<PaymentTestbed['call']>;
  readonly linesOf: (who: Customer) => Promise<readonly ReturnType<typeof JSON.parse>[]>;
  /** The kinds of notices at the bell of an account, the oldest first. */
  readonly toldTo: (who: Customer) => Promise<unknown[]>;
};

/** A portal with payments, and a member of staff at the telephone. */
export async function startOwnerChangeTestbed(): Promise<OwnerChangeTestbed> {
  const bed = await startPaymentTestbed();
  const staff = await bed.createStaff();
  const ask: OwnerChangeTestbed['ask'] = (lineId, to, more = {}) =>
    bed.call(staff, 'POST', `/api/staff/lines/${lineId}/owner-changes`, {
      to,
      identifiedBy: 'Two facts matched',
      reason: 'Sold the flat',
      ...more,
    });
  const tokenIn = async (recipient: string, key: string) => {
    const [row] = await bed.rows('select text from outbox_messages where recipient = $1 and message_key = $2', [
      recipient,
      key,
    ]);
    return /#token=([\w-]+)/.exec(String(row?.text))?.[1] ?? '';
  };
  return {
    ...bed,
    staff,
    ask,
    offer: async (lineId, to, recipient = to, more = {}) => {
      const { status, body } = await ask(lineId, to, more);
      if (status !== 200) throw new Error(`not offered: ${status} ${JSON.stringify(body)}`);
      const { id } = body.ownerChange;
      const [owner] = await bed.rows(
        'select email from users join owner_changes on from_account_id = users.id where owner_changes.id = $1',
        [id],
      );
      return {
        id,
        offer: await tokenIn(recipient, `owner-change-offer:${id}`),
        stop: await tokenIn(String(owner?.email), `owner-change-stop:${id}`),
      };
    },
    accept: (who, token) => bed.call(who, 'POST', '/api/line-offers/accept', { token }),
    linesOf: async (who) => (await bed.call(who, 'GET', '/api/user/lines')).body,
    toldTo: async ({ id }) =>
      (await bed.rows('select kind from notices where user_id = $1 order by id', [id])).map(({ kind }) => kind),
  };
}
