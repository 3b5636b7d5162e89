import type { NewMessage, WrittenMessage } from './message.repository.ts';

/**
 * Stores a message and resolves when it is committed; null when it is stored already, or when its
 * author may not write in an open chat of that id. Throws ApiError service.unavailable when
 * thousands wait.
 */
export type StoreMessage = (message: NewMessage) => Promise<WrittenMessage | null>;
