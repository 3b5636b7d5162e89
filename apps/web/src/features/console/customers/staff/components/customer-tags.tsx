import { setTags } from '@portal/contract/console/customer-notes';
import type { CustomerPage } from '@portal/contract/console/customers';
import { TagEditor } from '../../../../../shared/staff/tag-editor.tsx';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { useSetTags } from '../api/change-notes.ts';

/** The words by which staff group customers. */
export function CustomerTags({ customer: { id, tags } }: { customer: CustomerPage }) {
  return (
    <section aria-label="Tags" className="border-line border-b py-4">
      <TagEditor
        tags={tags}
        save={useSetTags(id)}
        mayChange={useMay()(setTags)}
        listOf={(tag) => `/admin/customers?${new URLSearchParams({ tag })}`}
      />
    </section>
  );
}
