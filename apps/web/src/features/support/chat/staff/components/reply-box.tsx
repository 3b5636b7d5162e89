import type { StaffChat } from '@portal/contract/support/staff-chat';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { ChatComposer } from '../../../../../shared/ui/chat/chat-composer.tsx';
import { useAgentConnection } from '../agent-connection.tsx';
import { useAddNote } from '../api/change-chat.ts';
import { firstName, lookOf } from '../chat-labels.ts';
import { isMine } from '../inbox-list.ts';
import { sayNot } from '../use-chat-actions.ts';
import { useDraft } from '../use-draft.ts';
import { useTypingFrames } from '../use-typing-frames.ts';
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
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, saveDraft] = useDraft('reply', chat.id);
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement);
  function insert(text: string) {
    saveDraft(draft.trim() ? `${draft.trimEnd()}\n${text}` : text);
    field.current?.focus();
  }
  return (
    <div className={isNote ? 'inbox-foot inbox-foot-note' : 'inbox-foot'}>
      {mine ? (
        <SavedReplyChips
          isNote={isNote}
          onNote={(note) => {
            setWantsNote(note);
            field.current?.focus();
          }}
          onChoose={insert}
        />
      ) : (
        <p className="small soft px-4 pt-3 lg:px-6">{whyNoReply(chat)}</p>
      )}
      {isNote ? (
        <NoteComposer chatId={chat.id} field={field} />
      ) : (
        <ReplyComposer chat={chat} field={field} draft={draft} onDraft={saveDraft} />
      )}
    </div>
  );
}

type FieldRef = { field: Ref<HTMLTextAreaElement> };

function ReplyComposer(props: FieldRef & { chat: StaffChat; draft: string; onDraft: (text: string) => void }) {
  const { chat, field, draft, onDraft } = props;
  const { replies, state } = useAgentConnection();
  const type = useTypingFrames(chat.id);
  function send(content: string) {
    onDraft('');
    replies.add(chat.id, { content, clientMessageId: newClientId(), writtenAt: now().toISOString() });
  }
  return (
    <ChatComposer
      label={`Reply to ${chat.customer.name}`}
      placeholder="Write a reply"
      value={draft}
      onChange={onDraft}
      onSend={send}
      onTyping={type}
      hint={state === 'offline' && 'No connection. What you send is kept and goes out once there is one.'}
      ref={field}
    />
  );
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
