import type { AccountMerge, MergeSign } from '@portal/contract/console/account-merges';

export const mergeSigns: Readonly<Record<MergeSign, string>> = {
  phone: 'Same verified number',
  name: 'Same name, with the same number or place',
  card: 'Same card',
  device: 'Same hardware at the line',
};

export const mergeStates: Readonly<Record<AccountMerge['state'], string>> = {
  waiting: 'Waits',
  merged: 'One account',
  undone: 'Taken apart',
  withdrawn: 'Withdrawn',
  refused: 'Refused',
  expired: 'Nobody confirmed it',
};
