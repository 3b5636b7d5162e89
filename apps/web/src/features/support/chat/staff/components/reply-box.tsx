import type { StaffChat } from '@portal/contract/support/staff-chat';
import { findMark } from '@portal/kernel/support/reply-variables';
import { type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { useShortcuts } from '../../../../../shared/staff/shortcuts/shortcuts.ts';
import { ChatComposer } from '../../../../../shared/ui/chat/chat-composer.tsx';
import { useNow } from '../../../../../shared/ui/hooks/use-now.ts';
import { fillForChat } from '../../../saved-replies/staff/api/saved-replies.ts';
import { selectMark, useInsertReply } from '../../../saved-replies/staff/use-insert-reply.ts';
import { useAgentConnection } from '../agent-connection.tsx';
import { useAddNote } from '../api/change-chat.ts';
import { firstName, lookOf } from '../chat-labels.ts';
import { isMine } from '../inbox-list.ts';
import { useInboxParts } from '../inbox-parts.ts';
import { sayNot } from '../use-chat-actions.ts';
import { useDraft } from '../use-draft.ts';
import { useTypingFrames } from '../use-typing-frames.ts';
import { windowOf } from '../window-labels.ts';
import { SavedReplyChips } from './saved-reply-chips.tsx';

export type ReplyBoxProps = {
  chat: StaffChat;
  /** The field, where there is one to reply in. */
  ref: Ref<HTMLTextAreaElement>;
};

/** Where the agent writes: replies in one's own chat, notes in any. */
export function ReplyBox({ chat, ref }: ReplyBoxProps) {
  const { userId } = useAgentConnection();
  const [wantsNote, setWantsNote] = useState(false);
  const mine = isMine(chat, userId);
  const isNote = wantsNote || !mine;
  const state = windowOf(chat, useNow(30_000).getTime());
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, saveDraft] = useDraft('reply', chat.id);
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement);
  const fill = (replyId: string) => fillForChat(chat.id, replyId);
  const replies = useInsertReply({ fill, text: draft, write: saveDraft, field });
  const write = (note: boolean) => {
    setWantsNote(note);
    // Where one writes the other, its field is there only after the next render.
    requestAnimationFrame(() => field.current?.focus());
  };
  useShortcuts([
    ...(mine ? [{ key: 'r', label: 'Write a reply', run: () => write(false) }] : []),
    { key: 'n', label: 'Write a note for staff', run: () => write(true) },
    ...(mine && !isNote ? [{ key: '/', label: 'Search saved replies', run: replies.search }] : []),
  ]);
  return (
    <div className={isNote ? 'inbox-foot inbox-foot-note' : 'inbox-foot'}>
      {mine ? (
        <SavedReplyChips isNote={isNote} onNote={write} replies={replies} />
      ) : (
        <p className="small soft px-4 pt-3 lg:px-6">{whyNoReply(chat)}</p>
      )}
      {isNote ? (
        <NoteComposer chatId={chat.id} field={field} />
      ) : state.kind === 'closed' || state.kind === 'gone' ? (
        <ClosedWindow chat={chat} label={state.label} canSend={state.kind === 'closed'} />
      ) : (
        <ReplyComposer chat={chat} field={field} draft={draft} onDraft={saveDraft} replies={replies} />
      )}
    </div>
  );
}

/** In place of the field while nobody may write freely. */
function ClosedWindow({ chat, label, canSend }: { chat: StaffChat; label: string; canSend: boolean }) {
  const { renderTemplates } = useInboxParts();
  return (
    <div className="grid gap-3 px-4 py-3 lg:px-6">
      <p className="soft">{label}</p>
      {canSend && renderTemplates(chat)}
    </div>
  );
}

type FieldRef = { field: RefObject<HTMLTextAreaElement | null> };

type ReplyComposerProps = FieldRef & {
  chat: StaffChat;
  draft: string;
  onDraft: (text: string) => void;
  replies: ReturnType<typeof useInsertReply>;
};

function ReplyComposer({ chat, field, draft, onDraft, replies }: ReplyComposerProps) {
  const { replies: outbox, state } = useAgentConnection();
  const type = useTypingFrames(chat.id);
  const mark = findMark(draft);
  function send(content: string) {
    if (findMark(content)) {
      // The composer gives the field the focus, and the selection would be lost.
      requestAnimationFrame(() => selectMark(field.current, draft));
      return;
    }
    onDraft('');
    outbox.add(chat.id, { content, clientMessageId: newClientId(), writtenAt: now().toISOString() });
  }
  return (
    <ChatComposer
      label={`Reply to ${chat.customer.name}`}
      placeholder="Write a reply"
      value={draft}
      onChange={onDraft}
      onSend={send}
      onTyping={type}
      onKeyDown={replies.searchByKey}
      hint={hintOf({ offline: state === 'offline', mark: mark?.name, said: replies.said })}
      ref={field}
    />
  );
}

function hintOf(about: { offline: boolean; mark: string | undefined; said: string | undefined }): string | undefined {
  const { offline, mark, said } = about;
  const lines = [
    said,
    mark && `Replace [[${mark}]] before you send it: the portal does not know it.`,
    offline && 'No connection. What you send is kept and goes out once there is one.',
  ].filter(Boolean);
  return lines.length > 0 ? lines.join(' ') : undefined;
}

function NoteComposer({ chatId, field }: FieldRef & { chatId: string }) {
  const add = useMutateOnce(useAddNote(chatId));
  const [note, saveNote] = useDraft('note', chatId);
  function save(content: string) {
    add(content, {
      onSuccess: () => saveNote(''),
      onError: (failure) => sayNot('Note not saved', failure),
    });
  }
  return (
    <ChatComposer
      label="Note for staff"
      placeholder="Write a note that only staff see"
      value={note}
      onChange={saveNote}
      onSend={save}
      ref={field}
    />
  );
}

function whyNoReply(chat: StaffChat): string {
  if (chat.status === 'waiting') return 'Accept the chat to reply. A note can be left by anybody.';
  if (chat.status === 'closed') return `${lookOf(chat).label}. This chat has ended; a note can still be left.`;
  const name = chat.agent ? firstName(chat.agent.name) : 'a colleague';
  return `This chat is with ${name}. You can read along and leave a note.`;
}
