export { PERSONAL_DATA } from '../schema/all-personal-data.ts';
export { type DataKind, KEPT, type PersonalData, PURPOSES, type Purpose } from '../schema/personal-data.ts';
