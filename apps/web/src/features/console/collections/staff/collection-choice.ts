import {
  type CollectionAge,
  type CollectionView,
  collectionAges,
  collectionViews,
} from '@portal/contract/console/collections';

/** What the page shows: which accounts, and which one of them. */
export type CollectionChoice = {
  readonly age: CollectionAge | null;
  readonly show: CollectionView | null;
  readonly account: number | null;
  readonly callBacks: boolean;
};

const ALL: CollectionChoice = { age: null, show: null, account: null, callBacks: false };

/** The choice in an address; what it does not know is left out. */
export function choiceOf(search: URLSearchParams): CollectionChoice {
  const account = Number(search.get('account'));
  return {
    age: collectionAges.find((age) => age === search.get('age')) ?? null,
    show: collectionViews.find((view) => view === search.get('show')) ?? null,
    account: Number.isInteger(account) && account > 0 ? account : null,
    callBacks: search.has('call-backs'),
  };
}

/** The address of a choice. */
export function addressOf(choice: Partial<CollectionChoice>): string {
  const { age, show, account, callBacks } = { ...ALL, ...choice };
  const search = new URLSearchParams();
  if (age) search.set('age', age);
  if (show) search.set('show', show);
  if (account !== null) search.set('account', String(account));
  if (callBacks) search.set('call-backs', '');
  const query = search.toString();
  return `/admin/collections${query && `?${query}`}`;
}

/** The query of the list, and of its file. */
export const filterOf = ({ age, show }: CollectionChoice) => ({ ...(age && { age }), ...(show && { show }) });
