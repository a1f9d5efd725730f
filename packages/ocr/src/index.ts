export { DocumentError, RenderError } from './errors.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export { createReader, type Reader } from './reader.ts';
export {
  type Box,
  type Inspection,
  LANGUAGES,
  type Language,
  type PageResult,
  type PageSource,
  type PageTriage,
  type Warning,
  type Word,
} from './types.ts';
