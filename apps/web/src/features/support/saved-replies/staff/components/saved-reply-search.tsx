import type { SavedReply } from '@portal/contract/support/saved-replies';
import type { UseQueryResult } from '@tanstack/react-query';
import { SearchDialog } from '../../../../../shared/staff/search-dialog.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';

type SavedReplySearchProps = {
  query: UseQueryResult<readonly SavedReply[]>;
  onChoose: (reply: SavedReply) => void;
  onClose: () => void;
};

/** Finds a saved reply by its title or text; Enter takes the first. */
export function SavedReplySearch(props: SavedReplySearchProps) {
  return (
    <SearchDialog
      title="Saved replies"
      failure="We could not load the saved replies"
      textOf={({ title, content }) => `${title} ${content}`}
      none="There are no saved replies yet."
      noMatch="No reply matches."
      link={
        <PageLink className="link mt-3 inline-flex min-h-11 items-center" to="/admin/saved-replies">
          Write and change saved replies
        </PageLink>
      }
      {...props}
    >
      {({ title, content }) => (
        <>
          <span className="block font-medium">{title}</span>
          <span className="small muted line-clamp-2">{content}</span>
        </>
      )}
    </SearchDialog>
  );
}
