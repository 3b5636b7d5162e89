import type { Socket } from 'node:net';

/**
 * Timers are late on a busy machine: the capacity of the missed time is used later, up to this
 * limit.
 */
const MOST_LATE_MS = 60;
const TICK_MS = 1;
const PIECE_BYTES = 16 * 1024;
const LEAST_QUEUE_BYTES = 256 * 1024;
const SPARE_QUEUE_MS = 20;

/** Width of the bins of `carried`. */
export const CARRIED_BIN_MS = 10;

type Piece = { readonly bytes: Buffer; readonly dueAt: number };

/** One connection through the line. */
type Lane = {
  readonly from: Socket;
  readonly to: Socket;
  readonly queue: Piece[];
  queuedBytes: number;
  ended: boolean;
};

/**
 * One direction of a line: every byte waits `delayMs`, and all connections together get `mbps` of
 * payload, in turns. A sender is paused when the queue of its connection is full, as TCP does with
 * a real one.
 */
export class ShapedDirection {
  /**
   * Line time that was lost because this process was delayed for longer than it may make up for.
   */
  lostMs = 0;
  /** Bytes carried in each bin of time since the line was opened. */
  readonly carried: number[] = [];
  readonly #openedAt = performance.now();
  readonly #delayMs: number;
  readonly #bytesPerMs: number;
  readonly #mostQueued: number;
  readonly #lanes = new Set<Lane>();
  #tokens = 0;
  #lastTickAt = this.#openedAt;

  constructor({ mbps, delayMs }: { readonly mbps: number; readonly delayMs: number }) {
    this.#delayMs = delayMs;
    this.#bytesPerMs = (mbps * 1e6) / 8 / 1000;
    this.#mostQueued = Math.max(LEAST_QUEUE_BYTES, this.#bytesPerMs * (2 * delayMs + SPARE_QUEUE_MS));
    setInterval(() => this.#tick(performance.now()), TICK_MS);
  }

  carry(from: Socket, to: Socket): void {
    const lane: Lane = { from, to, queue: [], queuedBytes: 0, ended: false };
    this.#lanes.add(lane);
    from.on('data', (bytes: Buffer) => this.#queue(lane, bytes));
    from.on('end', () => {
      lane.ended = true;
    });
    // Destroyed, not ended: the rest has no receiver.
    const cut = (): void => {
      this.#lanes.delete(lane);
      to.destroy();
    };
    from.on('close', (failed) => failed && cut());
    from.on('error', cut);
    to.on('close', () => {
      this.#lanes.delete(lane);
      from.destroy();
    });
  }

  #count(bytes: number): void {
    const bin = Math.floor((performance.now() - this.#openedAt) / CARRIED_BIN_MS);
    while (this.carried.length <= bin) this.carried.push(0);
    this.carried[bin] = (this.carried[bin] ?? 0) + bytes;
  }

  #queue(lane: Lane, bytes: Buffer): void {
    const dueAt = performance.now() + this.#delayMs;
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      lane.queue.push({ bytes: bytes.subarray(at, at + PIECE_BYTES), dueAt });
    }
    lane.queuedBytes += bytes.length;
    if (lane.queuedBytes >= this.#mostQueued) lane.from.pause();
  }

  #tick(now: number): void {
    const elapsedMs = now - this.#lastTickAt;
    this.#lastTickAt = now;
    const waited = [...this.#lanes].some(({ queue }) => queue.length > 0);
    if (waited) this.lostMs += Math.max(0, elapsedMs - MOST_LATE_MS);
    this.#tokens = Math.min(this.#tokens + elapsedMs * this.#bytesPerMs, MOST_LATE_MS * this.#bytesPerMs);
    let moved = true;
    while (this.#tokens > 0 && moved) moved = this.#moveRound(now);
    // An idle line accumulates no budget.
    if (!moved) this.#tokens = Math.min(this.#tokens, TICK_MS * this.#bytesPerMs);
  }

  /** Sends one piece of every connection while the budget lasts. False when nothing was due. */
  #moveRound(now: number): boolean {
    let moved = false;
    // A connection that had its turn moves to the end of the set during the iteration.
    const lanes = [...this.#lanes];
    for (const lane of lanes) {
      if (this.#tokens <= 0 || !this.#movePiece(lane, now)) continue;
      moved = true;
      // Moved behind the others: a small budget must not always end at the same one.
      if (this.#lanes.delete(lane)) this.#lanes.add(lane);
    }
    return moved;
  }

  #movePiece(lane: Lane, now: number): boolean {
    const [piece] = lane.queue;
    if (!piece || piece.dueAt > now) {
      if (!piece && lane.ended && this.#lanes.delete(lane)) lane.to.end();
      return false;
    }
    lane.queue.shift();
    lane.queuedBytes -= piece.bytes.length;
    this.#tokens -= piece.bytes.length;
    this.#count(piece.bytes.length);
    lane.to.write(piece.bytes);
    if (lane.from.isPaused() && lane.queuedBytes < this.#mostQueued) lane.from.resume();
    return true;
  }
}
