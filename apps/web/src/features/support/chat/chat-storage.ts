import * as z from 'zod/mini';
import { deleteDraft, draftKeys, readDraft, saveDraft } from '../../../shared/offline/saved-drafts.ts';
import type { Outgoing } from './outbox.ts';

/**
 * What of a chat stays on this device: messages on their way, the text being written, and which
 * chat it was.
 */
export type ChatStorage = {
  /**
   * Messages that were on their way in that chat, in this window or in one that is gone, in the
   * order in which they were written.
   */
  readonly takeOutgoing: (chatId: string) => readonly Outgoing[];
  readonly saveOutgoing: (chatId: string, messages: readonly Outgoing[]) => void;
  /** Messages that were on their way in any other chat; they are kept no longer. */
  readonly takeOrphans: (chatId: string | null) => readonly Outgoing[];
  readonly draft: () => string;
  readonly saveDraft: (text: string) => void;
  readonly lastChat: () => string | null;
  readonly saveLastChat: (chatId: string | null) => void;
};

const messages = z.array(z.object({ clientMessageId: z.string(), content: z.string(), writtenAt: z.string() }));

/**
 * What is kept for one person, until they sign out. `tab` tells windows of one browser apart, so
 * that none writes over another's messages.
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
