import type { BulkOrder } from '@portal/contract/console/bulk-actions';

/** What decides about one customer of a bulk action. */
export type TargetFacts = {
  readonly id: number;
  readonly isStaff: boolean;
  readonly disabled: boolean;
  /** By mail or on their devices, as announcements come. */
  readonly wantsPromotions: boolean;
  readonly wantsOffersByText: boolean;
  readonly wantsServiceUpdates: boolean;
  readonly hasVerifiedPhone: boolean;
  readonly hasTag: boolean;
  readonly tags: number;
};

const MOST_TAGS = 20;

/** Tags are in lower case; the action of another kind has none. */
export function tagOf(action: BulkOrder['action']): string {
  return 'tag' in action ? action.tag.toLowerCase() : '';
}

type Text = Extract<BulkOrder['action'], { kind: 'text' }>;

/** A text goes to nobody who has not verified their number or does not want what it is about. */
function whyNoText({ category }: Text, facts: TargetFacts, canText: boolean): string | null {
  if (!canText) return 'This portal has no SMS provider';
  if (facts.disabled) return 'The account is disabled';
  if (!facts.hasVerifiedPhone) return 'Has no verified phone number';
  if (category === 'promotion') return facts.wantsOffersByText ? null : 'Wants no offers by text';
  return facts.wantsServiceUpdates ? null : 'Wants no service updates';
}

/**
 * Why an action is not done to a customer, in the words of the result; null when it is. `canText`:
 * whether this installation can send texts.
 */
export function whyNot(action: BulkOrder['action'], facts: TargetFacts, canText: boolean): string | null {
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
    case 'text':
      return whyNoText(action, facts, canText);
    case 'credit':
      return facts.disabled ? 'The account is disabled' : null;
    case 'export':
      return null;
  }
}
