import { SavedReplies } from '../../../features/support/chat/staff/components/saved-replies.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** The replies that every agent may use. */
export function SavedRepliesPage() {
  return (
    <ConsolePageLayout
      title="Saved replies"
      lead="Texts for frequent questions. Every agent finds them above the reply field of a chat."
    >
      <SavedReplies />
    </ConsolePageLayout>
  );
}
