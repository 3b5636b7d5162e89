export { PERSONAL_DATA } from '../schema/all-personal-data.ts';
export {
  type DataKind,
  type PersonalData,
  PURPOSES,
  type Purpose,
  RETENTION_CLASSES,
} from '../schema/personal-data.ts';
