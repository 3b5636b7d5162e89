import * as z from 'zod/mini';
import { deleteDraft, draftKeys, readDraft, saveDraft } from '../../../shared/offline/saved-drafts.ts';
import type { Outgoing } from './outbox.ts';

/** The stored data of a chat on this device: pending messages, the draft, and the chat's id. */
export type ChatStorage = {
  /**
   * Pending messages of that chat, of this window or a closed one, in the order in which they were
   * written.
   */
  readonly takeOutgoing: (chatId: string) => readonly Outgoing[];
  readonly saveOutgoing: (chatId: string, messages: readonly Outgoing[]) => void;
  /** Pending messages of any other chat; they are deleted from the storage. */
  readonly takeOrphans: (chatId: string | null) => readonly Outgoing[];
  readonly draft: () => string;
  readonly saveDraft: (text: string) => void;
  readonly lastChat: () => string | null;
  readonly saveLastChat: (chatId: string | null) => void;
};

const messages = z.array(z.object({ clientMessageId: z.string(), content: z.string(), writtenAt: z.string() }));

/**
 * The storage of one user, until they sign out. `tab` distinguishes windows of one browser, so that
 * none overwrites another's messages.
 */
export function chatStorageOf(userId: number, tab: string): ChatStorage {
  const own = `chat:${userId}:`;
  const readText = (name: string): string | null => readDraft(own + name, z.string());
  const saveText = (name: string, text: string | null): void => {
    if (text) saveDraft(own + name, text);
    else deleteDraft(own + name);
  };
  const saveOutgoing = (chatId: string, list: readonly Outgoing[]): void => {
    const key = `${own}out:${chatId}:${tab}`;
    if (list.length > 0) saveDraft(key, messages.parse(list));
    else deleteDraft(key);
  };
  const take = (fits: (chatId: string | undefined) => boolean): readonly Outgoing[] => {
    const beginning = `${own}out:`;
    const keys = draftKeys(beginning).filter((key) => fits(key.slice(beginning.length).split(':')[0]));
    const found = keys.flatMap((key) => readDraft(key, messages) ?? []);
    for (const key of keys) deleteDraft(key);
    const each = new Map(found.map((message) => [message.clientMessageId, message]));
    return [...each.values()].sort((a, b) => a.writtenAt.localeCompare(b.writtenAt));
  };
  return {
    takeOutgoing: (chatId) => {
      const found = take((id) => id === chatId);
      saveOutgoing(chatId, found);
      return found;
    },
    saveOutgoing,
    takeOrphans: (chatId) => take((id) => id !== chatId),
    draft: () => readText('text') ?? '',
    saveDraft: (text) => saveText('text', text),
    lastChat: () => readText('last'),
    saveLastChat: (chatId) => saveText('last', chatId),
  };
}
