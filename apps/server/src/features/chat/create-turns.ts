import { Refusal } from '../../http/refusal.ts';

const MOST_WAITING = 200;

/** Runs `work` after all earlier work of the same key on this instance. Refuses with request.too-many when 200 wait already. */
export type TakeTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

type Line = { last: Promise<unknown>; waiting: number };

/**
 * Messages of one chat take turns before they reach the database: they would wait for each other there, each holding a connection that somebody else needs.
 * Between instances the chat's row lock decides.
 */
export function createTurns(): TakeTurn {
  const lines = new Map<string, Line>();
  return async (key, work) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), waiting: 0 };
    if (line.waiting >= MOST_WAITING) throw new Refusal('request.too-many', { retryAfterSeconds: 2 });
    line.waiting++;
    lines.set(key, line);
    const turn = line.last.then(work, work);
    line.last = turn;
    try {
      return await turn;
    } finally {
      line.waiting--;
      if (line.waiting === 0) lines.delete(key);
    }
  };
}
