import type { BulkOrder } from '@portal/contract/console/bulk-actions';

/** What decides about one customer of a bulk action. */
export type TargetFacts = {
  readonly id: number;
  readonly isStaff: boolean;
  readonly disabled: boolean;
  readonly wantsPromotions: boolean;
  readonly hasTag: boolean;
  readonly tags: number;
};

const MOST_TAGS = 20;

/** Tags are in lower case; the action of another kind has none. */
export function tagOf(action: BulkOrder['action']): string {
  return 'tag' in action ? action.tag.toLowerCase() : '';
}

/** Why an action is not done to a customer, in the words of the result; null when it is. */
export function whyNot(action: BulkOrder['action'], facts: TargetFacts): string | null {
  if (facts.isStaff) return 'Works at the console';
  switch (action.kind) {
    case 'add-tag':
      if (facts.hasTag) return 'Has the tag already';
      return facts.tags >= MOST_TAGS ? `Has ${MOST_TAGS} tags already` : null;
    case 'remove-tag':
      return facts.hasTag ? null : 'Does not have the tag';
    case 'announce':
      if (facts.disabled) return 'The account is disabled';
      return action.category === 'promotion' && !facts.wantsPromotions ? 'Wants no promotional offers' : null;
    case 'credit':
      return facts.disabled ? 'The account is disabled' : null;
    case 'export':
      return null;
  }
}
