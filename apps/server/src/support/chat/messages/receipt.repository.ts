import type { ChatSide } from '@portal/contract/support/chat';
import type { Database } from '../../../platform/database/connection.ts';
import { runNamed } from '../../../platform/database/run-named.ts';

/** How far the messages of the other side have reached one side of a chat. */
export type Receipt = {
  readonly sessionId: string;
  readonly side: ChatSide;
  readonly delivered: number;
  readonly read: number;
};

/** One message whose status has changed by it; `agentId` is the chat's present agent. */
export type MovedMessage = {
  readonly sessionId: string;
  readonly agentId: number | null;
  readonly sender: ChatSide;
  readonly seq: number;
  readonly status: 'delivered' | 'read';
};

const MOVE_WATERMARKS = {
  name: 'move_chat_watermarks',
  text: `
    with wanted as (
      select id,
        coalesce(max(delivered) filter (where side = 'user'), 0) as user_delivered, coalesce(max(read) filter (where side = 'user'), 0) as user_read,
        coalesce(max(delivered) filter (where side = 'agent'), 0) as agent_delivered, coalesce(max(read) filter (where side = 'agent'), 0) as agent_read
      from unnest(
        $1::uuid[], $2::text[],
        $3::int[], $4::int[]
      ) as given (id, side, delivered, read)
      group by id
    ), before as (
      select s.id, s.last_seq, s.user_delivered_seq, s.user_read_seq, s.agent_delivered_seq, s.agent_read_seq
      from chat_sessions s join wanted on wanted.id = s.id
      order by s.id for update of s
    ), moved as (
      update chat_sessions s set
        user_delivered_seq = greatest(b.user_delivered_seq, least(w.user_delivered, b.last_seq)),
        user_read_seq = greatest(b.user_read_seq, least(w.user_read, b.last_seq)),
        agent_delivered_seq = greatest(b.agent_delivered_seq, least(w.agent_delivered, b.last_seq)),
        agent_read_seq = greatest(b.agent_read_seq, least(w.agent_read, b.last_seq))
      from before b join wanted w on w.id = b.id
      where s.id = b.id and (
        w.user_delivered > b.user_delivered_seq or w.user_read > b.user_read_seq
        or w.agent_delivered > b.agent_delivered_seq or w.agent_read > b.agent_read_seq)
      returning s.id, s.month, s.agent_id,
        b.user_delivered_seq as user_had, b.user_read_seq as user_had_read, s.user_delivered_seq as user_has, s.user_read_seq as user_has_read,
        b.agent_delivered_seq as agent_had, b.agent_read_seq as agent_had_read, s.agent_delivered_seq as agent_has, s.agent_read_seq as agent_has_read
    )
    select m.session_id, moved.agent_id, m.sender, m.seq,
      case when m.seq <= case m.sender when 'user' then agent_has_read else user_has_read end then 'read' else 'delivered' end as status
    from moved join chat_messages m on m.session_id = moved.id and m.month = moved.month and (
      m.sender = 'user' and (m.seq > agent_had and m.seq <= agent_has or m.seq > agent_had_read and m.seq <= agent_has_read)
      or m.sender = 'agent' and (m.seq > user_had and m.seq <= user_has or m.seq > user_had_read and m.seq <= user_has_read))
    order by m.session_id, m.seq`,
};

type MovedRow = {
  readonly session_id: string;
  readonly agent_id: number | null;
  readonly sender: ChatSide;
  readonly seq: number;
  readonly status: 'delivered' | 'read';
};

/**
 * Moves watermarks forward, never back and never beyond the last message, and returns every message
 * whose status has changed. The chats are locked in the order of their ids, so that two instances
 * cannot deadlock.
 */
export async function moveWatermarks(database: Database, receipts: readonly Receipt[]): Promise<MovedMessage[]> {
  const rows = await runNamed<MovedRow>(database, MOVE_WATERMARKS, [
    receipts.map(({ sessionId }) => sessionId),
    receipts.map(({ side }) => side),
    receipts.map(({ delivered }) => delivered),
    receipts.map(({ read }) => read),
  ]);
  return rows.map((row) => ({
    sessionId: row.session_id,
    agentId: row.agent_id,
    sender: row.sender,
    seq: row.seq,
    status: row.status,
  }));
}
