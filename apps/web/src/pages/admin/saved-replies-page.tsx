import { SavedReplies } from '../../features/support/chat/staff/components/saved-replies.tsx';
import { PageFrame } from './page-frame.tsx';

/** The replies that every agent may use. */
export function SavedRepliesPage() {
  return (
    <PageFrame
      title="Saved replies"
      lead="Texts for what is asked often. Every agent finds them above the reply field of a chat."
    >
      <SavedReplies />
    </PageFrame>
  );
}
