import { createPlan } from '@portal/contract/catalogue/staff-plans';
import { useNavigate, useSearchParams } from 'react-router';
import { ChargeProductTable } from '../../../features/billing/charges/staff/components/charge-product-table.tsx';
import { BundleTable } from '../../../features/billing/data-bundles/staff/components/bundle-table.tsx';
import { PlanEditor } from '../../../features/catalogue/plans/staff/components/plan-editor.tsx';
import { PlanEditorLoader } from '../../../features/catalogue/plans/staff/components/plan-editor-loader.tsx';
import { PlanTable } from '../../../features/catalogue/plans/staff/components/plan-table.tsx';
import { Allowed } from '../../../shared/staff/allowed.tsx';
import { ButtonLink } from '../../../shared/ui/button/button-link.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

const LIST = '/admin/plans';
const BACK = { to: LIST, label: 'Plans' };
const NEW = 'new';
const EDIT = 'edit';
const BUNDLES = 'data-bundles';
const CHARGES = 'one-off-charges';

/**
 * The catalogue: the tables of plans, data bundles and one-off charges, or one plan being written; each has an
 * address.
 */
export function PlansPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const backToList = () => void navigate(LIST);
  const edited = params.get(EDIT);
  if (edited !== null) {
    return (
      <ConsolePageLayout title="Edit plan" back={BACK}>
        <PlanEditorLoader key={edited} id={edited} onDone={backToList} />
      </ConsolePageLayout>
    );
  }
  if (params.has(NEW)) {
    return (
      <ConsolePageLayout
        title="New plan"
        lead="It is offered as soon as it is saved, at the end of the order."
        back={BACK}
      >
        <PlanEditor plan={null} onDone={backToList} />
      </ConsolePageLayout>
    );
  }
  return (
    <ConsolePageLayout title="Plans" lead="In the order in which customers see them. Each change is seen at once.">
      <div className="my-5 flex flex-wrap items-center gap-3">
        <Allowed to={createPlan}>
          <ButtonLink to={`${LIST}?${NEW}=plan`}>New plan</ButtonLink>
        </Allowed>
        <a className="link inline-flex min-h-11 items-center" href="/plans">
          What customers see
        </a>
      </div>
      <PlanTable editAt={(id) => `${LIST}?${EDIT}=${id}`} />
      <section aria-labelledby={BUNDLES} className="mt-14">
        <h2 className="h3" id={BUNDLES}>
          Data bundles
        </h2>
        <p className="soft mt-1.5 max-w-[46em]">
          Extra data for the month under way, for customers whose plan has a limit. They end with the month.
        </p>
        <BundleTable />
      </section>
      <section aria-labelledby={CHARGES} className="mt-14">
        <h2 className="h3" id={CHARGES}>
          One-off charges
        </h2>
        <p className="soft mt-1.5 max-w-[46em]">
          What staff charge once at the counter. Another price holds from now on; invoices keep theirs.
        </p>
        <ChargeProductTable />
      </section>
    </ConsolePageLayout>
  );
}
