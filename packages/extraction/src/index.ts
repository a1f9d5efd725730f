export { type Extraction, type ExtractOptions, extractTender } from './extract-tender.ts';
export {
  ModelAnswerError,
  ModelError,
  ModelMisconfiguredError,
  ModelQuotaError,
  ModelRateLimitedError,
  ModelUnavailableError,
} from './model/errors.ts';
export { type AnswerStore, type ModelOptions, modelOptions } from './model/options.ts';
export {
  type Absent,
  absent,
  type Box,
  type DocumentKind,
  documentKind,
  type Evidence,
  evidence,
  type Field,
  type FieldNamed,
  field,
  type Scores,
  type Warning,
  type WarningCode,
  warning,
} from './schema/field.ts';
export {
  type FieldDefinition,
  type FieldName,
  type FieldValues,
  fieldNames,
  fields,
  isFieldName,
} from './schema/fields.ts';
export {
  type DocumentInput,
  type Language,
  languages,
  type PageInput,
  type WordInput,
} from './schema/input.ts';
